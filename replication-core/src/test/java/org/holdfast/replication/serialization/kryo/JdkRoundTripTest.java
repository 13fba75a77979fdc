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
