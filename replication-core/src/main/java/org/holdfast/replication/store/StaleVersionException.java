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

/** Somebody else has written the entry since it was read. Nothing was changed. */
public final class StaleVersionException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** As with {@link ReplicatedStore#ABSENT} if there is no entry. */
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

  /** The version that the entry has; {@link ReplicatedStore#ABSENT} if there is none. */
  public long actualVersion() {
    return actualVersion;
  }
}
