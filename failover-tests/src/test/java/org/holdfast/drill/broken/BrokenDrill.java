// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.broken;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.run.NextRelease;
import org.holdfast.drill.scenario.ScenarioLibrary;

/**
 * A drill of a {@link BrokenBuild}, in a process of its own, as its class path is that of its
 * nodes. Where the scenario upgrades nodes, the build is what they are upgraded to.
 *
 * @param scenario that comes along, or a file
 * @param engine {@code process} or {@code container}
 * @param finding a reason that the verdict has to give
 * @param options further ones of the command line
 */
public record BrokenDrill(
    String scenario, BrokenBuild build, String engine, String finding, List<String> options) {
  /** Longer than the longest scenario with all of its waiting. */
  private static final Duration LONGEST = Duration.ofMinutes(8);

  public BrokenDrill {
    options = List.copyOf(options);
  }

  /** What came of a drill. */
  public record Outcome(int exitCode, String printed, List<String> reasons) {}

  /**
   * Plays it.
   *
   * @param directory for all that it writes, empty
   */
  public Outcome play(Path directory) throws IOException, InterruptedException {
    Path classes = build.compile(directory);
    return isUpgrade()
        ? play(directory, "", upgradeTo(NextRelease.with(classes, directory)))
        : play(directory, classes + File.pathSeparator, build.options());
  }

  /** Plays the same with the build that is shipped; an upgrade is one to itself then. */
  public Outcome playUnbroken(Path directory) throws IOException, InterruptedException {
    return play(
        directory,
        "",
        isUpgrade() ? upgradeTo(Path.of(System.getProperty("shaded.jar"))) : List.of());
  }

  /** Whether what is broken is the next version only. */
  private boolean isUpgrade() {
    return ScenarioLibrary.find(scenario).upgrades();
  }

  private static List<String> upgradeTo(Path jar) {
    return List.of("--upgrade-jar", jar.toString());
  }

  private Outcome play(Path directory, String classesBefore, List<String> more)
      throws IOException, InterruptedException {
    Path json = directory.resolve("drill.json");
    Path printed = directory.resolve("drill.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(classesBefore + System.getProperty("java.class.path"));
    command.add(Holdfast.class.getName());
    command.addAll(List.of("drill", "--scenario", scenario, "--engine", engine));
    command.addAll(List.of("--json", json.toString()));
    command.addAll(List.of("--work-dir", directory.resolve("nodes").toString()));
    command.addAll(List.of("--warm-up-ms", "3000"));
    command.addAll(options);
    command.addAll(more);
    Process drill =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      drill.getOutputStream().close();
      if (!drill.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("no end in " + LONGEST + ": " + Files.readString(printed));
      }
      return new Outcome(
          drill.exitValue(),
          Files.readString(printed),
          Files.exists(json) ? reasons(json) : List.of());
    } finally {
      drill.destroy(); // takes its nodes along
      boolean unused = drill.waitFor(20, TimeUnit.SECONDS);
    }
  }

  private static List<String> reasons(Path json) throws IOException {
    List<String> reasons = new ArrayList<>();
    for (JsonNode reason : new ObjectMapper().readTree(json.toFile()).path("reasons")) {
      reasons.add(reason.asText());
    }
    return reasons;
  }

  @Override
  public String toString() {
    return scenario + " " + build + " on " + engine;
  }
}
