// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One pattern means the same for both codecs, on writing and on reading. */
class FilterParityTest {
  private static final JdkRoundTripTest JDK = new JdkRoundTripTest();

  private static AttributeCodec kryo(String pattern) {
    return new KryoAttributeCodec(
        FilterParityTest.class.getClassLoader(), ClassFilter.of(pattern), CodecLimits.DEFAULT);
  }

  private static AttributeCodec jdk(String pattern) {
    return new JdkAttributeCodec(
        FilterParityTest.class.getClassLoader(),
        ClassFilter.of(pattern),
        CodecLimits.DEFAULT,
        ClassAliases.NONE,
        Verification.FIRST_SIGHT,
        new ReplicationMetrics());
  }

  private static List<Samples.Sample> keptByBoth() {
    Set<String> refused = JDK.refusedBesides();
    return AttributeCodecContract.kept().stream()
        .filter(sample -> !refused.contains(sample.title()))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.holdfast.**;!*",
        "!org.holdfast.**",
        "java.util.*;!*",
        "java.util.*;org.holdfast.**;!*",
        "java.time.*;!*",
        "java.math.*;!*",
        "java.util.**;java.time.**;java.math.**;!java.**",
        "!java.util.*",
        "!java.util.LinkedList",
        "!java.util.HashMap",
        "!java.util.CollSer",
        "!java.util.Date",
        "!java.time.Ser",
        "!java.time.LocalDate",
        "!java.math.BigInteger",
        "!java.util.TimeZone",
        "!java.lang.Integer",
        "!java.util.EnumSet*"
      })
  void keepsAndRefusesTheSame(String pattern) {
    AttributeCodec kryo = kryo(pattern);
    AttributeCodec jdk = jdk(pattern);
    AttributeCodec anyKryo = kryo("");
    AttributeCodec anyJdk = jdk("");
    List<String> different = new ArrayList<>();
    for (Samples.Sample sample : keptByBoth()) {
      Object value = sample.value();
      String outcomes =
          ""
              + keeps(() -> kryo.check("a", value))
              + keeps(() -> jdk.check("a", value))
              + keeps(() -> kryo.decode("a", anyKryo.encode("a", value)))
              + keeps(() -> jdk.decode("a", anyJdk.encode("a", value)));
      if (!outcomes.equals("++++") && !outcomes.equals("----")) {
        different.add(sample + " " + outcomes);
      }
    }
    assertThat(different).isEmpty();
  }

  @Test
  void keepsAndRefusesTheSame_forTheClassOfEachSampleAlone() {
    List<String> different = new ArrayList<>();
    Set<String> done = new TreeSet<>();
    for (Samples.Sample sample : keptByBoth()) {
      String name = sample.value().getClass().getName();
      if (name.startsWith("[") || !done.add(name)) {
        continue;
      }
      for (String pattern : List.of("!" + name, name + ";!*")) {
        String written =
            ""
                + keeps(() -> kryo(pattern).check("a", sample.value()))
                + keeps(() -> jdk(pattern).check("a", sample.value()));
        if (!written.equals("++") && !written.equals("--")) {
          different.add(sample + " under " + pattern + " " + written);
        }
      }
    }
    assertThat(different).isEmpty();
  }

  @Test
  void keepsTextsNumbersAndArraysOfThem_whateverThePatternSays() {
    for (AttributeCodec codec : List.of(kryo("!*"), jdk("!*"))) {
      for (Object value : List.of("t", 1, 2L, 'c', true, 1.5, new int[1], new Object[] {"a", 1})) {
        assertThat(keeps(() -> codec.decode("a", codec.encode("a", value)))).isEqualTo('+');
      }
      assertThat(keeps(() -> codec.check("a", new ArrayList<>(List.of(1))))).isEqualTo('-');
    }
  }

  private static char keeps(Runnable way) {
    try {
      way.run();
      return '+';
    } catch (UnserializableAttributeException | CorruptAttributeException e) {
      return '-';
    }
  }
}
