// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
