// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.holdfast.servlet.settings.NearestName;

/** The scenarios that come along, from the simplest. */
public final class ScenarioLibrary {
  /** Name of the one that is played if nobody chose. */
  public static final String USUAL = "kill";

  private static final String DIRECTORY = "/org/holdfast/drill/scenarios/";

  private ScenarioLibrary() {}

  /** Their names, in the order in which they are listed. */
  public static List<String> names() {
    return text("index").lines().filter(line -> !line.isBlank()).toList();
  }

  /** Reads one of {@link #names}. */
  public static Scenario read(String name) {
    return ScenarioFile.parse(name, text(name + ".yaml"));
  }

  /**
   * Reads the scenario of that name, or else the file.
   *
   * @throws ScenarioException if there is neither, or it is no scenario
   */
  public static Scenario find(String nameOrFile) {
    if (names().contains(nameOrFile)) {
      return read(nameOrFile);
    }
    Path file = Path.of(nameOrFile);
    if (Files.isRegularFile(file)) {
      return ScenarioFile.read(file);
    }
    throw new ScenarioException(
        "there is neither a scenario nor a file \""
            + nameOrFile
            + "\", did you mean "
            + NearestName.to(nameOrFile, names())
            + "? 'holdfast drill list' names the scenarios");
  }

  private static String text(String name) {
    try (InputStream in = ScenarioLibrary.class.getResourceAsStream(DIRECTORY + name)) {
      return new String(
          Objects.requireNonNull(in, DIRECTORY + name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read scenario " + name, e);
    }
  }
}
