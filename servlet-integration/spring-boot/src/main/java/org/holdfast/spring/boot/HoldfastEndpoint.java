// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The endpoint {@code /actuator/holdfast}: the node, its view and counters; never a session id. */
@Endpoint(id = "holdfast")
public class HoldfastEndpoint {
  private final ClusterReport report;

  HoldfastEndpoint(ClusterReport report) {
    this.report = report;
  }

  /** Returns a report on the node as it is now. */
  @ReadOperation
  public Map<String, Object> holdfast() {
    return report.all();
  }
}
