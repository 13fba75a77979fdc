// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot4;

import org.eclipse.jetty.server.Server;
import org.holdfast.spring.boot.HoldfastAutoConfiguration;
import org.holdfast.spring.boot.JettySessions;
import org.holdfast.spring.boot.ReplicatedSessions;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Gives an embedded Jetty of Spring Boot 4 its session cache, see {@link JettySessions}. Does
 * nothing where Jetty or its factory is not on the class path.
 */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({ConfigurableJettyWebServerFactory.class, Server.class})
@ConditionalOnBean(ReplicatedSessions.class)
public class Boot4JettyAutoConfiguration {
  /**
   * Returns a customizer of the application's web server. Boot does not apply it to a separate
   * server for management, whose context has its own customizers.
   */
  @Bean
  WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> holdfastJetty4(
      ReplicatedSessions sessions) {
    return factory ->
        factory.addServerCustomizers(server -> JettySessions.install(server, sessions));
  }
}
