// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of an entry as they were read. Immutable; equal if version and bytes are. */
public final class Versioned {
  private final long version;
  private final byte[] bytes;

  /**
   * @param bytes not copied
   */
  Versioned(long version, byte[] bytes) {
    this.version = version;
    this.bytes = bytes;
  }

  /**
   * Returns the version, above 0, which grows by one with each write. An entry that is removed and
   * comes back begins at a random version, so that no caller takes it for the former one.
   */
  public long version() {
    return version;
  }

  /** Returns a copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Versioned that
        && version == that.version
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(version) + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "v" + version + " (" + bytes.length + " bytes)";
  }
}
