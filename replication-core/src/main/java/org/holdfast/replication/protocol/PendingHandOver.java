/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
