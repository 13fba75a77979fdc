// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.holdfast.drill.Seeds;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the check says of two versions is what the codec does with an object of the one that the
 * other gets: each pair of {@code version-pairs.txt} is compiled, judged, written and read, both
 * ways.
 */
class UpgradeAgreementTest {
  /** What a version's nodes know. */
  private record Version(Path classes, ClassAliases aliases) {}

  @TempDir private Path directory;

  /** All, or ten that are drawn anew in each build which is no nightly one: each is compiled. */
  static List<VersionPair> pairs() throws IOException {
    List<VersionPair> pairs = new ArrayList<>(VersionPair.table());
    Collections.shuffle(pairs, new Random(Seeds.one()));
    boolean all = Long.getLong("seeds", 0) > 1_000;
    return all ? pairs : pairs.subList(0, 10);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void verdictIsWhatTheCodecDoes(VersionPair pair) throws Exception {
    Version before = version("before", pair.before(), ClassAliases.NONE);
    Version after = version("after", pair.after(), aliases(String.join(";", pair.aliases())));

    UpgradeReport way = check(before, after, after.aliases);
    UpgradeReport back = check(after, before, aliases(pair.aliasesBack()));

    assertThat(judged(way, trip(before, after)) + ", " + judged(back, trip(after, before)))
        .as("%s and back %s", way.findings(), back.findings())
        .isEqualTo(pair.way() + ", " + pair.back());
  }

  private Version version(String name, List<String> sources, ClassAliases aliases)
      throws IOException {
    return new Version(
        CompiledClasses.compile(directory.resolve(name), sources.toArray(String[]::new)), aliases);
  }

  private static ClassAliases aliases(String text) {
    return ClassAliases.parse(text);
  }

  private static UpgradeReport check(Version old, Version next, ClassAliases aliases)
      throws IOException {
    return UpgradeCheck.run(
        ApplicationClasses.read(old.classes), ApplicationClasses.read(next.classes), aliases);
  }

  /** Returns the word of the table for what was said and what came of it. */
  private static String judged(UpgradeReport report, String trip) {
    if (trip.equals("unwritten")) {
      return trip;
    }
    boolean read = trip.equals("read");
    List<Severity> severities = report.findings().stream().map(Finding::severity).toList();
    if (severities.contains(Severity.UNREADABLE)) {
      return read ? "said to be unreadable, but read" : "unreadable";
    }
    if (severities.contains(Severity.UNCERTAIN)) {
      return "perhaps" + (read ? "+" : "-");
    }
    String said = severities.isEmpty() ? "reads" : "loss";
    return read ? said : "said: " + said + ", but " + trip;
  }

  private static String trip(Version writer, Version reader) throws Exception {
    try (URLClassLoader writing = loader(writer.classes);
        URLClassLoader reading = loader(reader.classes)) {
      byte[] envelope = codec(writing, writer.aliases).encode("cart", cart(writing));
      assertThat(codec(reading, reader.aliases).decode("cart", envelope)).isNotNull();
      return "read";
    } catch (UnserializableAttributeException e) {
      return "unwritten";
    } catch (CorruptAttributeException e) {
      return "unreadable: " + e.getMessage();
    }
  }

  private static Object cart(ClassLoader loader) throws Exception {
    Class<?> type;
    try {
      type = loader.loadClass("shop.Cart");
    } catch (ClassNotFoundException e) {
      type = loader.loadClass("shop.Basket");
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    return java.util.Arrays.stream(type.getDeclaredMethods())
            .anyMatch(m -> m.getName().equals("make"))
        ? type.getMethod("make").invoke(null)
        : type.getConstructor().newInstance();
  }

  private static URLClassLoader loader(Path classes) throws Exception {
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, UpgradeAgreementTest.class.getClassLoader());
  }

  private static AttributeCodec codec(ClassLoader loader, ClassAliases aliases) {
    return new KryoAttributeCodec(
        loader,
        ClassFilter.DEFAULT,
        CodecLimits.DEFAULT,
        aliases,
        Verification.FIRST_SIGHT,
        new ReplicationMetrics());
  }
}
