// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import org.holdfast.replication.serialization.codec.LimitExceeded;

/** The letters for types of fields and elements in a stream. Stateless. */
final class FieldType {
  private FieldType() {}

  /** Returns the bytes of a primitive, 0 for an object. */
  static int width(char type) {
    return switch (type) {
      case 'B', 'Z' -> 1;
      case 'C', 'S' -> 2;
      case 'F', 'I' -> 4;
      case 'D', 'J' -> 8;
      case 'L', '[' -> 0;
      default -> throw new LimitExceeded("field of an unknown type " + (int) type);
    };
  }
}
