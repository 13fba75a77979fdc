// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/**
 * The failure of a call because another caller has written or removed the entry since it was read.
 * Nothing was changed.
 */
public final class StaleVersionException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** The version that the entry has; {@link ReplicatedStore#ABSENT} if there is no entry. */
  private final long actualVersion;

  StaleVersionException(StoreKey key, long expectedVersion, long actualVersion) {
    super(
        "entry "
            + key
            + " was expected at "
            + text(expectedVersion)
            + " and is at "
            + text(actualVersion)
            + ": read it again");
    this.actualVersion = actualVersion;
  }

  private static String text(long version) {
    return version == ReplicatedStore.ABSENT ? "no version, being absent" : "version " + version;
  }

  /**
   * Returns the version that the entry has; {@link ReplicatedStore#ABSENT} if there is no entry.
   */
  public long actualVersion() {
    return actualVersion;
  }
}
