// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Set;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;

/** The table through JDK serialization alone. */
class JdkRoundTripTest extends AttributeCodecContract {
  @Override
  AttributeCodec codec(Verification mode) {
    return new JdkAttributeCodec(
        getClass().getClassLoader(),
        ClassFilter.DEFAULT,
        CodecLimits.DEFAULT,
        ClassAliases.NONE,
        mode,
        new ReplicationMetrics());
  }

  /** Not serializable for the JDK; and cycles through hash containers, which it fills too early. */
  @Override
  Set<String> refusedBesides() {
    return Set.of(
        "subList of List.of comes back as List.of",
        "Map.entry",
        "Optional",
        "Optional.empty",
        "OptionalInt",
        "OptionalLong",
        "OptionalDouble",
        "URL",
        "bidirectional hash set, from a child",
        "HashSet in a cycle",
        "LinkedHashSet in a cycle",
        "HashSet of one in a cycle",
        "keys of a HashMap in a cycle",
        "keys of a ConcurrentHashMap in a cycle");
  }

  /** The JDK finds this one deeper: the part fails by itself. */
  @Override
  String pathOf(Samples.Sample sample) {
    return sample.title().equals("URL as key") ? "HashMap.key(URL)" : sample.path();
  }
}
