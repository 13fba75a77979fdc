// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Adds {@link HoldfastEndpoint} where there is an actuator that exposes it. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(ClusterReport.class)
public class HoldfastEndpointAutoConfiguration {
  @Bean
  @ConditionalOnAvailableEndpoint(HoldfastEndpoint.class)
  HoldfastEndpoint holdfastEndpoint(ClusterReport report) {
    return new HoldfastEndpoint(report);
  }
}
