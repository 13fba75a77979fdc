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
 * Bounds of one attribute, the same for writing and reading so that what was written can be read.
 * All are checked before anything is allocated for the declared size. Time is bounded through work
 * that is counted: objects, and visits by {@code hashCode} and {@code equals} (see {@link
 * HashBudget}).
 *
 * @param maxBytes largest envelope, header included; 64 to 1 GiB
 * @param maxDepth deepest nesting of objects; 8 to 2,000 (each level takes some 500 bytes of stack)
 * @param maxObjects most objects with parts (beans, records, arrays, collections) in one attribute;
 *     at least 16
 * @param maxElements most elements of one array or collection; at least 16
 */
public record CodecLimits(int maxBytes, int maxDepth, int maxObjects, int maxElements) {
  /**
   * 16 MiB, 400 levels, 1,000,000 objects with parts, 16 Mi elements of one array or collection.
   */
  public static final CodecLimits DEFAULT = new CodecLimits(16 << 20, 400, 1_000_000, 16 << 20);

  public CodecLimits {
    requireRange("maxBytes", maxBytes, 64, 1 << 30);
    requireRange("maxDepth", maxDepth, 8, 2_000);
    requireRange("maxObjects", maxObjects, 16, Integer.MAX_VALUE);
    requireRange("maxElements", maxElements, 16, Integer.MAX_VALUE);
  }

  private static void requireRange(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be between " + least + " and " + most + ", was " + value);
    }
  }
}
