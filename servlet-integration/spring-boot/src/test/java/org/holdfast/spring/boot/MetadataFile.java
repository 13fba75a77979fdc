// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.servlet.settings.Setting;

/** The metadata of the properties for editors, made from the table of settings. */
final class MetadataFile {
  private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

  /** The meanings that differ between Spring Boot and a container. */
  private static final Map<Setting, String> OWN_MEANINGS =
      Map.of(
          Setting.MEMBER_NAME,
          "name of this node, unique in the cluster; ids of sessions end with it, for sticky"
              + " balancers; made up if not set, with a warning",
          Setting.APPLICATION,
          "name of the application, the same on every node; by default spring.application.name,"
              + " else what the web server calls it",
          Setting.ENABLED,
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

  static List<Property> properties() {
    return Stream.of(Setting.values()).map(MetadataFile::property).toList();
  }

  private static Property property(Setting setting) {
    String type =
        switch (setting.type()) {
          case INTEGER, MILLIS -> "java.lang.Integer";
          case LONG -> "java.lang.Long";
          case FLAG -> "java.lang.Boolean";
          case TEXT, FILE, SECRET, CHOICE -> "java.lang.String";
        };
    String value = setting == Setting.ENABLED ? "true" : setting.byDefault().replace("`", "");
    if (type.endsWith("String") && !setting.byDefault().matches("`[a-z0-9.-]+`")) {
      value = "";
    }
    List<String> choices =
        setting.type() == Setting.Type.CHOICE
            ? QUOTED.matcher(setting.range()).results().map(each -> each.group(1)).toList()
            : List.of();
    String own = OWN_MEANINGS.get(setting);
    String description = own == null ? setting.meaning() : own;
    if (choices.isEmpty() && own == null) {
      description += " (" + setting.range() + ")";
    }
    return new Property(setting.settingName(), type, value, plain(description), choices);
  }

  private static String plain(String markdown) {
    String text = markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "");
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  static String text() {
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
