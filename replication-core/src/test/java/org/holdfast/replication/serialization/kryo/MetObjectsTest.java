// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.SharedObjects;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An encoding tells of each object whose identity may matter, and of nothing else. */
@SuppressWarnings("JavaUtilDate") // what applications hold
class MetObjectsTest {
  private final AttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
  private final MetObjects met = new MetObjects();

  static final class Bean implements Serializable {
    private static final long serialVersionUID = 1L;
    Object first;
    Object second;
    String text = "text";
    TimeUnit constant = TimeUnit.DAYS;
    Integer number = 1_000;
    int[] none = {};
    List<String> empty = List.of();

    Bean(Object first, Object second) {
      this.first = first;
      this.second = second;
    }
  }

  static final class Hooked implements Serializable {
    private static final long serialVersionUID = 1L;
    private final Object part;

    Hooked(Object part) {
      this.part = part;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Hooked hooked && part.equals(hooked.part);
    }

    @Override
    public int hashCode() {
      return part.hashCode();
    }
  }

  private int[] metIn(Object value) {
    assertThat(codec.encode("n", value, met)).isEqualTo(codec.encode("n", value));
    return met.sorted();
  }

  private static int[] identities(Object... objects) {
    int[] hashes = Arrays.stream(objects).mapToInt(System::identityHashCode).toArray();
    Arrays.sort(hashes);
    return hashes;
  }

  @Test
  void tellsOfBeansCollectionsArraysAndDates_eachOnce() {
    Date date = new Date(1);
    List<Object> list = new ArrayList<>(List.of(date, "text", 5));
    int[] array = {1, 2};
    Bean bean = new Bean(list, new Object[] {list, array, bean(date)});
    Object[] objects = (Object[]) bean.second;

    assertThat(metIn(bean)).isEqualTo(identities(bean, list, date, objects, array, objects[2]));
  }

  private static Bean bean(Object part) {
    return new Bean(part, null);
  }

  @Test
  void tellsOfTheSame_whenItGoesThroughJdkSerialization() {
    Date date = new Date(1);
    List<Object> list = new ArrayList<>(List.of(date));
    Hooked hooked = new Hooked(list);

    assertThat(metIn(hooked)).isEqualTo(identities(hooked, list, date));
  }

  /** An object that is written as another one. */
  static final class Proxied implements Serializable {
    private static final long serialVersionUID = 1L;
    private final transient Object part;

    Proxied(Object part) {
      this.part = part;
    }

    private Object writeReplace() {
      return new Written(part);
    }

    private record Written(Object part) implements Serializable {
      private Object readResolve() {
        return new Proxied(part);
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Proxied proxied && part.equals(proxied.part);
    }

    @Override
    public int hashCode() {
      return part.hashCode();
    }
  }

  /** An array would be taken for several arguments. */
  record Shared(Object object) {}

  static Stream<Shared> shared() {
    return Stream.concat(
            Samples.all().stream()
                .filter(sample -> !sample.refused() && SharedObjects.matter(sample.value()))
                .map(Samples.Sample::value),
            Stream.of(
                EnumSet.of(TimeUnit.DAYS),
                List.of(new Proxied("a")),
                Map.of("k", EnumSet.of(TimeUnit.DAYS)),
                new Proxied("a"),
                new Proxied(new Date(1))))
        .map(Shared::new);
  }

  private boolean travels(Object holder) {
    try {
      codec.check("n", holder);
      return true;
    } catch (UnserializableAttributeException e) {
      return false; // not with hooks, or not as an element of a list
    }
  }

  @ParameterizedTest
  @MethodSource("shared")
  void tellsOfTheSharedObject_whicheverWayItTravels(Shared sample) {
    Object shared = sample.object();
    int identity = System.identityHashCode(shared);
    List<Object> holders =
        new ArrayList<>(
            List.of(
                new Bean(shared, null),
                new Hooked(shared),
                new ArrayList<>(Arrays.asList(new Hooked("x"), shared)),
                new Hooked(new Object[] {shared}),
                new Hooked(new Bean(null, new HashMap<>(Map.of("k", List.of(shared)))))));
    holders.add(shared);
    holders.removeIf(holder -> !travels(holder));
    assertThat(holders).hasSizeGreaterThan(1);
    for (Object holder : holders) {
      assertThat(metIn(holder)).as("%s", holder.getClass()).contains(identity);
    }
  }

  @Test
  void tellsNothingOfWhatNeverChanges_orIsAConstantOfTheJdk() {
    List<Object> parts =
        new ArrayList<>(
            Arrays.asList(
                "text",
                1_000,
                1L,
                true,
                'c',
                1.5,
                TimeUnit.DAYS,
                String.class,
                Instant.EPOCH,
                List.of(),
                Map.of(),
                Collections.emptyList(),
                Collections.emptyMap(),
                new int[0]));

    assertThat(metIn(parts)).isEqualTo(identities(parts));
  }

  @Test
  void knowsNoObjects_whenThereAreTooMany() {
    Map<Integer, Date> dates = new HashMap<>();
    for (int i = 0; i < MetObjects.MOST - 1; i++) {
      dates.put(i, new Date(i));
    }
    assertThat(metIn(dates)).hasSize(MetObjects.MOST);

    dates.put(-1, new Date(-1));

    assertThat(metIn(dates)).isEmpty();
    assertThat(metIn(new ArrayList<>())).as("and again of the next").hasSize(1);
  }
}
