// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Optional;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.Means;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.scenario.Action;
import org.holdfast.drill.scenario.NodeChoice;
import org.holdfast.drill.scenario.Step;

/**
 * Whether everything that a plan wants can be done. Asked twice, by the same rules: before anything
 * is started, which is all that a dry run does, and once the nodes are there.
 */
final class Playable {
  private final DrillPlan plan;

  Playable(DrillPlan plan) {
    this.plan = plan;
  }

  /**
   * Complains of what is known to be impossible without starting anything.
   *
   * @throws FaultException if a step cannot be played
   * @throws ClusterStartException if the nodes cannot be started, or are not who they should be
   */
  void require(ClusterLauncher launcher) {
    require(launcher.means(plan.cluster()));
  }

  /**
   * Complains of what cannot be done, before anybody has waited for it.
   *
   * @throws FaultException if a step cannot be played
   */
  void require(Means means) {
    refuse(means.lacks(plan.scenario().settings()));
    for (Step step : plan.scenario().steps()) {
      refuse(lacks(means, step.action()));
    }
  }

  private void refuse(Optional<String> lack) {
    lack.ifPresent(
        reason -> {
          throw new FaultException(
              "scenario " + plan.scenario().name() + " cannot be played here: " + reason);
        });
  }

  private Optional<String> lacks(Means means, Action action) {
    if (action instanceof Action.Inflict inflict) {
      boolean returns = inflict.fault().endsNode() && inflict.lasting().isPresent();
      return means
          .lacks(inflict.fault())
          .or(() -> returns ? means.lacksStart() : Optional.empty())
          .or(() -> isOfCoordinator(inflict) ? lacksCoordinator(means) : Optional.empty());
    }
    if (action instanceof Action.Grow grow) {
      return grow.to() > means.places()
          ? Optional.of("it grows to " + grow.to() + " nodes, and there are " + means.places())
          : means.lacksStart();
    }
    if (action instanceof Action.LogIn || action instanceof Action.ChangeKeys) {
      return Optional.empty();
    }
    Optional<String> stop = means.lacks(new Fault.Stop());
    if (action instanceof Action.Shrink) {
      return stop;
    }
    Optional<String> restart = stop.or(means::lacksStart);
    if (action instanceof Action.RollingRestart changed) {
      return means.lacks(changed.settings()).or(() -> restart);
    }
    return action instanceof Action.RollingUpgrade upgrade
        ? restart.or(() -> means.lacks(Play.version(upgrade)))
        : restart;
  }

  private static boolean isOfCoordinator(Action.Inflict inflict) {
    return inflict.nodes().stream()
        .anyMatch(choice -> choice.kind() == NodeChoice.Kind.COORDINATOR);
  }

  private Optional<String> lacksCoordinator(Means means) {
    return (plan.secondaries() == 0
            ? Optional.of("without replication there is no view that a node could have made")
            : means.lacksCoordinator())
        .map(reason -> "it looks for the coordinator, and " + reason);
  }
}
