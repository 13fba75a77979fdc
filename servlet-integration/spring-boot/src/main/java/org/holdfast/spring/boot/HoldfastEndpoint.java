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

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@code /actuator/holdfast}: the node, its view and its counters; never an id of a session. */
@Endpoint(id = "holdfast")
public class HoldfastEndpoint {
  private final ClusterReport report;

  HoldfastEndpoint(ClusterReport report) {
    this.report = report;
  }

  /** Looks at the node now. */
  @ReadOperation
  public Map<String, Object> holdfast() {
    return report.all();
  }
}
