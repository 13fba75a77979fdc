// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.schema.SchemaMatch;
import org.jspecify.annotations.Nullable;

/**
 * The serializer of records. It writes the components in their order and reads them back through
 * the canonical constructor, whose checks therefore hold. A component that was not written has its
 * type's default.
 *
 * <p>The constructor is called on writing, too: it may refuse now what it took when the record was
 * made (a list that was emptied), or make other components of its own ones, and that must show
 * before they are replicated. Costs some 40 ns of some 200, and a record.
 */
final class RecordSerializer extends GraphSerializer<Object> {
  private final Constructor<?> constructor;
  private final List<FieldSlot> slots;
  private final List<FieldReader> readers;
  private final @Nullable Object[] defaults;

  /**
   * @param match how values are read
   */
  RecordSerializer(Class<?> type, ClassPlans.Plan plan, SchemaMatch match) {
    super(Graph.Hashing.BY_PARTS, true);
    this.slots = plan.requireShape().fields().stream().map(FieldSlot::new).toList();
    this.readers = FieldReader.of(type.getName(), match, slots);
    this.defaults = slots.stream().map(slot -> defaultOf(slot.type())).toArray();
    try {
      constructor =
          type.getDeclaredConstructor(slots.stream().map(FieldSlot::type).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "record " + type.getName() + " has no canonical constructor", e);
    }
  }

  private static @Nullable Object defaultOf(Class<?> type) {
    return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
  }

  @Override
  void writeParts(AttributeKryo kryo, Output output, Object value) {
    try {
      requireRebuildable(value);
      for (FieldSlot slot : slots) {
        slot.write(kryo, output, value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(
          "a component of " + value.getClass().getName() + " became inaccessible", e);
    }
  }

  private void requireRebuildable(Object value) throws IllegalAccessException {
    @Nullable Object[] parts = new Object[slots.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = slots.get(i).get(value);
    }
    Object rebuilt;
    try {
      rebuilt = constructor.newInstance(parts);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof ConcurrentModificationException meanwhile) {
        throw meanwhile;
      }
      throw new Refusal(
          value, "is a record whose constructor refuses its own components: " + e.getCause());
    } catch (InstantiationException e) {
      throw new IllegalStateException("a record is never abstract", e);
    }
    for (int i = 0; i < parts.length; i++) {
      Object part = parts[i];
      if (part != null
          && ImmutableTypes.isImmutable(part)
          && !part.equals(slots.get(i).get(rebuilt))) {
        throw new Refusal(
            value, "is a record whose constructor makes another record of its own components");
      }
    }
  }

  @Override
  Object readParts(AttributeKryo kryo, BoundedInput input) {
    @Nullable Object[] parts = defaults.clone();
    for (FieldReader reader : readers) {
      Object part = reader.read(kryo, input);
      if (part != FieldReader.NOTHING) {
        parts[reader.local()] = part;
      }
    }
    try {
      return constructor.newInstance(parts);
    } catch (InvocationTargetException e) {
      SkippableValues dropping = SkippableValues.of(kryo);
      dropping.require(
          new UnreadableClass(
              constructor.getDeclaringClass().getName(),
              "",
              "is a record whose constructor refuses the components: " + e.getCause()));
      return dropping.replacement();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "record " + constructor.getDeclaringClass().getName() + " cannot be created", e);
    }
  }
}
