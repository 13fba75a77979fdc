// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.util.List;

/** A kind of container with its integration, as far as the contract needs to know it. */
public interface ContainerUnderTest {
  /**
   * Starts a node, which serves all applications of {@code spec} over HTTP on a free port of
   * 127.0.0.1 and belongs to the cluster when this returns.
   *
   * <p>The container looks for expired sessions at least once a second. Two nodes run in one JVM.
   */
  RunningNode start(NodeSpec spec);

  /** Returns the points of the contract that cannot be held here, each with the reason. */
  default List<Exemption> exemptions() {
    return List.of();
  }

  /**
   * Returns whether this value of the cookie attribute {@code Partitioned}, empty or {@code true},
   * makes a cookie partitioned here. Containers differ, also without Holdfast.
   */
  default boolean isPartitionedBy(String value) {
    return true;
  }
}
