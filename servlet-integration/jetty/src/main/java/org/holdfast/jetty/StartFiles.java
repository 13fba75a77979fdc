// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;

/**
 * A check of the properties that operators set for Jetty's distribution: in {@code start.ini} and
 * {@code start.d} of the base directory, and on the command line. Jetty passes a property on only
 * if a module names it, and ignores all others without a message. Without this check, a mistyped
 * setting of Holdfast would have no effect and nobody would notice. Stateless: the thread that
 * starts Jetty calls it.
 */
final class StartFiles {
  private static final String PREFIX = "holdfast.";

  private StartFiles() {}

  /**
   * Rejects settings of Holdfast that Jetty would ignore.
   *
   * @param commandLine the arguments of the process, separated by blanks
   * @throws IllegalArgumentException naming the place, the setting, and its correct spelling
   */
  static void refuseUnknownSettings(Path base, String commandLine) {
    for (Path file : filesIn(base)) {
      refuseUnknown(base.relativize(file).toString(), settingsIn(linesOf(file)));
    }
    refuseUnknown("command line", settingsIn(List.of(commandLine.split("\\s+"))));
  }

  private static void refuseUnknown(String place, Map<String, String> settings) {
    // Rejects an unknown setting, and names the nearest one.
    SettingsReader.of(List.of(SettingsSource.prefixed(place, settings.keySet(), settings::get)))
        .read()
        .requireEnabled(JettySettings.INSTEAD); // the module does not pass `enabled` on
    for (String written : settings.keySet()) {
      String name = written.substring(PREFIX.length());
      if (!Settings.NAMES.contains(name)) {
        throw new IllegalArgumentException(
            place + " " + written + " must be written " + PREFIX + exact(name) + " for Jetty");
      }
    }
  }

  /** Returns the setting whose name has the same letters as {@code name}. */
  private static String exact(String name) {
    String letters = letters(name);
    return Settings.NAMES.stream().filter(n -> letters(n).equals(letters)).findFirst().orElse(name);
  }

  private static String letters(String name) {
    return name.replaceAll("[-.]", "").toLowerCase(Locale.ROOT);
  }

  private static List<Path> filesIn(Path base) {
    List<Path> files = new ArrayList<>();
    Path folder = base.resolve("start.d");
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> ini = Files.newDirectoryStream(folder, "*.ini")) {
        ini.forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Collections.sort(files);
    }
    Path ini = base.resolve("start.ini");
    if (Files.isRegularFile(ini)) {
      files.add(ini);
    }
    return files;
  }

  private static List<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the settings of Holdfast in {@code lines}, by name. Jetty allows signs between name and
   * value, as in {@code name?=value}.
   */
  private static Map<String, String> settingsIn(List<String> lines) {
    Map<String, String> settings = new TreeMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      String name = equals < 0 ? "" : line.substring(0, equals).replaceAll("[?+,\\s]+$", "").trim();
      if (name.startsWith(PREFIX)) {
        settings.put(name, line.substring(equals + 1));
      }
    }
    return settings;
  }
}
