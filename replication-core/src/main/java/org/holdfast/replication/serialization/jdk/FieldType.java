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
