// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Reads the settings from the properties {@code holdfast.*} of an application, in Spring's order of
 * places: command line, system properties, environment variables, configuration files.
 *
 * <p>It has no class with a field for each: their names, defaults and ranges are those of {@link
 * Settings}, and an unknown name has to be noticed, which binding to a class does not do.
 */
final class EnvironmentSettings {
  private static final String PREFIX = "holdfast.";
  private static final String ENVIRONMENT_PREFIX = "HOLDFAST_";

  private EnvironmentSettings() {}

  /**
   * @throws InvalidSettingsException naming the property that is unknown or impossible and its
   *     place
   */
  static Settings read(ConfigurableEnvironment environment, ClassLoader classLoader) {
    List<SettingsSource> sources = new ArrayList<>();
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> named) {
        sources.addAll(sourcesOf(named, environment));
      }
    }
    sources.add(nameOfTheApplication(environment));
    try {
      Settings settings = SettingsReader.of(sources).read();
      check(settings, classLoader);
      return settings;
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingsException(e);
    }
  }

  /** Returns the settings of one source; the process's environment may hold names of both forms. */
  private static List<SettingsSource> sourcesOf(
      EnumerablePropertySource<?> source, ConfigurableEnvironment environment) {
    Map<String, String> variables = new TreeMap<>();
    Map<String, String> properties = new TreeMap<>();
    boolean isEnvironment =
        source.getName().endsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    for (String name : source.getPropertyNames()) {
      Object value = source.getProperty(name);
      if (value == null) {
        continue;
      }
      if (name.startsWith(PREFIX)) {
        properties.put(name.replace('_', '-'), resolved(source, name, value, environment));
      } else if (isEnvironment && name.toUpperCase(Locale.ROOT).startsWith(ENVIRONMENT_PREFIX)) {
        variables.put(name.toUpperCase(Locale.ROOT), resolved(source, name, value, environment));
      }
    }
    return List.of(
        SettingsSource.environment(variables),
        SettingsSource.prefixed(kindOf(source), properties.keySet(), properties::get));
  }

  /** Fills the placeholders of a value; errors do not quote the value, which may be a secret. */
  private static String resolved(
      PropertySource<?> source, String name, Object value, ConfigurableEnvironment environment) {
    try {
      return environment.resolveRequiredPlaceholders(String.valueOf(value));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingsException(
          new IllegalArgumentException(
              kindOf(source)
                  + " "
                  + name
                  + " has a placeholder, ${...}, that no property of the application fills; write a"
                  + " value that has \"${\" in it into a file, if its setting has one"));
    }
  }

  private static String kindOf(PropertySource<?> source) {
    if (source instanceof CommandLinePropertySource) {
      return "command line argument";
    }
    if (source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
      return "system property";
    }
    return source.getName() + ":";
  }

  /**
   * Returns the name of the Spring application, as the source that loses against all others. All
   * applications of Spring Boot have the empty context path by default, so that two of them in one
   * cluster would take each other's sessions for their own.
   */
  private static SettingsSource nameOfTheApplication(ConfigurableEnvironment environment) {
    String name = environment.getProperty("spring.application.name", "");
    return SettingsSource.own(
        "spring.application.name as",
        name.isBlank() ? List.of() : List.of("application"),
        ignoredSetting -> name);
  }

  /** Rejects bad settings before the web server starts, which would report them less clearly. */
  private static void check(Settings settings, ClassLoader classLoader) {
    settings.enabled(true);
    settings.exposeProtection();
    settings.node("to-be-named");
    settings.application("to-be-named", classLoader);
  }
}
