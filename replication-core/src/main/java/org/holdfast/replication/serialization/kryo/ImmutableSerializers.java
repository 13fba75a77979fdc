// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The serializers of the JDK's immutable containers, which can be made only when their elements are
 * there.
 */
final class ImmutableSerializers {
  private ImmutableSerializers() {}

  /**
   * The serializer of {@code List.of}, {@code List.copyOf} and {@code Stream.toList}, which alone
   * may hold null.
   */
  static final class OfList extends GraphSerializer<List<@Nullable Object>> {
    private static final Class<?> OF_ONE_OR_TWO = List.of(1).getClass();
    private static final Class<?> OF_MORE = List.of(1, 2, 3).getClass();

    OfList() {
      super(Graph.Hashing.BY_PARTS, true);
    }

    @Override
    void writeParts(AttributeKryo kryo, Output output, List<@Nullable Object> value) {
      output.writeBoolean(allowsNull(value));
      int size = value.size();
      kryo.graph().requireElements(size);
      output.writeVarInt(size, true);
      kryo.graph().addWeight(size);
      for (int i = 0; i < size; i++) { // it cannot change, and so no iterator is needed
        kryo.writeClassAndObject(output, value.get(i));
      }
    }

    @Override
    List<@Nullable Object> readParts(AttributeKryo kryo, BoundedInput input) {
      boolean allowsNull = input.readBoolean();
      @Nullable Object[] elements = SequenceSerializer.readElements(kryo, input);
      return allowsNull ? Arrays.stream(elements).toList() : List.of(elements);
    }

    /**
     * Tells whether a list allows null. Asking it costs an exception, so the cheap question comes
     * first: of a list that refuses null, {@code List.copyOf} gives back that very list.
     */
    @SuppressWarnings("ReferenceEquality")
    private static boolean allowsNull(List<?> value) {
      if (value.getClass() == OF_ONE_OR_TWO) {
        return false;
      }
      if (value.getClass() == OF_MORE && !hasNull(value)) {
        return List.copyOf(value) != value;
      }
      try {
        boolean unused = value.contains(null);
        return true;
      } catch (NullPointerException e) {
        return false;
      }
    }
  }

  private static boolean hasNull(List<?> value) {
    for (int i = 0; i < value.size(); i++) {
      if (value.get(i) == null) {
        return true;
      }
    }
    return false;
  }

  /** The serializer of {@code Set.of} and {@code Set.copyOf}. */
  static final class OfSet extends KeyedSerializer<Set<@Nullable Object>> {
    OfSet() {
      super(1, true);
    }

    @Override
    int countOf(Set<@Nullable Object> container) {
      return container.size();
    }

    @Override
    void handParts(Set<@Nullable Object> container, PartWriter writer) {
      for (Object element : container) {
        writer.write(element);
      }
    }

    @Override
    Set<@Nullable Object> create(AttributeKryo kryo, BoundedInput input) {
      Set<@Nullable Object> set = Set.of(readPartsOf(kryo, input, null));
      kryo.graph().madeFull(set);
      return set;
    }

    @Override
    Set<@Nullable Object> readParts(AttributeKryo kryo, BoundedInput input) {
      return create(kryo, input);
    }

    @Override
    void fill(Set<@Nullable Object> container, @Nullable Object[] parts) {
      throw new IllegalStateException("an immutable set is made full");
    }
  }

  /** The serializer of {@code Map.of}, {@code Map.ofEntries} and {@code Map.copyOf}. */
  static final class OfMap extends KeyedSerializer<Map<@Nullable Object, @Nullable Object>> {
    OfMap() {
      super(2, true);
    }

    @Override
    int countOf(Map<@Nullable Object, @Nullable Object> container) {
      return container.size();
    }

    @Override
    void handParts(Map<@Nullable Object, @Nullable Object> container, PartWriter writer) {
      for (Map.Entry<@Nullable Object, @Nullable Object> entry : container.entrySet()) {
        writer.write(entry.getKey());
        writer.write(entry.getValue());
      }
    }

    @Override
    Map<@Nullable Object, @Nullable Object> create(AttributeKryo kryo, BoundedInput input) {
      @Nullable Object[] parts = readPartsOf(kryo, input, null);
      Map<@Nullable Object, @Nullable Object> entries = new HashMap<>();
      for (int i = 0; i < parts.length; i += 2) {
        entries.put(parts[i], parts[i + 1]);
      }
      Map<@Nullable Object, @Nullable Object> map = Map.copyOf(entries);
      kryo.graph().madeFull(map);
      return map;
    }

    @Override
    Map<@Nullable Object, @Nullable Object> readParts(AttributeKryo kryo, BoundedInput input) {
      return create(kryo, input);
    }

    @Override
    void fill(Map<@Nullable Object, @Nullable Object> container, @Nullable Object[] parts) {
      throw new IllegalStateException("an immutable map is made full");
    }
  }

  /** The serializer of objects with a fixed number of parts: singletons, optionals, map entries. */
  static final class OfParts<T> extends GraphSerializer<T> {
    private final Function<T, @Nullable Object[]> split;
    private final Function<@Nullable Object[], T> join;

    OfParts(Function<T, @Nullable Object[]> split, Function<@Nullable Object[], T> join) {
      super(Graph.Hashing.BY_PARTS, true);
      this.split = split;
      this.join = join;
    }

    @Override
    void writeParts(AttributeKryo kryo, Output output, T value) {
      SequenceSerializer.writeElements(kryo, output, Arrays.asList(split.apply(value)));
    }

    @Override
    T readParts(AttributeKryo kryo, BoundedInput input) {
      return join.apply(SequenceSerializer.readElements(kryo, input));
    }
  }
}
