// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.holdfast.drill.scenario.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what nodes run once a scenario has upgraded them. */
final class UpgradeOptions {
  private static final String NAMES = "--upgrade-war, --upgrade-jar or --upgrade-image";
  private static final String NODE_CLASS = "org/holdfast/drill/node/NodeCommand.class";

  @Option(
      names = "--upgrade-war",
      paramLabel = "FILE",
      description =
          "What a rolling upgrade replaces --war by: the application's next version, at the same"
              + " path (default: none).")
  private @Nullable Path war;

  @Option(
      names = "--upgrade-jar",
      paramLabel = "FILE",
      description =
          "Another holdfast.jar, which nodes run after a rolling upgrade; alone or with"
              + " --upgrade-war (default: none).")
  private @Nullable Path jar;

  @Option(
      names = "--upgrade-image",
      paramLabel = "NAME",
      description =
          "What a rolling upgrade replaces --image by; it must be in the engine (default: none).")
  private @Nullable String image;

  @Nullable Path war() {
    return war;
  }

  @Nullable Path jar() {
    return jar;
  }

  @Nullable String image() {
    return image;
  }

  boolean isGiven() {
    return war != null || jar != null || image != null;
  }

  /**
   * What the next version is, for people; empty if the scenario has no use for one.
   *
   * @param clusterIsGiven whether the nodes are somebody else's
   */
  Optional<String> words(Scenario scenario, boolean clusterIsGiven) {
    if (!scenario.upgrades()) {
      return Optional.empty();
    }
    if (clusterIsGiven) {
      return Optional.of("what the command of --command upgrade puts there");
    }
    List<String> parts = new ArrayList<>();
    Optional.ofNullable(war).ifPresent(file -> parts.add("web application " + file));
    Optional.ofNullable(jar).ifPresent(file -> parts.add("program " + file));
    Optional.ofNullable(image).ifPresent(name -> parts.add("image " + name));
    return Optional.of(String.join(", ", parts));
  }

  /**
   * Refuses what does not fit together.
   *
   * @param clusterIsGiven whether the nodes are somebody else's
   * @throws IllegalArgumentException with the option and why
   */
  void check(Scenario scenario, EngineOptions engine, boolean clusterIsGiven) {
    if (clusterIsGiven && isGiven()) {
      throw new IllegalArgumentException(
          NAMES
              + " are for nodes that the drill starts; with --targets say --command"
              + " upgrade='...', which is run while a node is stopped");
    }
    if (scenario.upgrades() && !isGiven() && !clusterIsGiven) {
      throw new IllegalArgumentException(
          "scenario " + scenario.name() + " upgrades nodes, so it needs " + NAMES + ": to what");
    }
    if (isGiven() && !scenario.upgrades()) {
      throw new IllegalArgumentException(
          NAMES
              + " need a scenario with a rolling-upgrade, such as --scenario rolling-upgrade;"
              + " scenario "
              + scenario.name()
              + " has none");
    }
    checkKinds(engine);
    checkFiles();
    if (isGiven()) {
      engine.checkNext(this);
    }
  }

  private void checkKinds(EngineOptions engine) {
    if (war != null && !engine.hasWar()) {
      throw new IllegalArgumentException("--upgrade-war needs --war: the version before");
    }
    if (image != null && !engine.hasImage()) {
      throw new IllegalArgumentException("--upgrade-image needs --image: the version before");
    }
    if (jar != null && engine.hasImage()) {
      throw new IllegalArgumentException(
          "--upgrade-jar does not go with --image, which runs what is in it");
    }
  }

  private void checkFiles() {
    if (war != null && !Files.isReadable(war)) {
      throw new IllegalArgumentException(
          "--upgrade-war must name a file that can be read, was " + war);
    }
    if (jar != null && !holdsNodes(jar)) {
      throw new IllegalArgumentException("--upgrade-jar must be a holdfast.jar, was " + jar);
    }
  }

  private static boolean holdsNodes(Path file) {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return zip.getEntry(NODE_CLASS) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
