// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What {@code docs/PROTOCOL.md} and {@code SECURITY.md} cite is there: each {@code Class}, {@code
 * Class.method} and, after one, {@code .method} between backticks names a source file of some
 * module and a method in it; in a test, one that JUnit runs. Reads text, knows nothing of Java.
 */
class CitedTestsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** A class has a lower-case letter, unlike the names of policies and faults. */
  private static final Pattern CITATION =
      Pattern.compile("`(?<class>[A-Z]+[a-z]\\w*)?(?:\\.(?<method>[a-z]\\w*))?`");

  private final Map<String, List<Path>> sources = new HashMap<>();
  private final List<String> cited = new ArrayList<>();

  @BeforeEach
  void findSources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/"))
          .forEach(
              file ->
                  sources
                      .computeIfAbsent(
                          file.getFileName().toString().replace(".java", ""),
                          first -> new ArrayList<>())
                      .add(file));
    }
  }

  @Test
  void findsEachClassAndMethodThatTheProtocolCites() throws IOException {
    assertThat(missing(Files.readString(ROOT.resolve("docs/PROTOCOL.md")))).isEmpty();
    assertThat(cited)
        .filteredOn(name -> name.matches("\\w+(Test|IT)\\.\\w+"))
        .hasSizeGreaterThan(50);
  }

  @Test
  void findsEachTestOfAnAttack() throws IOException {
    assertThat(missing(Files.readString(ROOT.resolve("SECURITY.md")))).isEmpty();
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    String text =
        "`CitedTestsTest.saysWhatIsMissing`, `.findSources`; `CitedTestsTest.gone`; `GoneTest`;"
            + " `SYNC`";

    assertThat(missing(text))
        .containsExactly("CitedTestsTest.findSources", "CitedTestsTest.gone", "GoneTest");
  }

  private List<String> missing(String text) throws IOException {
    List<String> missing = new ArrayList<>();
    String type = "";
    Matcher citation = CITATION.matcher(text);
    while (citation.find()) {
      type = citation.group("class") == null ? type : citation.group("class");
      String method = citation.group("method");
      String name = method == null ? type : type + "." + method;
      cited.add(name);
      if (!exists(type, method)) {
        missing.add(name);
      }
    }
    return missing;
  }

  private boolean exists(String type, String method) throws IOException {
    List<Path> files = sources.getOrDefault(type, List.of());
    if (method == null) {
      return !files.isEmpty();
    }
    String found = type.endsWith("Test") || type.endsWith("IT") ? "@\\w*Test\\b[^;{}]*" : "";
    Pattern declared = Pattern.compile(found + "\\b" + method + "\\(");
    for (Path file : files) {
      if (declared.matcher(Files.readString(file)).find()) {
        return true;
      }
    }
    return false;
  }
}
