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

package org.holdfast.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ResourceLoader;

/**
 * Replicates the sessions of a servlet application, unless {@code holdfast.enabled} is false. Which
 * web server serves them is noticed by the configurations of {@code boot3} and {@code boot4}.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(prefix = "holdfast", name = "enabled", matchIfMissing = true)
public class HoldfastAutoConfiguration {
  /**
   * @throws InvalidSettingsException if a property is unknown or impossible
   */
  @Bean
  ReplicatedSessions holdfastReplicatedSessions(
      ConfigurableEnvironment environment, ResourceLoader resources) {
    ClassLoader loader = resources.getClassLoader();
    return new ReplicatedSessions(
        EnvironmentSettings.read(
            environment, loader == null ? getClass().getClassLoader() : loader));
  }

  @Bean
  ClusterReport holdfastClusterReport(ReplicatedSessions sessions) {
    return new ClusterReport(sessions);
  }
}
