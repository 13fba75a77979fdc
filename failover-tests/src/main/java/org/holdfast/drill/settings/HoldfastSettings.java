// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.settings;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings of Holdfast by name, with which the nodes of a drill are started. Any setting is
 * allowed, unless the drill sets it itself. Values may be secrets, so nothing that prints these
 * settings shows a value. Immutable.
 */
public final class HoldfastSettings {
  /** Leaves every setting as it is. */
  public static final HoldfastSettings NONE = new HoldfastSettings(Map.of());

  /** Stands for the directory of the node's key files in a value. */
  public static final String KEYS = "${keys}";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}?");

  /** Settings that the drill itself sets, each with where a scenario or the line has a say. */
  private static final Map<String, String> OF_THE_DRILL = ofTheDrill();

  private final Map<String, String> values;

  private HoldfastSettings(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  private static Map<String, String> ofTheDrill() {
    Map<String, String> reasons = new HashMap<>();
    for (String name :
        List.of(
            "cluster",
            "memberName",
            "bindHost",
            "replicationPort",
            "membershipPort",
            "discovery",
            "statusAddress",
            "application",
            "exposeProtection",
            "enabled")) {
      reasons.put(name, "for each node");
    }
    reasons.put("secondaries", "by \"secondaries\" of the scenario");
    reasons.put("partition", "by \"partition\" of the scenario");
    reasons.put("expectedNodes", "by \"partition\" and \"nodes\" of the scenario");
    reasons.put("ackMode", "by the option --ack");
    reasons.put("scope", "by the option --scope");
    return Map.copyOf(reasons);
  }

  /** The names that a scenario may set. */
  public static Set<String> allowed() {
    Set<String> allowed = new TreeSet<>(Settings.NAMES);
    allowed.removeAll(OF_THE_DRILL.keySet());
    return allowed;
  }

  /**
   * Refuses a setting that belongs to the drill.
   *
   * @throws IllegalArgumentException that begins with {@code name} and says who sets it
   */
  public static void requireNotOfTheDrill(String name) {
    String reason = OF_THE_DRILL.get(name);
    if (reason != null) {
      throw new IllegalArgumentException(name + " is set by the drill itself, " + reason);
    }
  }

  /**
   * Reads settings as a scenario has them.
   *
   * @param values by {@linkplain #allowed allowed} names; an empty one is the default of its
   *     setting
   * @throws IllegalArgumentException that begins with the name of the setting, if it is not allowed
   *     or has a placeholder that does not exist
   */
  public static HoldfastSettings of(Map<String, String> values) {
    values.forEach(
        (name, value) -> {
          requireNotOfTheDrill(name);
          if (!Settings.NAMES.contains(name)) {
            throw new IllegalArgumentException(name + " is not a setting of Holdfast");
          }
          Matcher placeholders = PLACEHOLDER.matcher(value);
          while (placeholders.find()) {
            if (!placeholders.group().equals(KEYS)) {
              throw new IllegalArgumentException(
                  name
                      + ": the only placeholder is "
                      + KEYS
                      + ", the directory of the node's key files");
            }
          }
        });
    return new HoldfastSettings(values);
  }

  /** Returns these settings with {@code changes}, of which an empty one takes a setting away. */
  public HoldfastSettings with(HoldfastSettings changes) {
    Map<String, String> changed = new TreeMap<>(values);
    changed.putAll(changes.values);
    changed.values().removeIf(String::isEmpty);
    return new HoldfastSettings(changed);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Whether a setting has a value. */
  public boolean has(String name) {
    return !values.getOrDefault(name, "").isEmpty();
  }

  /** Whether a value names the directory of the node's key files. */
  public boolean nameKeys() {
    return values.values().stream().anyMatch(value -> value.contains(KEYS));
  }

  /**
   * Refuses values with which no node starts. Not judged where a value names key files: they may
   * not be there yet.
   *
   * @param nodes of the cluster, if only the side with the majority serves; else 0
   * @throws IllegalArgumentException that names the setting
   */
  public void requireUsable(int nodes) {
    if (nameKeys()) {
      return;
    }
    Map<String, String> all = new HashMap<>(values);
    if (nodes > 0) {
      all.put("partition", "consistent");
      all.put("expectedNodes", Integer.toString(nodes));
    }
    Settings settings =
        SettingsReader.of(List.of(SettingsSource.own("setting", all.keySet(), all::get))).read();
    NodeConfig unused = settings.node("node-1");
    ApplicationConfig unusedToo =
        settings.application("drill", HoldfastSettings.class.getClassLoader());
  }

  /**
   * Returns the settings as variables of the environment of a node, where they win over its command
   * line.
   *
   * @param keys the directory of the node's key files, as the node sees it
   */
  public Map<String, String> environment(String keys) {
    Map<String, String> variables = new TreeMap<>();
    values.forEach((name, value) -> variables.put(variable(name), value.replace(KEYS, keys)));
    return variables;
  }

  /**
   * Returns the same for a node whose addresses are not loopback ones, in a network that nobody
   * else is on: without a key store it starts with {@code security=none} only.
   */
  public Map<String, String> environmentBeyondLoopback(String keys) {
    Map<String, String> variables = environment(keys);
    if (!has("keyStore")) {
      variables.putIfAbsent(variable("security"), "none");
    }
    return variables;
  }

  private static String variable(String name) {
    return "HOLDFAST_" + name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HoldfastSettings settings && values.equals(settings.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Names the settings; values may be secrets. */
  @Override
  public String toString() {
    return String.join(", ", values.keySet());
  }
}
