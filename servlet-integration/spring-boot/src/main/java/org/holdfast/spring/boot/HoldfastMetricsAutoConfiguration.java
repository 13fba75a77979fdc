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
