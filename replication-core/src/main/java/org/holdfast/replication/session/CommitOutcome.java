// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

/** What a response may claim. */
public enum CommitOutcome {
  /** The secondaries have the session's state: no single failure contradicts the response. */
  PROTECTED,
  /** The state is on its way, as {@code ASYNC} was asked for. */
  SENT,
  /**
   * This node alone has the state, or an attribute of it that cannot be encoded now: the response
   * may go out, counted as degraded.
   */
  DEGRADED,
  /**
   * The session is not protected, and the policy is to give no answer without, or this node is on
   * the wrong side of a partition: the response must not be a success (503, Retry-After). What the
   * request changed stays.
   */
  REFUSED,
  /** Another node owns the session now: the response must not be a success (503, Retry-After). */
  FENCED;

  /** Whether the response may go out as the application wrote it. */
  public boolean isAnswer() {
    return this != FENCED && this != REFUSED;
  }
}
