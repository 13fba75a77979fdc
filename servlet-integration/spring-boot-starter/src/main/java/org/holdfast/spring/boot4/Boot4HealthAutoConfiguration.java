// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot4;

import org.holdfast.spring.boot.ClusterReport;
import org.holdfast.spring.boot.HoldfastAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Adds the component {@code holdfast} to the health of the application. {@link ClusterReport}
 * decides what it says.
 */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(ClusterReport.class)
@ConditionalOnEnabledHealthIndicator("holdfast")
public class Boot4HealthAutoConfiguration {
  /** Returns the indicator. Boot names the component after the bean, without its suffix. */
  @Bean
  HealthIndicator holdfastHealthIndicator(ClusterReport report) {
    return () -> Health.status(report.standing().name()).withDetails(report.health()).build();
  }
}
