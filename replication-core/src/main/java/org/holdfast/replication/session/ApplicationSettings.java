// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The settings of one web application that its nodes compare. The address of a member carries those
 * of the application that started it. Each session carries those of the node that wrote it, so the
 * node that it comes to logs what differs, whichever application it is of. Thread-safe.
 */
public final class ApplicationSettings {
  /** The number of texts that were compared and are kept, before all are forgotten. */
  private static final int MOST_TOLD = 100;

  /** The names without what explains them. */
  private static final List<String> NAMES =
      AnnouncedSettings.OF_APPLICATION.stream().map(name -> name.replaceAll(" .*", "")).toList();

  /**
   * The values that a session does not carry, so that most sessions carry none. They stay when a
   * default changes: a node of another release reads the text by them.
   */
  private static final List<String> USUAL =
      List.of(
          "kryo",
          "modified-attribute",
          "on-get",
          "sync",
          "1000",
          "continue",
          "5000",
          "16777216",
          "400",
          "1000000",
          "16777216",
          "0",
          "0");

  private static final Pattern SETTING =
      Pattern.compile("([A-Za-z]{1,30})=([A-Za-z0-9.-]{1,20})(,|$)");

  private final String application;
  private final List<String> own;
  private final String text;
  private final Consumer<String> warning;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  ApplicationSettings(ApplicationConfig config) {
    this(config, LoggerFactory.getLogger(ApplicationSettings.class)::warn);
  }

  ApplicationSettings(ApplicationConfig config, Consumer<String> warning) {
    this.application = config.name();
    this.own = valuesOf(config);
    this.text = textOf(own);
    this.warning = warning;
  }

  /** Returns the value of each of {@link AnnouncedSettings#OF_APPLICATION}, in that order. */
  public static List<String> valuesOf(ApplicationConfig config) {
    SerializationConfig serialization = config.serialization();
    return List.of(
        word(serialization.codec()),
        word(config.scope()),
        word(config.detection()),
        word(config.ackMode()),
        Long.toString(config.asyncLag().toMillis()),
        word(config.degraded()),
        Long.toString(config.degradedWait().toMillis()),
        Integer.toString(serialization.maxAttributeBytes()),
        Integer.toString(serialization.maxDepth()),
        Integer.toString(serialization.maxObjects()),
        Integer.toString(serialization.maxElements()),
        hash(serialization.allowedClasses()),
        hash(serialization.classAliases()));
  }

  /** Returns what stands for a text that is too long to be compared. */
  private static String hash(String text) {
    return Integer.toHexString(text.hashCode());
  }

  /** Returns a choice as its setting writes it. */
  private static String word(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String textOf(List<String> values) {
    StringJoiner text = new StringJoiner(",");
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).equals(USUAL.get(i))) {
        text.add(NAMES.get(i) + "=" + values.get(i));
      }
    }
    return text.toString();
  }

  /** Returns the settings as a session carries them: the unusual ones, by name. */
  String text() {
    return text;
  }

  /**
   * Logs what differs from the settings of the node that wrote a session.
   *
   * @param theirs the text that the session carries; null if its node belongs to a release that
   *     writes none
   */
  void compare(@Nullable String theirs) {
    if (theirs == null || theirs.equals(text)) {
      return;
    }
    if (told.size() >= MOST_TOLD) {
      told.clear();
    }
    if (!told.add(theirs)) {
      return;
    }
    Map<String, String> unusual = new HashMap<>();
    Matcher setting = SETTING.matcher(theirs);
    while (setting.find()) {
      unusual.put(setting.group(1), setting.group(2));
    }
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      String there = unusual.getOrDefault(NAMES.get(i), USUAL.get(i));
      if (!there.equals(own.get(i))) {
        differences.add(NAMES.get(i) + " is " + own.get(i) + " here and " + there + " there");
      }
    }
    if (!differences.isEmpty()) {
      warning.accept(
          "a node with other settings wrote a session of application \""
              + application
              + "\" that came here: "
              + String.join("; ", differences)
              + ". Each node uses its own values, and cannot read an attribute that is beyond its"
              + " own limits. Set the same values on all nodes; logged once for each set of"
              + " values");
    }
  }
}
