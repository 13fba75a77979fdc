/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Base of the serializers of containers that hash or compare elements: sets, maps, priority queues.
 * All parts are read before the first goes in, hash work is charged first (see {@link Graph}), and
 * a container whose elements lead to objects that were not whole yet is filled once more at the
 * end, so that cycles through hash sets come back right (JDK serialization gets them wrong).
 */
abstract class KeyedSerializer<T> extends GraphSerializer<T> {
  /** Below this size collisions cost nothing worth counting. */
  private static final int COLLISIONS_COUNTED_FROM = 64;

  /** 1 for sets, 2 for maps: a key, then its value. */
  private final int stride;

  KeyedSerializer(int stride, boolean late) {
    super(Graph.Hashing.BY_PARTS, late);
    this.stride = stride;
  }

  /**
   * Returns how many elements or entries there are.
   *
   * @throws JdkDetour if the container cannot go this way
   */
  abstract int countOf(T container);

  /** Hands keys, or keys and values in turn, to {@code writer}. */
  abstract void handParts(T container, PartWriter writer);

  /**
   * Returns the parts of a container that others may change while they are handed over, else null:
   * then a change shows in {@link ConcurrentModificationException} or in the count.
   */
  @Nullable Object @Nullable [] copyOfParts(T container) {
    return null;
  }

  /** Writes what precedes the parts. */
  void writeHead(AttributeKryo kryo, Output output, T container) {}

  /** Reads what {@link #writeHead} wrote and makes the container: empty, or for late ones full. */
  abstract T create(AttributeKryo kryo, BoundedInput input);

  abstract void fill(T container, @Nullable Object[] parts);

  @Override
  void writeParts(AttributeKryo kryo, Output output, T value) {
    writeHead(kryo, output, value);
    int count = countOf(value);
    @Nullable Object[] copy = copyOfParts(value);
    if (copy != null) {
      count = copy.length / stride;
    }
    Graph graph = kryo.graph();
    graph.requireElements(count);
    output.writeVarInt(count, true);
    graph.openHashContainer();
    PartWriter writer = new PartWriter(kryo, output, value, stride, count);
    if (copy == null) {
      handParts(value, writer);
    } else {
      for (Object part : copy) {
        writer.write(part);
      }
    }
    writer.requireComplete();
    graph.closeHashContainer();
  }

  @Override
  T readParts(AttributeKryo kryo, BoundedInput input) {
    T container = create(kryo, input);
    kryo.reference(container);
    @Nullable Object[] parts = readPartsOf(kryo, input);
    Graph graph = kryo.graph();
    if (!graph.hashedCycle()) {
      fill(container, parts);
      return container;
    }
    graph.refillAtEnd(() -> fill(container, parts));
    try {
      fill(container, parts);
    } catch (RuntimeException incompleteElement) {
      // An element whose fields are not there yet may fail to hash; at the end it must not.
      return container;
    }
    return container;
  }

  /** Reads count and parts, and charges for hashing the keys. */
  final @Nullable Object[] readPartsOf(AttributeKryo kryo, BoundedInput input) {
    @Nullable Object[] parts = new Object[input.readCount(stride) * stride];
    Graph graph = kryo.graph();
    graph.openHashContainer();
    Map<Integer, Integer> collisions = collisions(parts.length / stride);
    for (int i = 0; i < parts.length; i++) {
      long saved = graph.beginElement();
      parts[i] = kryo.readClassAndObject(input);
      long weight = graph.endElement(saved);
      if (i % stride == 0) {
        charge(graph, parts[i], weight, collisions);
      }
    }
    graph.closeHashContainer();
    return parts;
  }

  private static @Nullable Map<Integer, Integer> collisions(int count) {
    return count < COLLISIONS_COUNTED_FROM ? null : new HashMap<>();
  }

  /**
   * Comparable keys that collide are kept in trees by the JDK; others are compared with one
   * another.
   */
  private static void charge(
      Graph graph, @Nullable Object key, long weight, @Nullable Map<Integer, Integer> collisions) {
    graph.chargeHashWork(weight);
    if (collisions == null || key == null || key instanceof Comparable<?> || graph.hashedCycle()) {
      return;
    }
    if (!Children.hashesByIdentity(key.getClass()) && weight < HashBudget.INFINITE) {
      int others = collisions.merge(key.hashCode(), 1, Integer::sum) - 1;
      graph.chargeHashWork(others * weight);
    }
  }

  /** Writes the parts of one container, one after the other, and charges for hashing its keys. */
  static final class PartWriter {
    private final AttributeKryo kryo;
    private final Output output;
    private final Object container;
    private final int stride;
    private final int expected;
    private final @Nullable Map<Integer, Integer> collisions;
    // Made for the first key that could have changed: most keys are texts and numbers.
    private @Nullable Set<Object> distinct;
    private int written;

    private PartWriter(AttributeKryo kryo, Output output, Object container, int stride, int count) {
      this.kryo = kryo;
      this.output = output;
      this.container = container;
      this.stride = stride;
      this.expected = count * stride;
      this.collisions = collisions(count);
    }

    void write(@Nullable Object part) {
      Graph graph = kryo.graph();
      long saved = graph.beginElement();
      kryo.writeClassAndObject(output, part);
      long weight = graph.endElement(saved);
      if (written++ % stride == 0) {
        charge(graph, part, weight, collisions);
        if (part != null && expected > stride) {
          requireDistinct(part);
        }
      }
    }

    private void requireComplete() {
      if (written != expected) {
        throw new ConcurrentModificationException(
            "a container changed while it was written: "
                + written / stride
                + " elements instead of "
                + expected / stride);
      }
    }

    /**
     * A key that was changed while it was in the container may have become equal to another: one
     * would vanish on reading.
     */
    private void requireDistinct(Object key) {
      if (!(container instanceof Set || container instanceof Map)
          || ImmutableTypes.isImmutable(key)
          || Children.hashesByIdentity(key.getClass())) {
        return;
      }
      if (distinct == null) {
        distinct = new HashSet<>();
      }
      if (!distinct.add(key)) {
        throw new Refusal(
            container, "holds two equal elements: one was changed after it was put in");
      }
    }
  }
}
