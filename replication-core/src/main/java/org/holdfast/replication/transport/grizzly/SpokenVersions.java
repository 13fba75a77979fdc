// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

/**
 * The protocol versions that a member speaks. Two members use the newest that both speak, on each
 * connection anew; {@code docs/design/014-protocol-versions.md} tells how to add one.
 *
 * @param oldest at least 1
 * @param newest at least {@code oldest}, at most 65,535
 */
record SpokenVersions(int oldest, int newest) {
  /** The versions that this release speaks. */
  static final SpokenVersions OURS = new SpokenVersions(2, 3);

  /** The version since which a member returns each empty frame to the peer that sent it. */
  private static final int HEART_BEATS_SINCE = 3;

  private static final int MOST = 0xffff;

  SpokenVersions {
    if (oldest < 1 || newest < oldest || newest > MOST) {
      throw new IllegalArgumentException(
          "protocol versions must be 1 to 65535, the oldest first, were "
              + oldest
              + " to "
              + newest);
    }
  }

  static boolean hasHeartBeats(int version) {
    return version >= HEART_BEATS_SINCE;
  }

  boolean includes(int version) {
    return version >= oldest && version <= newest;
  }

  /** Tells whether any version from {@code min} to {@code max} is among them. */
  boolean meets(int min, int max) {
    return min <= max && min <= newest && max >= oldest;
  }

  /**
   * Returns the newest of these versions that a peer with versions up to {@code max} speaks, too;
   * both must meet.
   */
  int newestUpTo(int max) {
    return Math.min(newest, max);
  }

  @Override
  public String toString() {
    return oldest + " to " + newest;
  }
}
