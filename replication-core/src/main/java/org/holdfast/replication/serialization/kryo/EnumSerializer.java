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

/**
 * Enum constants by name, as JDK serialization does: constants may be reordered and added between
 * versions.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
final class EnumSerializer extends Serializer<Enum> {
  private final Class<? extends Enum> type;

  EnumSerializer(Class<?> type) {
    this.type = (Class<? extends Enum>) type;
  }

  @Override
  public void write(Kryo kryo, Output output, Enum value) {
    output.writeString(value.name());
  }

  @Override
  public Enum read(Kryo kryo, Input input, Class<? extends Enum> actual) {
    return Enum.valueOf(type, ((BoundedInput) input).readText());
  }
}
