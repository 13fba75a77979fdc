// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.Optional;
import org.awaitility.Awaitility;

/** Status of nodes, for tests on machines that are busy. */
public final class Statuses {
  private Statuses() {}

  /** Asks until the node answers: one second, its own limit, can be too little. */
  public static NodeStatus of(ClusterNode node) {
    return Awaitility.await().until(node::status, Optional::isPresent).orElseThrow();
  }
}
