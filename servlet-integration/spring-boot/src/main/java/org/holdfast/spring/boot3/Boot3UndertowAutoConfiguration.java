// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot3;

import io.undertow.Undertow;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.holdfast.filter.HoldfastFilter;
import org.holdfast.spring.boot.HoldfastAutoConfiguration;
import org.holdfast.spring.boot.ReplicatedSessions;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.web.embedded.undertow.UndertowServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Adds the filter, if it is there, to Undertow, which has no integration of its own. */
@AutoConfiguration(
    after = {HoldfastAutoConfiguration.class, ServletWebServerFactoryAutoConfiguration.class})
@ConditionalOnClass({UndertowServletWebServerFactory.class, Undertow.class})
@ConditionalOnBean({ReplicatedSessions.class, UndertowServletWebServerFactory.class})
public class Boot3UndertowAutoConfiguration {

  /** The configuration that puts the filter before all others. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HoldfastFilter.class)
  static class WithFilter {
    @Bean
    FilterRegistrationBean<HoldfastFilter> holdfastFilter(ReplicatedSessions sessions) {
      HoldfastFilter filter = new HoldfastFilter(sessions.settings());
      sessions.servedBy("filter", filter::replicationNode);
      FilterRegistrationBean<HoldfastFilter> registration = new FilterRegistrationBean<>(filter);
      registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
      registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
      registration.setAsyncSupported(true);
      return registration;
    }
  }

  /** Fails the start of an application that asks for replication and would not get it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("org.holdfast.filter.HoldfastFilter")
  static class WithoutFilter {
    @Bean
    WebServerFactoryCustomizer<UndertowServletWebServerFactory> holdfastRefusesUndertow() {
      return factory -> {
        throw new IllegalStateException(
            "sessions in Undertow are replicated by a filter: add org.holdfast:holdfast-filter to"
                + " the application, use Tomcat or Jetty, or set holdfast.enabled to false");
      };
    }
  }
}
