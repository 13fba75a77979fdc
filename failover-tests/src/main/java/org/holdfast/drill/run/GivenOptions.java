// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.cli.CommandOption;
import org.holdfast.drill.cli.StatusTokenOption;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.cluster.Means;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name a cluster which runs already, and what its owner does to it. */
final class GivenOptions {
  @Option(
      names = "--targets",
      paramLabel = "[NAME=]HOST:PORT",
      split = ",",
      description =
          "Drill a cluster that runs already, of these nodes; NAME is a node's sticky route and its"
              + " name in the view, by default the one in its status; what a scenario does to them is"
              + " done by --command (default: start a cluster).")
  private List<String> targets = List.of();

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "With --targets: where each has its /holdfast/status, in the same order (default: the"
              + " targets; where there is none, views are not judged).")
  private List<String> admins = List.of();

  @Mixin private StatusTokenOption token = new StatusTokenOption();

  @Mixin private CommandOption commands = new CommandOption();

  @Option(
      names = "--allow-remote",
      description = "Let targets be other machines; they must be yours (default: loopback only).")
  private boolean allowRemote;

  boolean isGiven() {
    return !targets.isEmpty();
  }

  int nodes() {
    return targets.size();
  }

  /**
   * Refuses what does not fit together.
   *
   * @throws IllegalArgumentException with the option and why
   */
  void check() {
    if (!isGiven() && (!admins.isEmpty() || commands.isGiven())) {
      throw new IllegalArgumentException("--admin and --command go with --targets only");
    }
    if (!admins.isEmpty() && admins.size() != targets.size()) {
      throw new IllegalArgumentException(
          "--admin must name one for each of the "
              + targets.size()
              + " targets, was "
              + admins.size());
    }
    commands.check();
    if (isGiven()) {
      List<GivenCluster.Place> unused = places();
      token.check();
    }
  }

  /** What is drilled, and how, for people. */
  List<String> words() {
    return Stream.concat(
            places().stream().map(place -> place + ", its status at " + place.adminText()),
            commands.all().entrySet().stream()
                .map(command -> "command " + command.getKey() + ": " + command.getValue()))
        .toList();
  }

  /** Launches nothing: gives the cluster that is there. */
  ClusterLauncher launcher() {
    return new ClusterLauncher() {
      @Override
      public Cluster launch(ClusterSettings settings, Consumer<String> progress) {
        return join(settings);
      }

      @Override
      public Means means(ClusterSettings settings) {
        return join(settings);
      }
    };
  }

  private Cluster join(ClusterSettings settings) {
    return GivenCluster.join(places(), commands.all(), Path.of(settings.workDir()), token.client());
  }

  private List<GivenCluster.Place> places() {
    return GivenPlaces.of(targets, admins, allowRemote);
  }
}
