// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** How an acquire ended. */
public sealed interface Acquired {

  /**
   * The session is served here, and one request is counted as running.
   *
   * @param ownership identifies this term of ownership; a later one has another epoch
   * @param leaseNanos remaining lease, negative if it never ends
   */
  record Owned(Epoch ownership, SessionImage image, long leaseNanos) implements Acquired {}

  /** Nobody knows the session, provably, or it has ended. */
  record Unknown() implements Acquired {}

  /** Too few members answered in time to tell. */
  record Unavailable(String reason) implements Acquired {}
}
