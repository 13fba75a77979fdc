// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** The outcome of an acquire. */
public sealed interface Acquired {

  /**
   * The outcome for a session that is served here; one request counts as running.
   *
   * @param epoch the epoch in which this member serves the session; never the same twice
   * @param leaseNanos the remaining lease in nanoseconds, negative if it never ends
   */
  record Owned(Epoch epoch, SessionImage image, long leaseNanos) implements Acquired {}

  /** The outcome for a session that has ended or that, provably, no member knows. */
  record Unknown() implements Acquired {}

  /** The outcome if the session cannot be served now: mostly, too few members answered in time. */
  record Unavailable(String reason) implements Acquired {}
}
