// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.schema.Conversion;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.holdfast.replication.serialization.schema.SchemaMatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value of an object as it was written, and knows where it goes here: into a field as it
 * is, into a field after conversion, or nowhere. Stateless.
 */
final class FieldReader {
  /**
   * The result of {@link #read} if the object has to do without the value: its field keeps its
   * default.
   */
  static final Object NOTHING = new Object();

  private final String className;
  private final String fieldName;
  private final FieldKind kind;
  private final int local;
  private final @Nullable FieldSlot slot;
  private final boolean same;

  private FieldReader(String className, SchemaMatch.Step step, List<FieldSlot> slots) {
    this.className = className;
    this.fieldName = step.written().name();
    this.kind = step.written().kind();
    this.local = step.local();
    this.slot = local == SchemaMatch.DROPPED ? null : slots.get(local);
    this.same = step.fit() == Conversion.Fit.SAME;
  }

  /** Returns a reader for each step of {@code match}. */
  static List<FieldReader> of(String className, SchemaMatch match, List<FieldSlot> slots) {
    List<FieldReader> readers = new ArrayList<>();
    for (SchemaMatch.Step step : match.steps()) {
      readers.add(new FieldReader(className, step, slots));
    }
    return List.copyOf(readers);
  }

  /** Returns the index of the field here, or {@link SchemaMatch#DROPPED}. */
  int local() {
    return local;
  }

  void readInto(AttributeKryo kryo, BoundedInput input, Object owner)
      throws IllegalAccessException {
    if (same && slot != null) {
      slot.readInto(kryo, input, owner);
      return;
    }
    Object value = read(kryo, input);
    if (slot != null && value != NOTHING) {
      slot.set(owner, value);
    }
  }

  @Nullable Object read(AttributeKryo kryo, BoundedInput input) {
    if (slot == null) {
      drop(kryo, input);
      return NOTHING;
    }
    Object value = FieldSlot.readWritten(kind, kryo, input);
    if (same) {
      return value;
    }
    Object converted = Conversion.convert(value, slot.type());
    if (converted == Conversion.NO_FIT) {
      if (value instanceof SkippableValues.Missing) {
        return NOTHING; // why, is known
      }
      String held = value == null ? "null" : "a " + value.getClass().getName();
      SkippableValues.of(kryo)
          .require(
              new UnreadableClass(
                  className,
                  fieldName,
                  "holds "
                      + held
                      + ", which a field of type "
                      + slot.type().getName()
                      + " does not take"));
      return NOTHING;
    }
    return converted;
  }

  private void drop(AttributeKryo kryo, BoundedInput input) {
    if (kind != FieldKind.OBJECT) {
      FieldSlot.readWritten(kind, kryo, input);
      return;
    }
    SkippableValues dropping = SkippableValues.of(kryo);
    dropping.begin();
    kryo.readClassAndObject(input);
    UnreadableClass unused = dropping.end();
  }
}
