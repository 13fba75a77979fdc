// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
