// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

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
 * @param names the names in ascending order
 * @param values the values of these names
 */
record SharedValues(List<String> names, List<Object> values) {
  static SharedValues of(Map<String, Object> byName) {
    TreeMap<String, Object> ordered = new TreeMap<>(byName);
    return new SharedValues(new ArrayList<>(ordered.keySet()), new ArrayList<>(ordered.values()));
  }

  /**
   * Returns the bytes of their {@linkplain UnitEnvelope unit}.
   *
   * @param met receives the objects in the values, unless null
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if they cannot
   *     be encoded, or not together
   */
  byte[] encode(AttributeCodec codec, @Nullable MetObjects met) {
    String name = String.join("+", names);
    byte[] list = met == null ? codec.encode(name, values) : codec.encode(name, values, met);
    return new UnitEnvelope(names, list).toBytes();
  }
}
