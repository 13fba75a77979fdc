// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.List;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.schema.SchemaMatch;
import org.objenesis.instantiator.ObjectInstantiator;

/**
 * The serializer of application classes, field by field, like JDK serialization's default form. No
 * constructor of the class runs, and transient fields have their type's default value. It uses
 * reflection only: the same on every JDK, final fields included. It writes the class as it is here,
 * and reads it as it was written.
 */
final class BeanSerializer extends GraphSerializer<Object> {
  private final Class<?> type;
  private final ObjectInstantiator<?> instantiator;
  private final List<FieldSlot> slots;
  private final List<FieldReader> readers;

  /**
   * @param match how values are read
   */
  BeanSerializer(Class<?> type, ClassPlans.Plan plan, SchemaMatch match) {
    super(Children.hashesByIdentity(type) ? Graph.Hashing.BY_IDENTITY : Graph.Hashing.OWN, false);
    if (plan.instantiator() == null) {
      throw new IllegalArgumentException(type.getName() + " is not planned as a bean");
    }
    this.type = type;
    this.instantiator = plan.instantiator();
    this.slots = plan.requireShape().fields().stream().map(FieldSlot::new).toList();
    this.readers = FieldReader.of(type.getName(), match, slots);
  }

  @Override
  void writeParts(AttributeKryo kryo, Output output, Object value) {
    try {
      for (FieldSlot slot : slots) {
        slot.write(kryo, output, value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field of " + type.getName() + " became inaccessible", e);
    }
  }

  @Override
  Object readParts(AttributeKryo kryo, BoundedInput input) {
    Object value = instantiator.newInstance();
    kryo.reference(value);
    try {
      for (FieldReader reader : readers) {
        reader.readInto(kryo, input, value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field of " + type.getName() + " cannot be set", e);
    }
    return value;
  }
}
