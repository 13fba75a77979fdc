// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaField;

/** Reads past an object of a class that is missing or unreadable here. */
final class SkippedSerializer extends GraphSerializer<Object> {
  private final Schema schema;

  SkippedSerializer(Schema schema) {
    super(Graph.Hashing.BY_IDENTITY, false);
    this.schema = schema;
  }

  @Override
  void writeParts(AttributeKryo kryo, Output output, Object value) {
    throw neverWritten();
  }

  @Override
  Object readParts(AttributeKryo kryo, BoundedInput input) {
    Object missing = SkippableValues.of(kryo).replacement();
    kryo.reference(missing);
    for (SchemaField field : schema.fields()) {
      FieldSlot.readWritten(field.kind(), kryo, input);
    }
    return missing;
  }

  private static IllegalStateException neverWritten() {
    return new IllegalStateException("what was skipped is never written");
  }

  /** Reads past a constant of an enum. References know no constants, so the graph does not. */
  static final class OfEnum extends Serializer<Object> {
    /** The enum to which the skipped constants of all enums count. */
    enum SkippedEnum {}

    static boolean isSkipped(Class<?> type) {
      return type == SkippedEnum.class;
    }

    @Override
    public void write(Kryo kryo, Output output, Object value) {
      throw neverWritten();
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
      String unused = ((BoundedInput) input).readText();
      return SkippableValues.of((AttributeKryo) kryo).replacement();
    }
  }
}
