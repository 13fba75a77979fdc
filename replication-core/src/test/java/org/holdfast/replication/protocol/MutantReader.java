// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads {@code mutants.txt}, whose head says how it is written. */
final class MutantReader {
  private final List<Mutant> mutants = new ArrayList<>();
  private final List<Mutant.Edit> edits = new ArrayList<>();
  private final List<String> original = new ArrayList<>();
  private final List<String> replacement = new ArrayList<>();
  private String rule = "";
  private String name = "";
  private String why = "";
  private Mutant.Seeds seeds = Mutant.Seeds.USUAL;
  private String file = "";

  static List<Mutant> all() throws IOException {
    try (InputStream in = MutantReader.class.getResourceAsStream("mutants.txt");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(in, "mutants.txt is not among the test resources"),
                    StandardCharsets.UTF_8))) {
      return read(lines.lines().toList());
    }
  }

  /**
   * @throws IllegalArgumentException if a line is of no known kind, or a mutant without a change
   */
  static List<Mutant> read(List<String> lines) {
    MutantReader reader = new MutantReader();
    lines.forEach(reader::take);
    reader.endMutant();
    return List.copyOf(reader.mutants);
  }

  private void take(String line) {
    if (line.startsWith("-")) {
      original.add(line.substring(1));
    } else if (line.startsWith("+")) {
      replacement.add(line.substring(1));
    } else if (line.startsWith("file ")) {
      endEdit();
      String named = rest(line);
      file = named.indexOf('/') < 0 ? "protocol/" + named : named;
    } else if (line.startsWith("directed ")) {
      why = rest(line);
    } else if (line.startsWith("seeds ")) {
      seeds = seeds(line);
    } else if (line.startsWith("mutant ")) {
      endMutant();
      name = rest(line);
      if (name.indexOf(' ') >= 0) {
        throw new IllegalArgumentException("a mutant's name is one word: " + line);
      }
    } else if (line.startsWith("rule ")) {
      endMutant();
      rule = line.split(" ", -1)[1];
    } else if (!line.isEmpty() && !line.startsWith("#")) {
      throw new IllegalArgumentException("mutants.txt has a line of no known kind: " + line);
    }
  }

  private static String rest(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }

  private static Mutant.Seeds seeds(String line) {
    String[] words = line.split(" ", -1);
    Mutant.Plans plans =
        switch (words.length == 3 ? words[2] : "") {
          case "consistent" -> Mutant.Plans.CONSISTENT;
          case "encoding" -> Mutant.Plans.ENCODING;
          default -> Mutant.Plans.ANY;
        };
    if (words.length != (plans == Mutant.Plans.ANY ? 2 : 3)) {
      throw new IllegalArgumentException(
          "seeds want a number and perhaps \"consistent\" or \"encoding\": " + line);
    }
    return new Mutant.Seeds(Integer.parseInt(words[1]), plans);
  }

  private void endEdit() {
    if (!original.isEmpty()) {
      edits.add(new Mutant.Edit(file, String.join("\n", original), String.join("\n", replacement)));
      original.clear();
      replacement.clear();
    }
  }

  private void endMutant() {
    endEdit();
    if (edits.isEmpty() && !name.isEmpty()) {
      throw new IllegalArgumentException("mutant " + name + " of mutants.txt changes nothing");
    }
    if (!name.isEmpty()) {
      mutants.add(new Mutant(name, rule, why, seeds, List.copyOf(edits)));
    }
    edits.clear();
    name = "";
    why = "";
    seeds = Mutant.Seeds.USUAL;
  }
}
