// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings from the places where an operator or a developer may write them. A setting has
 * one name everywhere, {@code ackTimeoutMillis} for instance; it is written {@code
 * holdfast.ackTimeoutMillis} as a system property and {@code HOLDFAST_ACK_TIMEOUT_MILLIS} in the
 * environment. Case, dots and hyphens do not matter, nor do the underscores of an environment
 * variable.
 *
 * <p>If several sources contain one setting, the first wins. The sources of the operator come
 * before those of the application: system property, environment variable, then what the integration
 * adds.
 */
public final class SettingsReader {
  private final List<SettingsSource> sources = new ArrayList<>();
  private Path directory = Path.of("");

  private SettingsReader() {}

  /** Returns a reader of these sources alone, the one that wins first. */
  public static SettingsReader of(List<SettingsSource> sources) {
    SettingsReader reader = new SettingsReader();
    reader.sources.addAll(sources);
    return reader;
  }

  /**
   * Returns a reader of the system properties and the environment of this process; {@link #then}
   * adds more.
   */
  public static SettingsReader ofProcess() {
    return of(
        List.of(
            SettingsSource.systemProperties(System.getProperties()),
            SettingsSource.environment(System.getenv())));
  }

  /** Adds a source that loses against those before it. */
  public SettingsReader then(SettingsSource source) {
    sources.add(source);
    return this;
  }

  /**
   * Resolves names of files against {@code base}, not against the working directory of the process.
   *
   * @param base null or blank for the working directory
   */
  public SettingsReader relativeTo(@Nullable String base) {
    directory = Path.of(base == null ? "" : base.trim());
    return this;
  }

  /**
   * Reads all sources.
   *
   * @throws IllegalArgumentException naming the source, if a name is unknown or if one source sets
   *     something twice
   */
  public Settings read() {
    Map<String, String> names = new TreeMap<>();
    for (String name : Settings.NAMES) {
      names.put(name.toLowerCase(Locale.ROOT), name);
    }
    Map<String, Settings.Entry> found = new TreeMap<>();
    for (SettingsSource source : sources) {
      Map<String, Settings.Entry> here = new TreeMap<>();
      source
          .values()
          .forEach(
              (written, value) -> {
                String name = names.get(source.comparable(written));
                if (name == null) {
                  throw unknown(source, written);
                }
                Settings.Entry entry =
                    new Settings.Entry(value.trim(), source.kind() + " " + written);
                Settings.Entry other = here.put(name, entry);
                if (other != null) {
                  throw new IllegalArgumentException(
                      name + " is set twice: by " + other.origin() + " and by " + entry.origin());
                }
              });
      here.forEach(found::putIfAbsent);
    }
    return new Settings(found, directory);
  }

  private static IllegalArgumentException unknown(SettingsSource source, String written) {
    String nearest = NearestName.to(source.comparable(written), Settings.NAMES);
    return new IllegalArgumentException(
        source.kind()
            + " "
            + written
            + " is not a setting of Holdfast; the nearest is "
            + source.written(nearest));
  }
}
