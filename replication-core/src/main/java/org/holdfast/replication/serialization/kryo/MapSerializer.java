// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/** The serializer of the JDK's mutable maps, hashed or in natural order. Exact classes only. */
class MapSerializer extends KeyedSerializer<Map<@Nullable Object, @Nullable Object>> {
  private final Supplier<? extends Map<@Nullable Object, @Nullable Object>> factory;

  MapSerializer(Supplier<? extends Map<@Nullable Object, @Nullable Object>> factory) {
    super(2, false);
    this.factory = factory;
  }

  @Override
  int countOf(Map<@Nullable Object, @Nullable Object> container) {
    JdkTypes.requireNaturalOrder(container);
    ChangedKeys.requireUsable(container, container.keySet());
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
  @Nullable Object @Nullable [] copyOfParts(Map<@Nullable Object, @Nullable Object> container) {
    if (!(container instanceof ConcurrentMap)) {
      return null;
    }
    List<@Nullable Object> parts = new ArrayList<>(2 * container.size());
    for (Map.Entry<@Nullable Object, @Nullable Object> entry : container.entrySet()) {
      parts.add(entry.getKey());
      parts.add(entry.getValue());
    }
    return parts.toArray();
  }

  @Override
  Map<@Nullable Object, @Nullable Object> create(AttributeKryo kryo, BoundedInput input) {
    return factory.get();
  }

  @Override
  void fill(Map<@Nullable Object, @Nullable Object> container, @Nullable Object[] parts) {
    container.clear();
    for (int i = 0; i < parts.length; i += 2) {
      container.put(parts[i], parts[i + 1]);
    }
    if (container.size() != parts.length / 2) {
      throw new LimitExceeded("a map of " + parts.length / 2 + " entries holds a key twice");
    }
  }

  /** The serializer of linked maps with the order that they keep: of insertion, or of access. */
  static final class Linked extends MapSerializer {
    private final AccessOrder accessOrder = new AccessOrder();

    Linked() {
      super(LinkedHashMap::new);
    }

    @Override
    void writeHead(
        AttributeKryo kryo, Output output, Map<@Nullable Object, @Nullable Object> container) {
      output.writeBoolean(accessOrder.keptBy(container));
    }

    @Override
    Map<@Nullable Object, @Nullable Object> create(AttributeKryo kryo, BoundedInput input) {
      return new LinkedHashMap<>(16, 0.75f, input.readBoolean());
    }
  }

  /**
   * The serializer of enum maps. An empty one does not tell its key type and goes through JDK
   * serialization.
   */
  @SuppressWarnings({"rawtypes", "unchecked"})
  static final class OfEnums extends MapSerializer {
    OfEnums() {
      super(LinkedHashMap::new);
    }

    @Override
    void writeHead(
        AttributeKryo kryo, Output output, Map<@Nullable Object, @Nullable Object> container) {
      if (container.isEmpty()) {
        throw new JdkDetour(EnumMap.class);
      }
      Enum key = (Enum) java.util.Objects.requireNonNull(container.keySet().iterator().next());
      kryo.writeClass(output, key.getDeclaringClass());
    }

    @Override
    Map<@Nullable Object, @Nullable Object> create(AttributeKryo kryo, BoundedInput input) {
      return new EnumMap(JdkTypes.readEnum(kryo, input).getType());
    }

    /** Leaves out constants that are missing here: then the attribute can do without the map. */
    @Override
    void fill(Map<@Nullable Object, @Nullable Object> container, @Nullable Object[] parts) {
      List<@Nullable Object> known = new ArrayList<>(parts.length);
      for (int i = 0; i < parts.length; i += 2) {
        if (!(parts[i] instanceof SkippableValues.Missing)) {
          known.add(parts[i]);
          known.add(parts[i + 1]);
        }
      }
      super.fill(container, known.toArray());
    }
  }
}
