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

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * Output whose strings can be bounded when read, and keep every {@code char}, lone surrogates
 * included: 0 for null, else 1 + 2 * length + (1 if all are Latin-1), then one or two bytes per
 * {@code char}. Strings are copied straight into the buffer, without a copy in between.
 */
final class AttributeOutput extends Output {
  private final int maxBytes;

  /**
   * @param maxBytes most bytes that an attribute may take, header of the envelope left out
   */
  AttributeOutput(int initialBytes, int maxBytes) {
    super(initialBytes, maxBytes);
    this.maxBytes = maxBytes;
  }

  @Override
  protected boolean require(int required) {
    if (required > maxBytes - position) {
      throw LimitExceeded.encodedSize(maxBytes + Envelope.HEADER_BYTES);
    }
    return super.require(required);
  }

  @Override
  public void writeString(@Nullable String value) {
    if (value == null) {
      writeVarInt(0, true);
      return;
    }
    boolean latin1 = isLatin1(value);
    int length = value.length();
    writeVarLong(1 + 2L * length + (latin1 ? 1 : 0), true);
    if (latin1) {
      writeLatin1(value, length);
    } else {
      if (length > (maxBytes - position) / 2) {
        throw LimitExceeded.encodedSize(maxBytes + Envelope.HEADER_BYTES);
      }
      require(2 * length);
      for (int i = 0; i < length; i++) {
        char c = value.charAt(i);
        buffer[position++] = (byte) (c >>> 8);
        buffer[position++] = (byte) c;
      }
    }
  }

  @SuppressWarnings("deprecation") // right for Latin-1, and the only copy without garbage
  private void writeLatin1(String value, int length) {
    require(length);
    value.getBytes(0, length, buffer, position);
    position += length;
  }

  @Override
  public void writeAscii(@Nullable String value) {
    writeString(value);
  }

  private static boolean isLatin1(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0xFF) {
        return false;
      }
    }
    return true;
  }
}
