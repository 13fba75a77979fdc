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
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@link Setting} states the ranges that settings have; the table in the project's README equals
 * it; and the table of places states how a setting is written there. Spring Boot's metadata is made
 * from the table, and its test checks the defaults and choices.
 */
class SettingsTableTest {
  private static final Path README = Path.of("../../README.md");
  private static final String HEADER =
      "| setting | default | range | meaning |\n|---|---|---|---|\n";
  private static final Set<Setting.Type> NUMBERS =
      Set.of(Setting.Type.INTEGER, Setting.Type.LONG, Setting.Type.MILLIS);
  private static final Pattern RANGE = Pattern.compile("([0-9,]+) to ([0-9,]+)([^0-9].*)?");
  private static final Pattern LEAST = Pattern.compile("at least ([0-9,]+)");
  private static final Pattern PLACE =
      Pattern.compile(
          "\\| (system property|environment variable|context parameter) \\| `(.*?)` .*");

  @Test
  void isWhatTheTableOfSettingsSays() throws IOException {
    String table =
        Stream.of(Setting.values()).map(SettingsTableTest::row).collect(Collectors.joining());
    String text = Files.readString(README);
    int start = text.indexOf(HEADER) + HEADER.length();
    int end = text.indexOf("\n\n", start) + 1;
    String made = text.substring(0, start) + table + text.substring(end);
    if (Boolean.getBoolean("readme.write")) {
      Files.writeString(README, made);
    }
    assertThat(Files.readString(README))
        .as("made again by -Dtest=SettingsTableTest -Dreadme.write=true")
        .isEqualTo(made);
  }

  private static String row(Setting setting) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(setting.settingName(), setting.byDefault(), setting.range(), setting.meaning());
  }

  @Test
  void tellsTheBoundsBeyondWhichNumbersAreRefused() {
    int bounds = 0;
    for (Setting setting : Setting.values()) {
      if (!NUMBERS.contains(setting.type())) {
        continue;
      }
      String name = setting.settingName();
      Matcher range = RANGE.matcher(setting.range());
      Matcher least = LEAST.matcher(setting.range());
      if (range.matches()) {
        assertRefused(name, number(range.group(1)) - 1);
        assertRefused(name, number(range.group(2)) + 1);
        if (!setting.range().contains(";")) {
          assertNotRefused(name, number(range.group(1)));
          assertNotRefused(name, number(range.group(2)));
        }
        bounds += 2;
      } else if (least.matches()) {
        assertRefused(name, number(least.group(1)) - 1);
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
