// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values that another thread changes without a lock while they are encoded. The seed is that of the
 * changes, not of the moments; {@code -Dseed=} takes another.
 */
@Timeout(60)
class ChangingValuesTest {
  private static final int ENCODINGS = 30;
  private static final int KEYS = 100;

  private final long seed = Long.getLong("seed", System.nanoTime());

  /** Holds what changes one level down. */
  static final class Cart implements Serializable {
    private static final long serialVersionUID = 1L;
    final Map<String, List<String>> items;

    Cart(Map<String, List<String>> items) {
      this.items = items;
    }
  }

  static Stream<Arguments> values() {
    AttributeCodec kryo =
        new KryoAttributeCodec(
            ChangingValuesTest.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
    AttributeCodec jdk =
        new JdkAttributeCodec(
            ChangingValuesTest.class.getClassLoader(),
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            new ReplicationMetrics());
    return Stream.of(kryo, jdk)
        .flatMap(
            codec ->
                Stream.of(
                        new HashMap<>(),
                        new LinkedHashMap<>(),
                        new TreeMap<>(),
                        new ArrayList<>(),
                        new HashSet<>(),
                        new Cart(new HashMap<>()))
                    .map(value -> Arguments.of(codec, value)));
  }

  /**
   * A thread that stands still in the middle of a change leaves a map whose size is wrong. Kryo
   * counts; for JDK serialization that map looks like one that is broken.
   */
  @ParameterizedTest
  @MethodSource("values")
  void giveBytesThatCanBeRead_orAreSaidToBeChanging(AttributeCodec codec, Object value)
      throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Random random = new Random(seed);
      change(value, random);
      codec.check("cart", value);
      Future<?> changing =
          threads.submit(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  change(value, random);
                }
              });
      for (int i = 0; i < ENCODINGS && !changing.isDone(); i++) {
        try {
          assertThat(codec.decode("cart", codec.encode("cart", value))).isNotNull();
        } catch (UnserializableAttributeException e) {
          if (codec instanceof KryoAttributeCodec) {
            assertThat(e.reason()).as("seed %d: %s", seed, e).isEqualTo(Reason.CHANGED);
          }
        }
      }
    } finally {
      threads.shutdownNow();
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(codec.decode("cart", codec.encode("cart", value))).isNotNull();
  }

  @SuppressWarnings("unchecked")
  private static void change(Object value, Random random) {
    String key = "k" + random.nextInt(KEYS);
    if (value instanceof Cart cart) {
      change(cart.items, random);
    } else if (value instanceof Map<?, ?> map) {
      if (random.nextBoolean()) {
        map.remove(key);
      } else {
        ((Map<String, Object>) map).put(key, new ArrayList<>(Arrays.asList(key, "x")));
      }
    } else {
      Collection<String> items = (Collection<String>) value;
      if (random.nextBoolean() || items.size() > KEYS) {
        items.remove(items.isEmpty() ? key : items.iterator().next());
      } else {
        items.add(key);
      }
    }
  }
}
