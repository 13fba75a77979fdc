// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place where settings are written, as it was found, with unknown names too.
 *
 * @param kind for messages, such as {@code system property}
 * @param values written there for Holdfast, by the name as it is written
 * @param prefix the text before the setting's name; empty if the place holds nothing else
 */
public record SettingsSource(String kind, Map<String, String> values, String prefix) {
  private static final String PREFIX = "holdfast.";
  private static final String ENVIRONMENT_PREFIX = "HOLDFAST_";

  /**
   * The names that Kubernetes gives each container for a Service whose name begins with {@code
   * holdfast}.
   */
  private static final Pattern OF_A_SERVICE =
      Pattern.compile(
          "HOLDFAST_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

  /** The values that distinguish names of a Service from settings of the same name. */
  private static final Pattern ADDRESS_OF_A_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

  public SettingsSource {
    // In one order, so that messages are the same at each start.
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Returns only the kind and the names: values may be secrets. */
  @Override
  public String toString() {
    return kind + " " + values.keySet();
  }

  /** Returns the settings among system properties, such as {@code -Dholdfast.cluster=shop}. */
  public static SettingsSource systemProperties(Properties properties) {
    return prefixed("system property", properties.stringPropertyNames(), properties::getProperty);
  }

  /**
   * Returns the settings among environment variables, such as {@code HOLDFAST_CLUSTER=shop}. Leaves
   * out the variables that Kubernetes sets by itself for a Service called {@code holdfast}, such as
   * {@code HOLDFAST_SERVICE_HOST} and {@code HOLDFAST_PORT=tcp://10.0.0.11:80}.
   */
  public static SettingsSource environment(Map<String, String> variables) {
    Map<String, String> ours = new TreeMap<>();
    variables.forEach(
        (name, value) -> {
          if (name.startsWith(ENVIRONMENT_PREFIX) && !isOfAService(name, value)) {
            ours.put(name, value);
          }
        });
    return new SettingsSource("environment variable", ours, ENVIRONMENT_PREFIX);
  }

  private static boolean isOfAService(String name, String value) {
    return OF_A_SERVICE.matcher(name).matches()
        || (name.endsWith("_PORT") && ADDRESS_OF_A_SERVICE.matcher(value).matches());
  }

  /** Returns the settings of those {@code names} that begin with {@code holdfast.}. */
  public static SettingsSource prefixed(
      String kind, Collection<String> names, Function<String, @Nullable String> lookup) {
    return new SettingsSource(kind, read(names, lookup, PREFIX), PREFIX);
  }

  /** Returns the parameters of a web application that begin with {@code holdfast.}. */
  public static SettingsSource contextParameters(
      Collection<String> names, Function<String, @Nullable String> lookup) {
    return prefixed("context parameter", names, lookup);
  }

  /**
   * Returns the settings of all {@code names}, as the place belongs to Holdfast. {@code holdfast.}
   * may stand before.
   */
  public static SettingsSource own(
      String kind, Collection<String> names, Function<String, @Nullable String> lookup) {
    return new SettingsSource(kind, read(names, lookup, ""), "");
  }

  private static Map<String, String> read(
      Collection<String> names, Function<String, @Nullable String> lookup, String prefix) {
    Map<String, String> found = new TreeMap<>();
    for (String name : names) {
      String value = name.startsWith(prefix) ? lookup.apply(name) : null;
      if (value != null) {
        found.put(name, value);
      }
    }
    return found;
  }

  /** Returns the part of a name that names the setting, in the form that all sources compare. */
  String comparable(String written) {
    String name = written.substring(prefix.length());
    if (prefix.isEmpty() && name.startsWith(PREFIX)) {
      name = name.substring(PREFIX.length());
    }
    return comparable(name, prefix);
  }

  private static String comparable(String name, String prefix) {
    String letters = name.replace("-", "").replace(".", "").toLowerCase(Locale.ROOT);
    return prefix.equals(ENVIRONMENT_PREFIX) ? letters.replace("_", "") : letters;
  }

  /** Returns {@code setting} as it is written here. */
  String written(String setting) {
    if (!prefix.equals(ENVIRONMENT_PREFIX)) {
      return prefix + setting;
    }
    return prefix + setting.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }
}
