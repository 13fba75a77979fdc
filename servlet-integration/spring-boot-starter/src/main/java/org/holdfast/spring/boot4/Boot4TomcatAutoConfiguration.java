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

/** Gives an embedded Tomcat its manager. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, Tomcat.class})
@ConditionalOnBean(ReplicatedSessions.class)
public class Boot4TomcatAutoConfiguration {
  /** Customizes the application's own server; one for management alone has its own customizers. */
  @Bean
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> holdfastTomcat4(
      ReplicatedSessions sessions) {
    return factory ->
        factory.addContextCustomizers(context -> TomcatSessions.install(context, sessions));
  }
}
