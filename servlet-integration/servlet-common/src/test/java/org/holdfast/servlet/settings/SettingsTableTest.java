// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of settings in the project's README lists each setting, and nothing else, with the
 * range it has; and the table of places says how a setting is written there. Its defaults and
 * choices are checked where Spring Boot's metadata is made of it.
 */
class SettingsTableTest {
  private static final Path README = Path.of("../../README.md");
  private static final Pattern ROW = Pattern.compile("\\| `([A-Za-z]+)` \\|(.*)\\|(.*)\\|.*\\|");
  private static final Pattern RANGE = Pattern.compile(" ([0-9,]+) to ([0-9,]+)[^0-9].*");
  private static final Pattern LEAST = Pattern.compile(" at least ([0-9,]+) ");
  private static final Pattern PLACE =
      Pattern.compile(
          "\\| (system property|environment variable|context parameter) \\| `(.*?)` .*");

  @Test
  void namesEachSettingOnce() throws IOException {
    assertThat(rows(ROW).map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(Settings.NAMES);
  }

  @Test
  void tellsTheBoundsBeyondWhichNumbersAreRefused() throws IOException {
    int bounds = 0;
    for (MatchResult row : rows(ROW).filter(SettingsTableTest::isOfANumber).toList()) {
      Matcher range = RANGE.matcher(row.group(3));
      Matcher least = LEAST.matcher(row.group(3));
      if (range.matches()) {
        assertRefused(row.group(1), number(range.group(1)) - 1);
        assertRefused(row.group(1), number(range.group(2)) + 1);
        if (!row.group(3).contains(";")) {
          assertNotRefused(row.group(1), number(range.group(1)));
          assertNotRefused(row.group(1), number(range.group(2)));
        }
        bounds += 2;
      } else if (least.matches()) {
        assertRefused(row.group(1), number(least.group(1)) - 1);
        bounds++;
      }
    }
    assertThat(bounds).as("bounds that were tried").isGreaterThan(25);
  }

  @Test
  void saysHowASettingIsWrittenInEachPlace() throws IOException {
    Map<String, String> written = new TreeMap<>();
    rows(PLACE).forEach(row -> written.put(row.group(1), row.group(2)));
    assertThat(written)
        .containsOnlyKeys("system property", "environment variable", "context parameter");
    Properties properties = new Properties();
    properties.setProperty(written.get("system property"), "71");
    String parameter = written.get("context parameter");

    for (SettingsSource source :
        List.of(
            SettingsSource.systemProperties(properties),
            SettingsSource.environment(Map.of(written.get("environment variable"), "71")),
            SettingsSource.contextParameters(List.of(parameter), name -> "71"))) {
      assertThat(SettingsReader.of(List.of(source)).read().get("ackTimeoutMillis"))
          .as(source.kind())
          .isEqualTo("71");
    }
  }

  private static boolean isOfANumber(MatchResult row) {
    return row.group(2).replace("`", "").trim().matches("[0-9]+");
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  private static void assertRefused(String name, long value) {
    assertThatThrownBy(() -> use(name, Long.toString(value)))
        .as(name + " = " + value)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name.replace("Millis", ""));
  }

  /** Another setting may stand against it. */
  private static void assertNotRefused(String name, long value) {
    try {
      use(name, Long.toString(value));
    } catch (IllegalArgumentException e) {
      assertThat(e).message().doesNotStartWith(name.replace("Millis", ""));
    }
  }

  private static void use(String name, String value) {
    Settings settings =
        SettingsReader.of(List.of(SettingsSource.own("test", List.of(name), n -> value))).read();
    settings.node("node-1");
    settings.application("shop", SettingsTableTest.class.getClassLoader());
  }

  private static Stream<MatchResult> rows(Pattern pattern) throws IOException {
    String text = Files.readString(README);
    return text.substring(text.indexOf("### Configuration"))
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult);
  }
}
