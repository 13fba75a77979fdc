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

package org.holdfast.replication.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A value as it was read. Immutable; equal if version and bytes are. */
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
   * Above 0; grows by one with each write. An entry that is removed and comes back begins at a
   * random one, so that nobody takes it for the former.
   */
  public long version() {
    return version;
  }

  /** A copy. */
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
