// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Two versions of the same classes; the table that describes them is {@code version-pairs.txt}.
 *
 * @param way what is expected of the way from the first version to the second
 * @param back what is expected of the way back
 * @param aliases of the second version
 */
record VersionPair(
    String title,
    String way,
    String back,
    List<String> before,
    List<String> after,
    List<String> aliases) {

  static List<VersionPair> table() throws IOException {
    List<VersionPair> table = new ArrayList<>();
    for (String line : lines()) {
      String text = line.isEmpty() ? "" : expanded(line.substring(1).strip());
      switch (line.isEmpty() ? '#' : line.charAt(0)) {
        case '#' -> {}
        case '=' -> {
          String[] parts = text.split(" \\| ");
          assertThat(parts).as("title and two expectations in %s", line).hasSize(3);
          table.add(
              new VersionPair(
                  parts[0],
                  parts[1],
                  parts[2],
                  new ArrayList<>(),
                  new ArrayList<>(),
                  new ArrayList<>()));
        }
        case '<' -> table.get(table.size() - 1).before.add(text);
        case '>' -> table.get(table.size() - 1).after.add(text);
        case '@' -> table.get(table.size() - 1).aliases.add(text);
        default -> throw new IllegalArgumentException("line of no kind: " + line);
      }
    }
    return table;
  }

  private static List<String> lines() throws IOException {
    try (InputStream in =
        requireNonNull(VersionPair.class.getResourceAsStream("version-pairs.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static String expanded(String text) {
    return text.replace("CART {", "class Cart implements Serializable {")
        .replaceAll("\\bUID ", "private static final long serialVersionUID = 1; ")
        .replaceAll("\\bHOOK ", "private Object readResolve() { return this; } ");
  }

  /** Returns the aliases as the first version would need them to read the second one's classes. */
  String aliasesBack() {
    StringBuilder back = new StringBuilder();
    for (String entry : String.join(";", aliases).split(";")) {
      if (!entry.isEmpty()) {
        String[] names = entry.split("=");
        back.append(names[1]).append('=').append(names[0]).append(';');
      }
    }
    return back.toString();
  }

  @Override
  public String toString() {
    return title;
  }
}
