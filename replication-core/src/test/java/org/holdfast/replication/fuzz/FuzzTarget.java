// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

/** The readers that are fed with damaged bytes, and their shares of {@code -Dfuzz.seconds}. */
public enum FuzzTarget {
  /** Frames of replication, split from a stream and decoded. */
  MESSAGES(0.20),
  /** The bytes before the first frame. */
  HANDSHAKE(0.12),
  /** Certificates of peers. */
  CERTIFICATES(0.05),
  /** Frames of membership, up to what JGroups makes of them. */
  MEMBERSHIP(0.25),
  /** All of these at the port of a node without keys. */
  PORT(0.12),
  /** The same, by a stranger who knows the name of the cluster, so that the node reads on. */
  CLUSTER(0.14),
  /** Records at the port of a node with keys. */
  TLS(0.12);

  private static final int DEFAULT_SECONDS = 10;

  private final double share;

  FuzzTarget(double share) {
    this.share = share;
  }

  long nanos() {
    return (long) (share * Integer.getInteger("fuzz.seconds", DEFAULT_SECONDS) * 1e9);
  }

  String fileName() {
    return name().toLowerCase(java.util.Locale.ROOT) + ".txt";
  }
}
