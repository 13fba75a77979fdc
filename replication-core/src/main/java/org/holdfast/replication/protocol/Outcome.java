// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** What became of an update or of a read that must be as good as one. */
public enum Outcome {
  /** The secondaries hold the state: no single failure can contradict the answer. */
  PROTECTED,
  /** This member alone holds the state: nobody is there to hold it as well. */
  DEGRADED,
  /** Whoever should hold the state, too, did not say so in time. */
  UNCONFIRMED,
  /**
   * This member must not serve now, being on the wrong side of a partition, or others having gone
   * on without it: the answer must not be a success.
   */
  SHUT_OUT,
  /** Another member owns the session: the answer must not be a success. */
  FENCED
}
