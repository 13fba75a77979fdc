// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot4;

import org.apache.catalina.startup.Tomcat;
import org.holdfast.spring.boot.HoldfastAutoConfiguration;
import org.holdfast.spring.boot.ReplicatedSessions;
import org.holdfast.spring.boot.TomcatSessions;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Gives an embedded Tomcat of Spring Boot 4 its session manager, see {@link TomcatSessions}. Does
 * nothing where Tomcat or its factory is not on the class path.
 */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Tomcat.class})
@ConditionalOnBean(ReplicatedSessions.class)
public class Boot4TomcatAutoConfiguration {
  /**
   * Returns a customizer of the application's web server. Boot does not apply it to a separate
   * server for management, whose context has its own customizers.
   */
  @Bean
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> holdfastTomcat4(
      ReplicatedSessions sessions) {
    return factory ->
        factory.addContextCustomizers(context -> TomcatSessions.install(context, sessions));
  }
}
