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

/** Gives an embedded Jetty its session cache. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({ConfigurableJettyWebServerFactory.class, Server.class})
@ConditionalOnBean(ReplicatedSessions.class)
public class Boot4JettyAutoConfiguration {
  /** Customizes the application's own server; one for management alone has its own customizers. */
  @Bean
  WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> holdfastJetty4(
      ReplicatedSessions sessions) {
    return factory ->
        factory.addServerCustomizers(server -> JettySessions.install(server, sessions));
  }
}
