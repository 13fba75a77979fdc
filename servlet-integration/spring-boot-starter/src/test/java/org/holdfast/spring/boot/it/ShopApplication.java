/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
 * An application as somebody would write it who has never heard of Holdfast: Spring Security's form
 * login, and a bean for each session.
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
