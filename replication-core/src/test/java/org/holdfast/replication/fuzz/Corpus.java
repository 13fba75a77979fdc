// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The inputs that are kept for a target, one line each: a name and the bytes. Inputs whose name
 * begins with {@value #FOUND} failed once; the others are what members send.
 */
public final class Corpus {
  static final String FOUND = "found-";

  private static final Path SOURCES =
      Path.of("src", "test", "resources", "org", "holdfast", "replication", "fuzz", "corpus");

  private Corpus() {}

  /** Returns all inputs by their name. */
  public static Map<String, byte[]> of(FuzzTarget target) {
    try (InputStream in = Corpus.class.getResourceAsStream("corpus/" + target.fileName())) {
      return in == null
          ? new TreeMap<>()
          : parse(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> parse(String lines) {
    Map<String, byte[]> inputs = new TreeMap<>();
    lines
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" "))
        .forEach(line -> inputs.put(line[0], HexFormat.of().parseHex(line[1])));
    return inputs;
  }

  static String line(String name, byte[] input) {
    return name.replace(' ', '-') + " " + HexFormat.of().formatHex(input);
  }

  /**
   * Requires that the kept inputs have the names of {@code valid}, which a test has made from what
   * members send now; with {@code -Dfuzz.regenerate} writes these instead, and keeps what was
   * found.
   */
  public static void requireNamesOf(FuzzTarget target, Map<String, byte[]> valid) {
    Map<String, byte[]> kept = of(target);
    if (Boolean.getBoolean("fuzz.regenerate")) {
      Map<String, byte[]> all = new TreeMap<>();
      valid.forEach((name, input) -> all.put(name.replace(' ', '-'), input));
      kept.forEach((name, input) -> addIfFound(all, name, input));
      write(SOURCES.resolve(target.fileName()), all);
      return;
    }
    assertThat(kept.keySet())
        .as("-Dfuzz.regenerate=true writes %s anew", target.fileName())
        .containsAll(valid.keySet().stream().map(name -> name.replace(' ', '-')).toList());
  }

  private static void addIfFound(Map<String, byte[]> all, String name, byte[] input) {
    if (name.startsWith(FOUND)) {
      all.put(name, input);
    }
  }

  private static void write(Path file, Map<String, byte[]> inputs) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          inputs.entrySet().stream()
              .map(each -> line(each.getKey(), each.getValue()) + "\n")
              .collect(Collectors.joining()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Appends an input that failed to the file of this build, and returns that. */
  static Path append(Path directory, FuzzTarget target, String name, byte[] input) {
    Path file = directory.resolve(target.fileName());
    try {
      Files.createDirectories(directory);
      Files.writeString(
          file, line(name, input) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
