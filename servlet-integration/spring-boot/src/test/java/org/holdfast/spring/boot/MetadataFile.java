// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The metadata of the properties for editors, made from the table of settings in the README. */
final class MetadataFile {
  private static final Path README = Path.of("../../README.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([A-Za-z]+)` \\| (.*) \\| (.*) \\| (.*) \\|");
  private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");
  private static final Pattern CHOICES = Pattern.compile("`[a-z-]+`(, `[a-z-]+`)+");

  /** The meanings that differ between Spring Boot and a container. */
  private static final Map<String, String> OWN_MEANINGS =
      Map.of(
          "memberName",
          "name of this node, unique in the cluster; ids of sessions end with it, for sticky"
              + " balancers; made up if not set, with a warning",
          "application",
          "name of the application, the same on every node; by default spring.application.name,"
              + " else what the web server calls it",
          "enabled",
          "whether sessions are replicated");

  /**
   * A property.
   *
   * @param name of the setting
   * @param byDefault empty if it has none, or one that cannot be written here
   * @param choices empty unless nothing else is allowed
   */
  record Property(
      String name, String type, String byDefault, String description, List<String> choices) {
    /** As Spring Boot writes it. */
    String key() {
      return "holdfast." + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
  }

  private MetadataFile() {}

  static List<Property> properties() throws IOException {
    String text = Files.readString(README);
    List<Property> found = new ArrayList<>();
    text.substring(text.indexOf("### Configuration"))
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(
            row -> found.add(property(row.group(1), row.group(2), row.group(3), row.group(4))));
    return found;
  }

  private static Property property(String name, String byDefault, String range, String meaning) {
    String value = name.equals("enabled") ? "true" : byDefault.replace("`", "");
    String type = "java.lang.String";
    if (value.matches("-?\\d+")) {
      type =
          Set.of("maxQueuedBytes", "maxHeldBytes").contains(name)
              ? "java.lang.Long"
              : "java.lang.Integer";
    } else if (value.matches("true|false")) {
      type = "java.lang.Boolean";
    } else if (!byDefault.matches("`[a-z0-9.-]+`")) {
      value = "";
    }
    List<String> choices =
        CHOICES.matcher(range).matches() && !type.endsWith("Boolean")
            ? QUOTED.matcher(range).results().map(each -> each.group(1)).toList()
            : List.of();
    String description = OWN_MEANINGS.getOrDefault(name, meaning);
    if (choices.isEmpty() && !OWN_MEANINGS.containsKey(name)) {
      description += " (" + range + ")";
    }
    return new Property(name, type, value, plain(description), choices);
  }

  private static String plain(String markdown) {
    String text = markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "");
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  static String text() throws IOException {
    List<Property> properties = properties();
    return "{\n  \"groups\": [\n    {\"name\": \"holdfast\"}\n  ],\n  \"properties\": [\n"
        + properties.stream().map(MetadataFile::entry).collect(Collectors.joining(",\n"))
        + "\n  ],\n  \"hints\": [\n"
        + properties.stream()
            .filter(property -> !property.choices().isEmpty())
            .map(MetadataFile::hint)
            .collect(Collectors.joining(",\n"))
        + "\n  ]\n}\n";
  }

  private static String entry(Property property) {
    boolean bare = !property.type().endsWith("String");
    String value = property.byDefault();
    String byDefault =
        value.isEmpty() ? "" : ",\n      \"defaultValue\": " + (bare ? value : quoted(value));
    return "    {\n      \"name\": "
        + quoted(property.key())
        + ",\n      \"type\": "
        + quoted(property.type())
        + ",\n      \"description\": "
        + quoted(property.description())
        + byDefault
        + "\n    }";
  }

  private static String hint(Property property) {
    return "    {\"name\": "
        + quoted(property.key())
        + ", \"values\": ["
        + property.choices().stream()
            .map(choice -> "{\"value\": " + quoted(choice) + "}")
            .collect(Collectors.joining(", "))
        + "]}";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
