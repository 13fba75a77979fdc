// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** The moment at which a response may leave. */
public enum AckMode {
  /**
   * The response waits until every secondary has the session's state: no answered update is lost
   * with one failure. Costs one round trip.
   */
  SYNC,
  /**
   * The response does not wait, except for the first update of a new session. Updates of the last
   * few milliseconds before a crash, hang or cut can be lost with their primary.
   */
  ASYNC
}
