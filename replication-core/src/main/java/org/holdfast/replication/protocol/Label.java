// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * The name of the state of a session: equal labels mean equal bytes on all members. Copies rank by
 * label alone.
 *
 * @param epoch the epoch in which the state was written
 * @param version the write counter; never restarts, not even in a new epoch
 */
public record Label(Epoch epoch, long version) implements Comparable<Label> {
  /** The version with which each session begins. */
  public static final long FIRST_VERSION = 1;

  /** The label below every state. */
  public static final Label NONE = new Label(Epoch.NONE, 0);

  @Override
  public int compareTo(Label other) {
    int byEpoch = epoch.compareTo(other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(version, other.version);
  }

  public boolean isNewerThan(Label other) {
    return compareTo(other) > 0;
  }

  @Override
  public String toString() {
    return epoch.isNone() ? "none" : "e" + epoch + " v" + version;
  }
}
