// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import org.holdfast.micrometer.HoldfastMetrics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Binds the meters of the node where there is a registry. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({MeterRegistry.class, HoldfastMetrics.class})
@ConditionalOnBean(ReplicatedSessions.class)
public class HoldfastMetricsAutoConfiguration {
  @Bean
  NodeMeters holdfastNodeMeters(
      ReplicatedSessions sessions, ObjectProvider<MeterRegistry> registry) {
    return new NodeMeters(sessions, registry);
  }
}
