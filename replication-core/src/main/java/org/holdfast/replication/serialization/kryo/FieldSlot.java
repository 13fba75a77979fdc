// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads one field: primitives in fixed or variable length, strings without a class, the
 * rest with its class.
 */
final class FieldSlot {
  private final Field field;
  private final Class<?> type;

  FieldSlot(Field field) {
    this.field = field;
    this.type = field.getType();
  }

  void write(AttributeKryo kryo, Output output, Object owner) throws IllegalAccessException {
    kryo.graph().addWeight(1);
    if (!type.isPrimitive()) {
      Object value = field.get(owner);
      if (type == String.class) {
        output.writeString((String) value);
        LeafSerializers.weighText(kryo, (String) value);
      } else {
        kryo.writeClassAndObject(output, value);
      }
    } else if (type == int.class) {
      output.writeVarInt(field.getInt(owner), false);
    } else if (type == long.class) {
      output.writeVarLong(field.getLong(owner), false);
    } else if (type == boolean.class) {
      output.writeBoolean(field.getBoolean(owner));
    } else if (type == double.class) {
      output.writeLong(Double.doubleToRawLongBits(field.getDouble(owner)));
    } else if (type == float.class) {
      output.writeInt(Float.floatToRawIntBits(field.getFloat(owner)));
    } else if (type == char.class) {
      output.writeChar(field.getChar(owner));
    } else if (type == short.class) {
      output.writeShort(field.getShort(owner));
    } else {
      output.writeByte(field.getByte(owner));
    }
  }

  Class<?> type() {
    return type;
  }

  /** Reads what {@link #write} wrote into the same field. */
  void readInto(AttributeKryo kryo, Input input, Object owner) throws IllegalAccessException {
    if (type == int.class) {
      kryo.graph().addWeight(1);
      field.setInt(owner, input.readVarInt(false));
    } else if (type == long.class) {
      kryo.graph().addWeight(1);
      field.setLong(owner, input.readVarLong(false));
    } else if (type == boolean.class) {
      kryo.graph().addWeight(1);
      field.setBoolean(owner, input.readBoolean());
    } else {
      field.set(owner, readWritten(FieldKind.ofType(type.getName()), kryo, input));
    }
  }

  /** Returns the value, boxed if a primitive. */
  @Nullable Object get(Object owner) throws IllegalAccessException {
    return field.get(owner);
  }

  void set(Object owner, @Nullable Object value) throws IllegalAccessException {
    field.set(owner, value);
  }

  /** Returns the next value of a field that was written as {@code kind}, boxed if a primitive. */
  static @Nullable Object readWritten(FieldKind kind, AttributeKryo kryo, Input input) {
    kryo.graph().addWeight(1);
    return switch (kind) {
      case OBJECT -> kryo.readClassAndObject(input);
      case STRING -> {
        String text = input.readString();
        LeafSerializers.weighText(kryo, text);
        yield text;
      }
      case INT -> input.readVarInt(false);
      case LONG -> input.readVarLong(false);
      case BOOLEAN -> input.readBoolean();
      case DOUBLE -> Double.longBitsToDouble(input.readLong());
      case FLOAT -> Float.intBitsToFloat(input.readInt());
      case CHAR -> input.readChar();
      case SHORT -> input.readShort();
      case BYTE -> input.readByte();
    };
  }
}
