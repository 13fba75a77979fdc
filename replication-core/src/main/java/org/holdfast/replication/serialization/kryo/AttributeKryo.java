// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.DecodedPart;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.ThreadCpuTime;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.jspecify.annotations.Nullable;

/**
 * A Kryo instance with its buffers, set up for one web application. Used by one thread at a time;
 * thrown away after any exception but {@link JdkDetour}.
 */
final class AttributeKryo extends Kryo {
  private static final int INITIAL_BYTES = 4096;
  private static final byte[] NOTHING = new byte[0];

  private final Graph graph;
  private final AttributeOutput output;
  private final BoundedInput input;
  private final ElementWriter elements = new ElementWriter(this);

  /** The elements of the outermost list so far; null if it is read as a whole. */
  private @Nullable List<DecodedPart> parts;

  private AttributeKryo(PlannedClasses resolver, Graph graph, ClassLoader loader) {
    super(resolver, new TrackingReferences(graph, resolver.dropping()));
    this.graph = graph;
    int maxBytes = graph.limits().maxBytes() - Envelope.HEADER_BYTES;
    this.output = new AttributeOutput(Math.min(INITIAL_BYTES, maxBytes), maxBytes);
    this.input = new BoundedInput(graph.limits());
    setRegistrationRequired(true);
    setReferences(true);
    setOptimizedGenerics(false);
    setClassLoader(loader);
    // Graph bounds the depth of objects with parts; this only adds a level for the leaves below.
    setMaxDepth(graph.limits().maxDepth() + 8);
  }

  static AttributeKryo create(
      JdkTypes jdkTypes, WebappClasses classes, ClassPlans plans, CodecLimits limits) {
    return create(jdkTypes, classes, plans, limits, ThreadCpuTime.clock());
  }

  /**
   * @param cpuNanos processor time of the calling thread
   */
  static AttributeKryo create(
      JdkTypes jdkTypes,
      WebappClasses classes,
      ClassPlans plans,
      CodecLimits limits,
      LongSupplier cpuNanos) {
    Graph graph = new Graph(limits, cpuNanos);
    PlannedClasses resolver = new PlannedClasses(plans, graph);
    AttributeKryo kryo = new AttributeKryo(resolver, graph, classes.loader());
    jdkTypes.registerAll(kryo, resolver);
    graph.clear();
    return kryo;
  }

  Graph graph() {
    return graph;
  }

  /**
   * Writes {@code value}; the bytes are in {@link #output()} until the next call.
   *
   * @param met takes note of the objects in it; may be null
   */
  int write(Object value, @Nullable MetObjects met) {
    graph.clear();
    graph.tell(met);
    output.reset();
    writeClassAndObject(output, value);
    graph.requireReadableWith(output.position());
    return output.position();
  }

  AttributeOutput output() {
    return output;
  }

  ElementWriter elements() {
    return elements;
  }

  /**
   * Reads the list that {@code bytes} holds from {@code offset} on, each element as if the others
   * were not needed.
   */
  List<DecodedPart> readParts(byte[] bytes, int offset) {
    List<DecodedPart> found = new ArrayList<>();
    parts = found;
    Object list = read(bytes, offset);
    parts = null;
    if (!(list instanceof Collection<?> collection) || collection.size() != found.size()) {
      throw new LimitExceeded("no list of values");
    }
    return found;
  }

  /** Reads an element of a list: see {@link #readParts} for those of the outermost one. */
  @Nullable Object readElement(BoundedInput from) {
    List<DecodedPart> found = parts;
    if (found == null || graph.depth() != 1) {
      return readClassAndObject(from);
    }
    SkippableValues dropping = SkippableValues.of(this);
    dropping.beginPart();
    Object element = readClassAndObject(from);
    UnreadableClass problem = dropping.end();
    found.add(
        problem == null
            ? new DecodedPart(element, null)
            : new DecodedPart(null, new CorruptAttributeException(problem)));
    return element;
  }

  /** Reads the one value that {@code bytes} holds from {@code offset} on. */
  Object read(byte[] bytes, int offset) {
    graph.clear();
    graph.startReading(bytes.length - offset);
    input.setBuffer(bytes, offset, bytes.length - offset);
    Object value = readValue();
    graph.refill();
    if (input.remaining() > 0) {
      throw new LimitExceeded(input.remaining() + " bytes after the value");
    }
    if (value == null) {
      throw new LimitExceeded("null in place of a value");
    }
    return value;
  }

  private Object readValue() {
    try {
      return readClassAndObject(input);
    } catch (KryoException e) {
      // Kryo hides why a reference was refused.
      throw e.getCause() instanceof CorruptAttributeException known ? known : e;
    }
  }

  /** Releases the objects of the last attribute; called before the instance is used again. */
  void recycle() {
    reset();
    graph.clear();
    input.setBuffer(NOTHING);
    output.shrink();
  }
}
