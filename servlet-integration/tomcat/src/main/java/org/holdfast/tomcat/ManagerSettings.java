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

package org.holdfast.tomcat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.config.SerializationConfigBuilder;
import org.holdfast.replication.config.UnreadablePolicy;
import org.holdfast.replication.config.Verification;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the {@code Manager} element as they were written.
 *
 * <p>Kept as text until the start, because Tomcat only logs a warning when a setter refuses its
 * value, and goes on with the default.
 */
final class ManagerSettings {
  private final Map<String, String> values = new ConcurrentHashMap<>();

  void set(String attribute, String value) {
    values.put(attribute, value.trim());
  }

  @Nullable String get(String attribute) {
    return values.get(attribute);
  }

  /**
   * @param defaultMember name of this node if no attribute says otherwise
   * @throws IllegalArgumentException naming the attribute, its value and what it may be
   */
  NodeConfig node(String defaultMember) {
    NodeConfigBuilder node = NodeConfig.builder(values.getOrDefault("memberName", defaultMember));
    ifSet("cluster", Function.identity(), node::cluster);
    ifSet("bindHost", Function.identity(), node::bindHost);
    ifSet("discovery", Function.identity(), node::discovery);
    ifSet("replicationPort", whole("replicationPort"), node::replicationPort);
    ifSet("membershipPort", whole("membershipPort"), node::membershipPort);
    ifSet("zone", Function.identity(), node::zone);
    ifSet("applicationVersion", Function.identity(), node::applicationVersion);
    node.partition(choice("partition", PartitionPolicy.class, PartitionPolicy.AVAILABLE));
    ifSet("expectedNodes", whole("expectedNodes"), node::expectedNodes);
    node.servingLease(isTrue("servingLease"));
    ifSet("sessionIdSecret", Function.identity(), node::sessionIdSecret);
    ifSet("secondaries", whole("secondaries"), node::secondaries);
    ifSet("maxFrameBytes", whole("maxFrameBytes"), node::maxFrameBytes);
    ifSet("maxQueuedBytes", number("maxQueuedBytes"), node::maxQueuedBytes);
    ifSet("ackTimeoutMillis", millis("ackTimeoutMillis"), node::ackTimeout);
    ifSet("silenceTimeoutMillis", millis("silenceTimeoutMillis"), node::silenceTimeout);
    ifSet("acquireTimeoutMillis", millis("acquireTimeoutMillis"), node::acquireTimeout);
    ifSet("handOverTimeoutMillis", millis("handOverTimeoutMillis"), node::handOverTimeout);
    ifSet("joinTimeoutMillis", millis("joinTimeoutMillis"), node::joinTimeout);
    ifSet("drainTimeoutMillis", millis("drainTimeoutMillis"), node::drainTimeout);
    return node.build();
  }

  /**
   * @throws IllegalArgumentException naming the attribute, its value and what it may be
   */
  ApplicationConfig application(String defaultName, ClassLoader classLoader) {
    ApplicationConfig defaults =
        ApplicationConfig.of(values.getOrDefault("application", defaultName), classLoader);
    return new ApplicationConfig(
        defaults.name(),
        classLoader,
        choice("scope", ReplicationScope.class, defaults.scope()),
        choice("detection", ChangeDetection.class, defaults.detection()),
        choice("ackMode", AckMode.class, defaults.ackMode()),
        duration("asyncLagMillis", defaults.asyncLag()),
        choice("degraded", DegradedPolicy.class, defaults.degraded()),
        duration("degradedWaitMillis", defaults.degradedWait()),
        patchFromBytes(defaults.patchFromBytes()),
        serialization());
  }

  private int patchFromBytes(int byDefault) {
    String value = values.get("patchFromBytes");
    return value == null ? byDefault : whole("patchFromBytes").apply(value);
  }

  private SerializationConfig serialization() {
    SerializationConfigBuilder serialization = SerializationConfig.builder();
    ifSet("allowedClasses", Function.identity(), serialization::allowedClasses);
    ifSet("classAliases", Function.identity(), serialization::classAliases);
    serialization.unreadable(
        choice("unreadable", UnreadablePolicy.class, UnreadablePolicy.DROP_ATTRIBUTE));
    ifSet("maxAttributeBytes", whole("maxAttributeBytes"), serialization::maxAttributeBytes);
    ifSet("maxDepth", whole("maxDepth"), serialization::maxDepth);
    ifSet("maxObjects", whole("maxObjects"), serialization::maxObjects);
    ifSet("maxElements", whole("maxElements"), serialization::maxElements);
    ifSet("maxDecodeMillis", whole("maxDecodeMillis"), serialization::maxDecodeMillis);
    serialization.verify(choice("verify", Verification.class, Verification.FIRST_SIGHT));
    serialization.codec(choice("codec", CodecChoice.class, CodecChoice.KRYO));
    return serialization.build();
  }

  private Duration duration(String attribute, Duration byDefault) {
    String value = values.get(attribute);
    return value == null ? byDefault : millis(attribute).apply(value);
  }

  boolean exposeProtection() {
    return isTrue("exposeProtection");
  }

  private boolean isTrue(String attribute) {
    String value = values.getOrDefault(attribute, "false");
    if (!value.equals("true") && !value.equals("false")) {
      throw unusable(attribute, "\"true\" or \"false\"", value);
    }
    return value.equals("true");
  }

  private <T> void ifSet(String attribute, Function<String, T> parser, Consumer<T> setter) {
    String value = values.get(attribute);
    if (value != null) {
      setter.accept(parser.apply(value));
    }
  }

  private static Function<String, Integer> whole(String attribute) {
    return value -> {
      try {
        return Integer.valueOf(value);
      } catch (NumberFormatException e) {
        throw unusable(attribute, "a whole number", value);
      }
    };
  }

  private static Function<String, Long> number(String attribute) {
    return value -> {
      try {
        return Long.valueOf(value);
      } catch (NumberFormatException e) {
        throw unusable(attribute, "a whole number", value);
      }
    };
  }

  private static Function<String, Duration> millis(String attribute) {
    return value -> {
      try {
        return Duration.ofMillis(Long.parseLong(value));
      } catch (NumberFormatException e) {
        throw unusable(attribute, "a whole number of milliseconds", value);
      }
    };
  }

  /** Constants are written as in {@code modified-attribute}. */
  private <E extends Enum<E>> E choice(String attribute, Class<E> type, E byDefault) {
    String value = values.get(attribute);
    if (value == null) {
      return byDefault;
    }
    for (E constant : type.getEnumConstants()) {
      if (written(constant).equals(value.toLowerCase(Locale.ROOT).replace('_', '-'))) {
        return constant;
      }
    }
    String choices =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> '"' + written(constant) + '"')
            .collect(Collectors.joining(", "));
    throw unusable(attribute, "one of " + choices, value);
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException unusable(
      String attribute, String expected, String value) {
    return new IllegalArgumentException(
        attribute + " must be " + expected + ", was \"" + value + "\"");
  }
}
