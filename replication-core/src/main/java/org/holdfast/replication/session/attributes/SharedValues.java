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
 * The values of attributes that are encoded together, as one list, because they share objects.
 *
 * @param names the names of the attributes in ascending order
 * @param values their values, in the order of {@code names}
 */
record SharedValues(List<String> names, List<Object> values) {
  static SharedValues of(Map<String, Object> byName) {
    TreeMap<String, Object> ordered = new TreeMap<>(byName);
    return new SharedValues(new ArrayList<>(ordered.keySet()), new ArrayList<>(ordered.values()));
  }

  /**
   * Returns the bytes of the {@linkplain UnitEnvelope unit} of these attributes. Runs code of the
   * application, such as {@code writeObject}: call it without a lock.
   *
   * @param met records the objects in the values; null to record none
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if a value
   *     cannot be encoded, or if all of them exceed a limit together
   */
  byte[] encode(AttributeCodec codec, @Nullable MetObjects met) {
    String nameInMessages = String.join("+", names);
    byte[] list =
        met == null
            ? codec.encode(nameInMessages, values)
            : codec.encode(nameInMessages, values, met);
    return new UnitEnvelope(names, list).toBytes();
  }
}
