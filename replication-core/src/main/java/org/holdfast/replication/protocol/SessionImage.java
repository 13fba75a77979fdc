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

package org.holdfast.replication.protocol;

import java.util.Map;

/**
 * The bytes of a session; nothing in here is ever decoded by the protocol. The arrays are shared
 * and must not be changed.
 *
 * @param settings what the session layer knows of it besides the attributes
 * @param attributes envelope by attribute name
 */
// Bytes are shared as they are; nobody compares these records.
@SuppressWarnings("ArrayRecordComponent")
public record SessionImage(byte[] settings, Map<String, byte[]> attributes) {
  /** What a tombstone holds. */
  public static final SessionImage EMPTY = new SessionImage(new byte[0], Map.of());

  private static final int MOST_BYTES_PER_CHAR = 3;
  private static final int MOST_BYTES_OF_LENGTHS = 10;

  public SessionImage {
    attributes = Map.copyOf(attributes);
  }

  /** Upper bound of the bytes that it takes in a frame. Costs a look at each attribute. */
  long encodedBytes() {
    long bytes = settings.length + (long) MOST_BYTES_OF_LENGTHS;
    for (Map.Entry<String, byte[]> each : attributes.entrySet()) {
      bytes +=
          (long) MOST_BYTES_PER_CHAR * each.getKey().length()
              + each.getValue().length
              + MOST_BYTES_OF_LENGTHS;
    }
    return bytes;
  }
}
