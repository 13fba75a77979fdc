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

/** How long a session may go unused. Guarded by the lock of its session. */
final class Lease {
  private long nanos = -1;
  private long startNanos;

  /** Starts anew with this length, negative if it never ends. */
  void renew(long newNanos, long nowNanos) {
    nanos = newNanos;
    startNanos = nowNanos;
  }

  /** Whether nothing has been heard of it since. */
  boolean isOlderThan(long nanosThen) {
    return startNanos - nanosThen < 0;
  }

  /** Negative if the lease never ends, else at least 0. */
  long remaining(long nowNanos) {
    return nanos < 0 ? -1 : Math.max(0, nanos - (nowNanos - startNanos));
  }

  /** Whether it ended more than {@code graceNanos} ago. */
  boolean hasEnded(long nowNanos, long graceNanos) {
    return nanos >= 0 && nowNanos - startNanos > nanos + graceNanos;
  }
}
