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

package org.holdfast.replication.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.MetObjects;
import org.jspecify.annotations.Nullable;

/**
 * The values of attributes that are encoded together.
 *
 * @param names in ascending order
 * @param values of these names
 */
record SharedValues(List<String> names, List<Object> values) {
  static SharedValues of(Map<String, Object> byName) {
    TreeMap<String, Object> ordered = new TreeMap<>(byName);
    return new SharedValues(new ArrayList<>(ordered.keySet()), new ArrayList<>(ordered.values()));
  }

  /**
   * Returns the bytes of their {@linkplain UnitEnvelope unit}.
   *
   * @param met told of the objects in the values, unless null
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if they cannot
   *     be encoded, or not together
   */
  byte[] encode(AttributeCodec codec, @Nullable MetObjects met) {
    String name = String.join("+", names);
    byte[] list = met == null ? codec.encode(name, values) : codec.encode(name, values, met);
    return new UnitEnvelope(names, list).toBytes();
  }
}
