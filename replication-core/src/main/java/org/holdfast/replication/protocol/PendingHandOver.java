// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.holdfast.replication.membership.Member;

/**
 * A hand-over that waits for the primary's running requests.
 *
 * @param told whether whoever has the session here knows that it goes, and counts as a request
 *     until what is to be done before is done
 */
record PendingHandOver(
    Epoch ballot, Member acquirer, long deadlineNanos, long nextBeatNanos, boolean told) {
  PendingHandOver beatAgainAt(long nanos) {
    return new PendingHandOver(ballot, acquirer, deadlineNanos, nanos, told);
  }

  /** The acquirer has asked again, in a later ballot. */
  PendingHandOver in(Epoch later) {
    return new PendingHandOver(later, acquirer, deadlineNanos, nextBeatNanos, told);
  }

  PendingHandOver whenTold() {
    return new PendingHandOver(ballot, acquirer, deadlineNanos, nextBeatNanos, true);
  }
}
