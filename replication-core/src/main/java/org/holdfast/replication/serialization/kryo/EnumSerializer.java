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

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * Enum constants by name, as JDK serialization does: constants may be reordered and added between
 * versions.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
final class EnumSerializer extends Serializer<Object> {
  private final Class<? extends Enum> type;

  EnumSerializer(Class<?> type) {
    this.type = (Class<? extends Enum>) type;
  }

  @Override
  public void write(Kryo kryo, Output output, Object value) {
    output.writeString(((Enum) value).name());
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> actual) {
    String name = ((BoundedInput) input).readText();
    Enum constant = constant((AttributeKryo) kryo, type, name);
    return constant == null ? Dropping.of((AttributeKryo) kryo).replacement() : constant;
  }

  /**
   * Returns null if {@code type} has no constant {@code name} here and the attribute can do
   * without.
   *
   * @throws CorruptAttributeException if it cannot
   */
  static @Nullable Enum constant(AttributeKryo kryo, Class<? extends Enum> type, String name) {
    Enum constant = find(type, name);
    // Of a class that is missing the reason is known.
    if (constant == null && !SkippedSerializer.OfEnum.isSkipped(type)) {
      Dropping.of(kryo).require(missing(type, name));
    }
    return constant;
  }

  private static @Nullable Enum find(Class<? extends Enum> type, String name) {
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static UnreadableClass missing(Class<?> type, String name) {
    String cut = name.length() > 100 ? name.substring(0, 100) + "..." : name;
    return new UnreadableClass(
        type.getName(),
        cut.replaceAll("[^\\p{Alnum}_$.]", "?"),
        "is no constant of this enum here");
  }
}
