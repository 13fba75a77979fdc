// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;

/**
 * The serializer of arrays of objects; arrays of primitives go through Kryo's own serializers over
 * {@link BoundedInput}.
 */
final class ObjectArraySerializer extends GraphSerializer<Object> {
  private final Class<?> componentType;

  ObjectArraySerializer(Class<?> componentType) {
    super(Graph.Hashing.BY_IDENTITY, false);
    this.componentType = componentType;
  }

  @Override
  void writeParts(AttributeKryo kryo, Output output, Object value) {
    if (value instanceof Object[] objects) {
      kryo.graph().requireElements(objects.length);
      output.writeVarInt(objects.length, true);
      for (Object object : objects) {
        kryo.writeClassAndObject(output, object);
      }
    } else {
      throw new IllegalArgumentException(
          value.getClass().getName() + " is not an array of objects");
    }
  }

  @Override
  Object readParts(AttributeKryo kryo, BoundedInput input) {
    Object[] objects = (Object[]) Array.newInstance(componentType, kryo.graph().promise(input, 1));
    kryo.reference(objects);
    for (int i = 0; i < objects.length; i++) {
      kryo.graph().beginSlot();
      Object element = kryo.readClassAndObject(input);
      if (element instanceof SkippableValues.Missing && componentType != Object.class) {
        continue; // does not fit into an array of its superclass
      }
      objects[i] = element;
    }
    return objects;
  }
}
