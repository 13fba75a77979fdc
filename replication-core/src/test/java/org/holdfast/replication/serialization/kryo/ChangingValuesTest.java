// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;
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

  private final long seed = Seeds.one();

  /** Holds what changes one level down. */
  static final class Cart implements Serializable {
    private static final long serialVersionUID = 1L;
    final Map<String, List<String>> items;

    Cart(Map<String, List<String>> items) {
      this.items = items;
    }
  }

  /** A value that another request changes once, when its first copy is made. */
  record Shelf(Map<String, String> items) implements Serializable {
    private static final AtomicReference<Map<String, String>> ORIGINAL = new AtomicReference<>();

    @SuppressWarnings("ReferenceEquality") // an equal map is a copy
    Shelf {
      Map<String, String> original = ORIGINAL.get();
      if (original != null && original != items) {
        ORIGINAL.set(null);
        original.put("another", "x");
      }
    }
  }

  /** A key during whose next comparison another request changes the map. */
  static final class Key implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final AtomicReference<Runnable> MEANWHILE = new AtomicReference<>();

    private final String name;

    Key(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      Runnable change = MEANWHILE.getAndSet(null);
      if (change != null) {
        change.run();
      }
      return other instanceof Key key && key.name.equals(name);
    }

    @Override
    public int hashCode() {
      return 1; // the keys of a map meet
    }
  }

  static Stream<AttributeCodec> codecs() {
    return Stream.of(
        kryo(new ReplicationMetrics()),
        new JdkAttributeCodec(
            ChangingValuesTest.class.getClassLoader(),
            ClassFilter.DEFAULT,
            CodecLimits.DEFAULT,
            ClassAliases.NONE,
            Verification.FIRST_SIGHT,
            new ReplicationMetrics()));
  }

  private static AttributeCodec kryo(ReplicationMetrics metrics) {
    return new KryoAttributeCodec(
        ChangingValuesTest.class.getClassLoader(),
        ClassFilter.DEFAULT,
        CodecLimits.DEFAULT,
        ClassAliases.NONE,
        Verification.FIRST_SIGHT,
        metrics);
  }

  static Stream<Arguments> values() {
    return codecs()
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

  @Test
  void doNotSendTheirClassesThroughJdkSerialization() {
    Map<String, String> items = new HashMap<>(1 << 12); // the copy is smaller: its order is another
    for (int i = 0; i < KEYS; i++) {
      items.put("k" + i, "x");
    }
    Shelf shelf = new Shelf(items);
    ReplicationMetrics metrics = new ReplicationMetrics();
    AttributeCodec codec = kryo(metrics);
    Shelf.ORIGINAL.set(items);

    byte[] envelope = codec.encode("shelf", shelf);

    assertThat(items).as("changed meanwhile").containsKey("another");
    assertThat(codec.decode("shelf", envelope)).isEqualTo(shelf);
    assertThat(metrics.value(Counter.CLASSES_SENT_THROUGH_JDK)).isZero();
  }

  /** As a thread leaves a map while it stands still in the middle of a change. */
  @ParameterizedTest
  @MethodSource("codecs")
  void areSaidToBeChanging_whileTheSizeOfAMapIsWrong(AttributeCodec codec) {
    Map<Key, String> tooSmall = new HashMap<>();
    Key first = new Key("1");
    tooSmall.put(first, "x");
    tooSmall.put(new Key("2"), "x");
    tooSmall.put(new Key("3"), "x");
    Key.MEANWHILE.set(() -> tooSmall.remove(first));
    tooSmall.remove(new Key("1"));
    Map<Key, String> tooLarge = new HashMap<>();
    tooLarge.put(first, "x");
    Key.MEANWHILE.set(() -> tooLarge.remove(first));
    tooLarge.put(new Key("2"), "x");
    assertThat(tooSmall.size()).isEqualTo(1); // and holds two
    assertThat(tooLarge.size()).isEqualTo(1); // and holds none

    for (Map<Key, String> broken : List.of(tooSmall, tooLarge)) {
      assertThatThrownBy(() -> codec.encode("cart", broken))
          .isInstanceOfSatisfying(
              UnserializableAttributeException.class,
              e -> assertThat(e.reason()).isEqualTo(Reason.CHANGED));
    }
  }

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
          assertThat(e.reason()).as("seed %d: %s", seed, e).isEqualTo(Reason.CHANGED);
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
