// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.KeyCharges;
import org.holdfast.replication.serialization.codec.KeyCharges.Keeping;
import org.holdfast.replication.serialization.codec.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The base of the serializers of containers that hash or compare elements: sets, maps, priority
 * queues. All parts are read before the first goes in, and hash work is charged first (see {@link
 * Graph}). A container whose elements lead to objects that were not whole yet is filled once more
 * at the end. So cycles through hash sets come back right (JDK serialization gets them wrong).
 */
abstract class KeyedSerializer<T> extends GraphSerializer<T> {
  /** The steps along a chain that are charged as one visit of some 5 ns: {@link HashBudget}. */
  private static final int CHAIN_STEPS_PER_VISIT = 4;

  /** The number of parts per entry: 1 for sets, 2 for maps, a key and then its value. */
  private final int stride;

  private final boolean late;

  KeyedSerializer(int stride, boolean late) {
    super(Graph.Hashing.BY_PARTS, late);
    this.late = late;
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
   * Returns a copy of the parts if other threads may change them unnoticed while they are handed
   * over, else null. Without a copy, a change shows in {@link ConcurrentModificationException} or
   * in the count.
   */
  @Nullable Object @Nullable [] copyOfParts(T container) {
    return null;
  }

  /** Writes the head, which precedes the parts. */
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
    KeyCharges charges = charges(late ? null : value, count);
    PartWriter writer = new PartWriter(kryo, output, value, stride, count, charges);
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
    Parts read = readCharged(kryo, input, container);
    Graph graph = kryo.graph();
    if (!graph.hashedCycle()) {
      fill(container, read.parts);
      return container;
    }
    graph.refillAtEnd(
        () -> {
          graph.chargeHashWork(read.weight + comparing(container, read));
          fill(container, read.parts);
        });
    // An element whose fields are not there yet may fail to hash; at the end it must not.
    long work;
    try {
      work = comparing(container, read);
    } catch (RuntimeException incompleteElement) {
      return container;
    }
    graph.chargeHashWork(read.weight + work);
    try {
      fill(container, read.parts);
    } catch (RuntimeException incompleteElement) {
      return container;
    }
    return container;
  }

  /**
   * Returns the visits that comparing the keys takes, as they are now. The hash codes of keys in a
   * cycle change until all objects are whole.
   */
  private long comparing(T container, Parts read) {
    KeyCharges charges = charges(container, read.parts.length / stride);
    long work = 0;
    for (int i = 0; i < read.parts.length; i += stride) {
      Object key = read.parts[i];
      if (key != null) {
        work = Math.min(HashBudget.INFINITE, work + charges.next(key, read.heaviest));
      }
    }
    return work;
  }

  /**
   * The parts of a container.
   *
   * @param weight visits that hashing all keys takes
   * @param heaviest visits that hashing one takes at most
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Parts(@Nullable Object[] parts, long weight, long heaviest) {}

  /**
   * Reads count and parts, and charges for hashing the keys.
   *
   * @param container null if it does not exist yet: then it is one of the immutable ones
   */
  final @Nullable Object[] readPartsOf(
      AttributeKryo kryo, BoundedInput input, @Nullable T container) {
    return readCharged(kryo, input, container).parts;
  }

  private Parts readCharged(AttributeKryo kryo, BoundedInput input, @Nullable T container) {
    Graph graph = kryo.graph();
    @Nullable Object[] parts = new Object[graph.promise(input, stride) * stride];
    graph.openHashContainer();
    KeyCharges charges = charges(container, parts.length / stride);
    long sum = 0;
    long heaviest = 0;
    for (int i = 0; i < parts.length; i++) {
      graph.beginSlot();
      long saved = graph.beginElement();
      parts[i] = kryo.readClassAndObject(input);
      long weight = graph.endElement(saved);
      if (i % stride == 0) {
        sum += weight; // none of these is infinite, or the charge would have failed
        heaviest = Math.max(heaviest, weight);
        graph.chargeHashWork(weight);
        // With a cycle somewhere, keys may not be whole yet; all that go in at once must be.
        if (parts[i] != null && (late || !graph.hashedCycle())) {
          graph.chargeHashWork(charges.next(parts[i], weight));
        }
      }
    }
    graph.closeHashContainer();
    return new Parts(parts, sum, heaviest);
  }

  private static KeyCharges charges(@Nullable Object container, int count) {
    return new KeyCharges(keeping(container), count, CHAIN_STEPS_PER_VISIT);
  }

  private static Keeping keeping(@Nullable Object container) {
    if (container == null) {
      return Keeping.PROBES;
    }
    if (container instanceof SortedSet
        || container instanceof SortedMap
        || container instanceof PriorityQueue) {
      return Keeping.ORDER;
    }
    return container instanceof Hashtable ? Keeping.CHAINS : Keeping.TREES;
  }

  /** Writes the parts of one container, one after the other, and charges for hashing its keys. */
  static final class PartWriter {
    private final AttributeKryo kryo;
    private final Output output;
    private final Object container;
    private final int stride;
    private final int expected;
    private final KeyCharges charges;
    // Made for the first key that could have changed: most keys are texts and numbers.
    private @Nullable Set<Object> distinct;
    private int written;

    private PartWriter(
        AttributeKryo kryo,
        Output output,
        Object container,
        int stride,
        int count,
        KeyCharges charges) {
      this.kryo = kryo;
      this.output = output;
      this.container = container;
      this.stride = stride;
      this.expected = count * stride;
      this.charges = charges;
    }

    void write(@Nullable Object part) {
      Graph graph = kryo.graph();
      long saved = graph.beginElement();
      kryo.writeClassAndObject(output, part);
      long weight = graph.endElement(saved);
      if (written++ % stride == 0) {
        graph.chargeHashWork(weight);
        if (part != null) {
          graph.chargeHashWork(charges.next(part, weight));
        }
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
     * Fails if {@code key} equals an earlier one, as it may if one was changed while it was in the
     * container: one would vanish on reading.
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
