// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/CONCURRENCY.md} are complete and name nothing that is gone: each field
 * that says by its declaration that threads share it has a row, each row names fields that there
 * are, and either tests that there are or, after "none:", why none can be.
 */
class ConcurrencyRowsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern QUOTED = Pattern.compile("`([\\w.*]+)`");

  private static SharedFields fields;
  private static List<Row> rows;
  private static final Map<String, String> TESTS = new HashMap<>();

  /**
   * A line of a table.
   *
   * @param fields as {@code Type.field} or {@code Type.*}
   * @param tests as {@code Test} or {@code Test.part}
   */
  private record Row(String text, List<String> fields, List<String> tests, String lastCell) {
    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      String last = cells[cells.length - 2].strip();
      List<String> tests = last.startsWith("none:") ? List.of() : withTypes(quoted(last));
      return new Row(line, withTypes(quoted(cells[1])), tests, last);
    }

    /** Puts before each part that is quoted alone the type that was named before it. */
    private static List<String> withTypes(List<String> quoted) {
      List<String> whole = new ArrayList<>();
      String type = "";
      for (String name : quoted) {
        int dot = name.lastIndexOf('.');
        if (dot > 0) {
          type = name.substring(0, dot);
          whole.add(name);
        } else if (TESTS.containsKey(name)) {
          type = name;
          whole.add(name);
        } else {
          whole.add(type + "." + name);
        }
      }
      return whole;
    }

    boolean covers(String field) {
      String type = field.substring(0, field.lastIndexOf('.'));
      return fields.stream()
          .anyMatch(
              named -> isOf(field, named) || named.endsWith(".*") && isOf(type + ".*", named));
    }

    /** {@code whole} has the names of the enclosing types, {@code named} may leave them out. */
    private static boolean isOf(String whole, String named) {
      return whole.equals(named) || whole.endsWith("." + named);
    }
  }

  @BeforeAll
  static void read() throws IOException {
    for (Path file : sources("src/test/java", "src/nightly/java")) {
      TESTS.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
    }
    fields = SharedFields.read(sources("src/main/java"));
    try (Stream<String> lines = Files.lines(ROOT.resolve("docs/CONCURRENCY.md"))) {
      rows = lines.filter(ConcurrencyRowsTest::isRow).map(Row::of).toList();
    }
  }

  @Test
  void hasARowForEachFieldThatThreadsShare() {
    Set<String> missing = new TreeSet<>(fields.shared());
    missing.removeIf(field -> rows.stream().anyMatch(row -> row.covers(field)));

    assertThat(fields.shared()).hasSizeGreaterThan(100);
    assertThat(missing).as("fields without a row in docs/CONCURRENCY.md").isEmpty();
  }

  @Test
  void namesOnlyFieldsThatThereAre() {
    List<String> gone = new ArrayList<>();
    for (Row row : rows) {
      if (row.fields.isEmpty()) {
        gone.add("no field in: " + row.text);
      }
      for (String named : row.fields) {
        if (fields.all().stream().noneMatch(field -> Row.of("|`" + named + "`|||").covers(field))) {
          gone.add(named);
        }
      }
    }

    assertThat(gone).as("fields named in docs/CONCURRENCY.md that are gone").isEmpty();
  }

  @Test
  void namesATestThatThereIs_orSaysWhyThereIsNone() {
    List<String> wrong = new ArrayList<>();
    for (Row row : rows) {
      if (row.tests.isEmpty() && !row.lastCell.matches("none: .{10,}")) {
        wrong.add("no test and no reason in: " + row.text);
      }
      for (String test : row.tests) {
        if (!isTest(test)) {
          wrong.add(test + " in: " + row.text);
        }
      }
    }

    assertThat(wrong).as("tests named in docs/CONCURRENCY.md that are gone").isEmpty();
  }

  private static boolean isTest(String name) {
    int dot = name.indexOf('.');
    String source = TESTS.get(dot < 0 ? name : name.substring(0, dot));
    if (source == null || dot < 0) {
      return source != null;
    }
    String part = name.substring(dot + 1);
    return Pattern.compile("\\bclass " + part + "\\b|\\bvoid " + part + "\\(")
        .matcher(source)
        .find();
  }

  private static boolean isRow(String line) {
    return line.startsWith("|") && line.contains("`") && line.split("\\|", -1).length == 6;
  }

  private static List<String> quoted(String text) {
    List<String> names = new ArrayList<>();
    Matcher matcher = QUOTED.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static List<Path> sources(String... folders) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String module :
        List.of("replication-core", "servlet-integration", "failover-tests/history")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> Stream.of(folders).anyMatch(in -> file.toString().contains("/" + in)))
            .forEach(found::add);
      }
    }
    return found;
  }
}
