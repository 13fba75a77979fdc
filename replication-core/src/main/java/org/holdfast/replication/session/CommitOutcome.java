// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

/** The claim that a response may make. */
public enum CommitOutcome {
  /**
   * The claim that the secondaries have the session's state: no single failure contradicts the
   * response.
   */
  PROTECTED,
  /** The claim that the state is on its way, as {@code ASYNC} asks for. */
  SENT,
  /**
   * The claim that this node alone has the state, or an attribute of it that cannot be encoded now.
   * The response may go out, counted as degraded.
   */
  DEGRADED,
  /**
   * No claim: the session is not protected, and the policy is to give no answer without, or this
   * node is on the wrong side of a partition. The response must not be a success (503,
   * Retry-After). The changes of the request stay.
   */
  REFUSED,
  /**
   * No claim: another node owns the session now. The response must not be a success (503,
   * Retry-After).
   */
  FENCED;

  /** Returns whether the response may go out as the application wrote it. */
  public boolean isAnswer() {
    return this != FENCED && this != REFUSED;
  }
}
