// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import java.io.IOException;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.annotation.SessionScope;

/**
 * An application of a developer who does not know Holdfast: Spring Security's form login, and a
 * bean for each session.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(ShopPages.class)
public class ShopApplication {
  static final String STARTED = "started at port ";

  /** Runs until its input ends. */
  public static void main(String[] args) throws IOException {
    try (ConfigurableApplicationContext context = start(args)) {
      System.out.println(STARTED + port(context));
      while (System.in.read() >= 0) {
        // Nobody writes: the parent goes, or kills this.
      }
    }
  }

  static ConfigurableApplicationContext start(String... args) {
    SpringApplication application =
        new SpringApplicationBuilder(ShopApplication.class)
            .properties(
                Map.of(
                    "server.port", "0",
                    "spring.main.banner-mode", "off",
                    "logging.level.root", "warn",
                    "spring.application.name", "shop",
                    "management.endpoints.web.exposure.include", "*",
                    "management.endpoint.health.show-details", "always"))
            .build();
    return application.run(args);
  }

  static int port(ConfigurableApplicationContext context) {
    return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(
            requests ->
                requests.requestMatchers("/actuator/**").permitAll().anyRequest().authenticated())
        .formLogin(Customizer.withDefaults())
        .build();
  }

  @Bean
  UserDetailsService users() {
    return new InMemoryUserDetailsManager(
        User.withUsername("anna").password("{noop}secret").roles("CUSTOMER").build());
  }

  @Bean
  @SessionScope
  Basket basket() {
    return new Basket();
  }
}
