// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

/**
 * The readers that are fed with damaged bytes, their shares of {@code -Dfuzz.seconds}, and how many
 * inputs they take at least, however short that is. {@link PortFuzzIT} sends 10,000 frames of
 * membership to a pair of nodes besides, whatever the time.
 */
public enum FuzzTarget {
  /** Frames of replication, split from a stream and decoded. */
  MESSAGES(0.20, 10_000),
  /** The bytes before the first frame. */
  HANDSHAKE(0.12, 10_000),
  /** Certificates of peers. */
  CERTIFICATES(0.05, 1_000),
  /** Frames of membership, up to what JGroups makes of them. */
  MEMBERSHIP(0.25, 10_000),
  /** All of these at the port of a node without keys. */
  PORT(0.12, 1_000),
  /** The same, by a stranger who knows the name of the cluster, so that the node reads on. */
  CLUSTER(0.14, 1_000),
  /** Records at the port of a node with keys. */
  TLS(0.12, 1_000);

  private static final int DEFAULT_SECONDS = 10;

  private final double share;
  private final int leastInputs;

  FuzzTarget(double share, int leastInputs) {
    this.share = share;
    this.leastInputs = leastInputs;
  }

  long nanos() {
    return (long) (share * Integer.getInteger("fuzz.seconds", DEFAULT_SECONDS) * 1e9);
  }

  int leastInputs() {
    return leastInputs;
  }

  String fileName() {
    return name().toLowerCase(java.util.Locale.ROOT) + ".txt";
  }
}
