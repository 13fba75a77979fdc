// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;

/** Attributes of objects that refer to each other, with a secondary that somebody can take over. */
abstract class SharedAttributesFixture {
  /** An object of a graph. */
  static class Node implements Serializable {
    private static final long serialVersionUID = 1L;
    int number;
    final List<Node> links = new ArrayList<>();

    Node(int number) {
      this.number = number;
    }
  }

  /** One that only JDK serialization gives back. */
  static final class HookedNode extends Node {
    private static final long serialVersionUID = 1L;

    HookedNode(int number) {
      super(number);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  final AttributeCodec codec =
      new KryoAttributeCodec(
          SharedAttributesFixture.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
  final ReplicationMetrics metrics = new ReplicationMetrics();
  final AttributeTraffic traffic = new AttributeTraffic("test", "a", "shop");
  RecordingSecondary secondary = new RecordingSecondary(Map.of());
  SessionAttributes attributes = arrivingWith(Map.of());

  private SessionAttributes arrivingWith(Map<String, byte[]> envelopes) {
    ApplicationConfig config =
        ApplicationConfig.of("shop", getClass().getClassLoader()).withPatchFromBytes(256);
    return new SessionAttributes(
        codec,
        ChangeDetection.ON_GET,
        metrics,
        traffic,
        AttributePatches.of(config, name -> secondary.bytes(name)),
        envelopes,
        (name, problem, replaced) -> {});
  }

  /** The session as another node gets it that takes over now. */
  final SessionAttributes elsewhere() {
    return arrivingWith(secondary.envelopes());
  }

  /** Goes on elsewhere; what was not committed is lost. */
  final void moveOn() {
    attributes = elsewhere();
  }

  /** A request's end; returns the names of what was sent, units by {@code unit}. */
  final List<String> commit() {
    return secondary.commit(attributes).keySet().stream()
        .map(name -> UnitEnvelope.isUnitName(name) ? "unit" : name)
        .sorted()
        .toList();
  }

  final Node node(String name) {
    return (Node) attributes.get(name);
  }

  final long units() {
    return secondary.envelopes().keySet().stream().filter(UnitEnvelope::isUnitName).count();
  }

  /** Values and references of all attributes: the same text for graphs that are the same. */
  static String shape(Map<String, Object> attributes) {
    StringBuilder shape = new StringBuilder();
    IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    new TreeMap<>(attributes)
        .forEach(
            (name, value) -> {
              shape.append(name).append('=');
              append(shape, seen, value);
              shape.append('\n');
            });
    return shape.toString();
  }

  private static void append(
      StringBuilder shape, IdentityHashMap<Object, Integer> seen, Object value) {
    if (!(value instanceof Node) && !(value instanceof List)) {
      shape.append(value);
      return;
    }
    Integer known = seen.putIfAbsent(value, seen.size());
    if (known != null) {
      shape.append('#').append(known);
      return;
    }
    List<?> parts = value instanceof Node node ? node.links : (List<?>) value;
    shape.append(value instanceof Node node ? node.getClass().getSimpleName() + node.number : "");
    shape.append('[');
    for (Object part : parts) {
      append(shape, seen, part);
      shape.append(' ');
    }
    shape.append(']');
  }
}
