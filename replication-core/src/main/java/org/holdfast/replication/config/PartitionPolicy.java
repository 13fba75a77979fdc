// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** The behaviour of the sides of a partition. */
public enum PartitionPolicy {
  /**
   * Both sides continue to serve the sessions that they have, degraded. When they meet, the higher
   * epoch of a session wins and the writes of the other side are lost; they are counted.
   */
  AVAILABLE,
  /**
   * A side without the majority of the last settled view refuses everything (503), so no session is
   * served in two places. Needs three nodes or more: of two, neither has a majority without the
   * other.
   */
  CONSISTENT
}
