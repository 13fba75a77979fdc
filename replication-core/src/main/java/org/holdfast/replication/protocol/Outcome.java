// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** The outcome of an update, or of a read that must be as safe as an update. */
public enum Outcome {
  /** The secondaries hold the state: no single failure can contradict the answer. */
  PROTECTED,
  /** This member alone holds the state: no other member is there to hold it as well. */
  DEGRADED,
  /** The secondaries that should hold the state did not confirm it in time. */
  UNCONFIRMED,
  /**
   * This member must not serve now: it is on the wrong side of a partition, or others have
   * continued without it. The answer must not be a success.
   */
  SHUT_OUT,
  /** Another member owns the session: the answer must not be a success. */
  FENCED
}
