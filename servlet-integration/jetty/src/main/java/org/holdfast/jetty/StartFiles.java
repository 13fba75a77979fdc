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
 * The places where properties of Jetty's distribution are set: in a base directory {@code
 * start.ini} and the files of {@code start.d}, and the command line. Jetty passes on only
 * properties that a module names and is silent about all others, so that a mistyped setting would
 * go unnoticed.
 */
final class StartFiles {
  private static final String PREFIX = "holdfast.";

  private StartFiles() {}

  /**
   * @param commandLine of the process, its arguments separated by blanks
   * @throws IllegalArgumentException naming the place and a setting in it that Jetty would ignore,
   *     and how it is written
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
        .requireEnabled(JettySettings.INSTEAD); // the module does not pass it on
    for (String written : settings.keySet()) {
      String name = written.substring(PREFIX.length());
      if (!Settings.NAMES.contains(name)) {
        throw new IllegalArgumentException(
            place + " " + written + " must be written " + PREFIX + exact(name) + " for Jetty");
      }
    }
  }

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

  /** Returns the values by name; a name may end in signs that say when Jetty takes the value. */
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
