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

package org.holdfast.replication.serialization.codec;

/**
 * How much hashing the bytes of one attribute may ask for, counted in visits by {@code hashCode}.
 * Both ways of serialization charge against it, so that neither lets through what the other
 * refuses. Stateless.
 */
public final class HashBudget {
  /** More than any budget, and small enough that two of it can be added. */
  public static final long INFINITE = Long.MAX_VALUE / 4;

  private static final long FREE_HASH_WORK = 1_000_000;
  private static final long HASH_WORK_PER_BYTE = 64;

  private static final int DECIMAL_BYTES_PER_VISIT = 64;

  private HashBudget() {}

  /**
   * Returns the visits that comparing a {@link java.math.BigDecimal} is worth. Two of different
   * scale are compared by multiplying the one with a power of ten that has as many digits as the
   * other: 3 us for 1 KB, but 50 ms for 400 KB.
   *
   * @param unscaledBytes length of the unscaled value
   */
  public static long forComparing(int unscaledBytes) {
    long share = unscaledBytes / DECIMAL_BYTES_PER_VISIT;
    return share * share;
  }

  /** Returns the visits that {@code bytes} bytes may ask for. */
  public static long forBytes(int bytes) {
    return FREE_HASH_WORK + HASH_WORK_PER_BYTE * bytes;
  }
}
