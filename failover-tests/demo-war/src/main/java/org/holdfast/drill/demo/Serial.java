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

package org.holdfast.drill.demo;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * A count with 4 KB of cargo that never changes. Not thread-safe: the lock of its session guards
 * it.
 */
final class Serial implements Serializable {
  static final int CARGO_BYTES = 4_096;

  private static final long serialVersionUID = 1L;

  private final byte[] cargo = newCargo();
  private int count;

  /** Returns fresh cargo that does not compress away. */
  static byte[] newCargo() {
    return Letters.of(CARGO_BYTES, CARGO_BYTES).getBytes(StandardCharsets.US_ASCII);
  }

  int count() {
    return count;
  }

  /**
   * Counts one request.
   *
   * @return how often this was done
   * @throws TornSessionException if cargo is missing
   */
  int addOne() throws TornSessionException {
    if (cargo.length != CARGO_BYTES) {
      throw new TornSessionException(
          "the cargo should be " + CARGO_BYTES + " bytes but is " + cargo.length);
    }
    return ++count;
  }
}
