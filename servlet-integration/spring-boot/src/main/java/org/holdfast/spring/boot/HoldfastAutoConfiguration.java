// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ResourceLoader;

/**
 * Replicates the sessions of a servlet application, unless {@code holdfast.enabled} is false. The
 * configurations of {@code boot3} and {@code boot4} notice which web server serves them.
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

  @Bean
  LifecycleStep holdfastResumeRequests(ReplicatedSessions sessions) {
    return LifecycleStep.beforeConnectionsOpen(sessions::resumeRequests);
  }

  /** Waits for requests only where Boot does: {@code server.shutdown=immediate} cuts them off. */
  @Bean
  @ConditionalOnProperty(name = "server.shutdown", havingValue = "graceful", matchIfMissing = true)
  LifecycleStep holdfastFinishRequests(ReplicatedSessions sessions) {
    return LifecycleStep.beforeConnectionsClose(sessions::finishRequests);
  }
}
