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
 * Inside the codecs, never out of them: a bound of {@link CodecLimits} was met, while writing or
 * while reading.
 */
public final class LimitExceeded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LimitExceeded(String message) {
    super(message, null, false, false);
  }

  /**
   * @param maxAttributeBytes bound of the whole envelope
   */
  public static LimitExceeded encodedSize(int maxAttributeBytes) {
    return new LimitExceeded(
        "encoded, it takes more than maxAttributeBytes, which is "
            + maxAttributeBytes
            + "; the setting has to be raised on all nodes, or the value made smaller");
  }
}
