/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.cluster.Means;
import org.holdfast.drill.cluster.OwnerCommands;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.loadrun.UrlMix;
import org.holdfast.servlet.settings.NearestName;
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

  @Option(
      names = "--command",
      paramLabel = "WHAT=COMMAND",
      description =
          "With --targets: the shell's command for a fault, such as kill='docker kill {node}', to"
              + " take one back, such as un-pause=..., to start a node again, start=..., or to put"
              + " another version in a stopped one's place, upgrade=... and downgrade=...; {node},"
              + " {host} and {port} are filled in (default: none).")
  private Map<String, String> commands = new TreeMap<>();

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
    if (!isGiven() && !(admins.isEmpty() && commands.isEmpty())) {
      throw new IllegalArgumentException("--admin and --command go with --targets only");
    }
    if (!admins.isEmpty() && admins.size() != targets.size()) {
      throw new IllegalArgumentException(
          "--admin must name one for each of the "
              + targets.size()
              + " targets, was "
              + admins.size());
    }
    for (String name : commands.keySet()) {
      if (!OwnerCommands.names().contains(name)) {
        throw new IllegalArgumentException(
            "--command knows no \""
                + name
                + "\": did you mean "
                + NearestName.to(name, OwnerCommands.names())
                + "?");
      }
    }
    if (isGiven()) {
      List<GivenCluster.Place> unused = places();
    }
  }

  /** What is drilled, and how, for people. */
  List<String> words() {
    return Stream.concat(
            places().stream().map(place -> place + ", its status at " + place.adminText()),
            commands.entrySet().stream()
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
    return GivenCluster.join(places(), commands, Path.of(settings.workDir()));
  }

  private List<GivenCluster.Place> places() {
    List<Target> nodes = parse(targets);
    List<Target> statuses = admins.isEmpty() ? nodes : parse(admins);
    return IntStream.range(0, nodes.size())
        .mapToObj(
            i ->
                new GivenCluster.Place(
                    nodes.get(i).name(),
                    targets.get(i).contains("="),
                    nodes.get(i).address(),
                    statuses.get(i).address()))
        .toList();
  }

  private List<Target> parse(List<String> texts) {
    return UrlMix.parse(List.of("/"), texts, RequestBody.NONE, allowRemote).targets();
  }
}
