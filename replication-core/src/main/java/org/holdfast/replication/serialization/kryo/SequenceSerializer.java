// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The serializer of the JDK's mutable collections that neither hash nor compare their elements.
 * Exact classes only, never subclasses.
 */
final class SequenceSerializer extends GraphSerializer<Collection<@Nullable Object>> {
  private final IntFunction<? extends Collection<@Nullable Object>> factory;

  SequenceSerializer(IntFunction<? extends Collection<@Nullable Object>> factory) {
    super(Graph.Hashing.BY_PARTS, false);
    this.factory = factory;
  }

  @Override
  void writeParts(AttributeKryo kryo, Output output, Collection<@Nullable Object> value) {
    writeElements(kryo, output, value);
  }

  @Override
  Collection<@Nullable Object> readParts(AttributeKryo kryo, BoundedInput input) {
    int size = kryo.graph().promise(input, 1);
    Collection<@Nullable Object> value = factory.apply(size);
    kryo.reference(value);
    kryo.graph().addWeight(size);
    for (int i = 0; i < size; i++) {
      kryo.graph().beginSlot();
      value.add(kryo.readElement(input));
    }
    return value;
  }

  /** Writes size and elements; of a concurrent collection, the elements of a copy. */
  static void writeElements(AttributeKryo kryo, Output output, Collection<?> value) {
    boolean concurrent =
        value instanceof ConcurrentLinkedQueue || value instanceof ConcurrentLinkedDeque;
    Collection<?> stable = concurrent ? Arrays.asList(value.toArray()) : value;
    int size = stable.size();
    kryo.graph().requireElements(size);
    output.writeVarInt(size, true);
    kryo.graph().addWeight(size);
    int written = kryo.elements().writeAll(stable);
    if (written != size) {
      throw new ConcurrentModificationException(
          "a collection had " + size + " elements, then " + written);
    }
  }

  /** Reads what {@link #writeElements} wrote. */
  static @Nullable Object[] readElements(AttributeKryo kryo, BoundedInput input) {
    @Nullable Object[] elements = new Object[kryo.graph().promise(input, 1)];
    kryo.graph().addWeight(elements.length);
    for (int i = 0; i < elements.length; i++) {
      kryo.graph().beginSlot();
      elements[i] = kryo.readClassAndObject(input);
    }
    return elements;
  }
}
