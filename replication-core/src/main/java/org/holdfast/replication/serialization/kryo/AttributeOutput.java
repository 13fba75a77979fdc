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
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Output whose strings can be bounded when read, and keep every {@code char}, lone surrogates
 * included: 0 for null, else 1 + 2 * length + (1 if all are Latin-1), then one or two bytes per
 * {@code char}.
 */
final class AttributeOutput extends Output {
  AttributeOutput(int initialBytes, int maxBytes) {
    super(initialBytes, maxBytes);
  }

  @Override
  public void writeString(@Nullable String value) {
    if (value == null) {
      writeVarInt(0, true);
      return;
    }
    boolean latin1 = isLatin1(value);
    writeVarLong(1 + 2L * value.length() + (latin1 ? 1 : 0), true);
    writeBytes(
        value.getBytes(latin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16BE), value);
  }

  @Override
  public void writeAscii(@Nullable String value) {
    writeString(value);
  }

  private void writeBytes(byte[] encoded, String value) {
    if (encoded.length == value.length() || !hasLoneSurrogate(value)) {
      writeBytes(encoded);
      return;
    }
    for (int i = 0; i < value.length(); i++) {
      writeByte(value.charAt(i) >>> 8);
      writeByte(value.charAt(i));
    }
  }

  private static boolean isLatin1(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0xFF) {
        return false;
      }
    }
    return true;
  }

  /** The charset would replace a lone surrogate by U+FFFD. */
  private static boolean hasLoneSurrogate(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return true;
      }
    }
    return false;
  }
}
