// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.load.Routing;
import org.holdfast.drill.load.SlowRequests;
import org.holdfast.drill.settings.HoldfastSettings;

/**
 * What a drill plays.
 *
 * @param name of 1 to 64 of {@code a-z 0-9 -}
 * @param summary a sentence for people
 * @param nodes servers at the start, 2 to 64
 * @param secondaries copies besides the primary, 1 to 3
 * @param consistent whether the side without the majority refuses to serve in a partition
 * @param users closed users
 * @param routing how the balancer chooses the node of a request, where the command line says
 *     nothing
 * @param slow which requests take long
 * @param settings of Holdfast that nodes are started with at first
 * @param length measured time: all steps are over by then, if nothing takes longer than planned
 * @param steps by their time
 */
public record Scenario(
    String name,
    String summary,
    int nodes,
    int secondaries,
    boolean consistent,
    int users,
    Routing routing,
    Optional<SlowRequests> slow,
    HoldfastSettings settings,
    Duration length,
    List<Step> steps,
    Expectations expectations) {
  static final int MAX_NODES = 64;
  static final int MAX_SECONDARIES = 3;
  static final int MAX_USERS = 20_000;
  private static final Duration LONGEST = Duration.ofHours(24);

  public Scenario {
    if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
      throw new IllegalArgumentException(
          "name must be 1 to 64 of a-z, 0-9 and -, was \"" + name + "\"");
    }
    requireBetween("nodes", nodes, 2, MAX_NODES);
    int most = Math.min(MAX_SECONDARIES, nodes - 1);
    if (secondaries < 1 || secondaries > most) {
      throw new IllegalArgumentException(
          "secondaries must be between 1 and "
              + most
              + ", was "
              + secondaries
              + " with "
              + nodes
              + " nodes");
    }
    requireBetween("users", users, 1, MAX_USERS);
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("steps must hold at least one, was empty");
    }
    if (consistent && nodes < 3) {
      throw new IllegalArgumentException(
          "partition: consistent needs 3 nodes or more, was " + nodes);
    }
    Duration end = endOf(steps);
    if (length.compareTo(end) <= 0 || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "length must be above the end of the last step, "
              + Times.text(end)
              + ", and at most 24 h, was "
              + Times.text(length));
    }
    requireChanges(nodes, steps);
    int places = places(nodes, steps);
    List<Step> all = steps;
    all.forEach(step -> StepException.judge(step, () -> requirePlayable(step, all, places)));
    Headcount.check(nodes, places, steps);
    requireUsable(settings, steps, consistent ? nodes : 0);
  }

  /** Whether any step replaces nodes by another version. */
  public boolean upgrades() {
    return steps.stream().anyMatch(step -> step.action() instanceof Action.RollingUpgrade);
  }

  /** Whether users have to log in at some time. */
  public boolean logsIn() {
    return steps.stream().anyMatch(step -> step.action() instanceof Action.LogIn);
  }

  /** Whether any settings of nodes name the directory of their key files. */
  public boolean namesKeys() {
    return settings.nameKeys()
        || steps.stream().anyMatch(step -> step.action() instanceof Action.ChangeKeys)
        || changesOfSettings().anyMatch(HoldfastSettings::nameKeys);
  }

  /** The changes of settings that steps make, in the order of the steps. */
  public Stream<HoldfastSettings> changesOfSettings() {
    return steps.stream()
        .map(Step::action)
        .filter(Action.RollingRestart.class::isInstance)
        .map(action -> ((Action.RollingRestart) action).settings());
  }

  /** Whether the wall clock of any node jumps. */
  public boolean jumps() {
    return inflicts(Fault.ClockJump.class);
  }

  /** Whether any node is cut off from others. */
  public boolean cuts() {
    return inflicts(Fault.Cut.class) || inflicts(Fault.CutLink.class);
  }

  private boolean inflicts(Class<? extends Fault> kind) {
    return steps.stream()
        .map(Step::action)
        .anyMatch(
            action -> action instanceof Action.Inflict inflict && kind.isInstance(inflict.fault()));
  }

  /** How many things are done, all repetitions counted. */
  public int times() {
    return steps.stream().mapToInt(Step::times).sum();
  }

  /** Servers that may run at once. */
  public int places() {
    return places(nodes, steps);
  }

  /** The same in another size. */
  public Scenario sized(int nodeCount, int copies, int userCount) {
    return new Scenario(
        name,
        summary,
        nodeCount,
        copies,
        consistent,
        userCount,
        routing,
        slow,
        settings,
        length,
        steps,
        expectations);
  }

  /**
   * The same in another time: steps keep their share of it, what lasts a time of its own and what
   * comes again keep that, and what comes again does so as often as there is time.
   *
   * @throws IllegalArgumentException if it does not fit into {@code other}
   */
  public Scenario lasting(Duration other) {
    List<Step> moved = steps.stream().map(step -> moved(step, other)).toList();
    return new Scenario(
        name,
        summary,
        nodes,
        secondaries,
        consistent,
        users,
        routing,
        slow,
        settings,
        other,
        moved,
        expectations);
  }

  private Step moved(Step step, Duration other) {
    if (step.times() == 1) {
      long at = step.at().toMillis() * other.toMillis() / length.toMillis();
      return new Step(Duration.ofMillis(at), step.every(), 1, step.action());
    }
    Duration tail = length.minus(endOf(steps));
    Duration room = other.minus(step.at()).minus(step.action().lasts()).minus(tail);
    int times = (int) Math.max(1, 1 + room.dividedBy(step.every()));
    return new Step(step.at(), step.every(), times, step.action());
  }

  private static Duration endOf(List<Step> steps) {
    return steps.stream().map(Step::ends).reduce(Duration.ZERO, Scenario::later);
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static int places(int nodes, List<Step> steps) {
    return steps.stream()
        .map(Step::action)
        .mapToInt(action -> action instanceof Action.Grow grow ? grow.to() : nodes)
        .reduce(nodes, Math::max);
  }

  private static void requirePlayable(Step step, List<Step> all, int places) {
    if (step.action() instanceof Action.Grow grow) {
      requireBetween("grow", grow.to(), 2, MAX_NODES);
    } else if (step.action() instanceof Action.Shrink shrink) {
      requireBetween("shrink", shrink.to(), 2, MAX_NODES);
    } else if (step.action() instanceof Action.Inflict inflict) {
      requirePlaces(inflict, places);
    } else if (step.action() instanceof Action.RollingUpgrade upgrade && upgrade.back()) {
      requireUpgradeBefore(step, all);
    }
  }

  private static void requireUpgradeBefore(Step downgrade, List<Step> steps) {
    boolean upgraded =
        steps.stream()
            .filter(step -> step.at().compareTo(downgrade.at()) < 0)
            .map(Step::action)
            .anyMatch(action -> action instanceof Action.RollingUpgrade other && !other.back());
    if (!upgraded) {
      throw new IllegalArgumentException(
          "rolling-downgrade at " + Times.text(downgrade.at()) + " needs a rolling-upgrade before");
    }
  }

  /** A step that would find everything as it is to become is a mistake in the schedule. */
  private static void requireChanges(int nodes, List<Step> steps) {
    int running = nodes;
    for (Step step : steps.stream().sorted(Comparator.comparing(Step::at)).toList()) {
      int wanted;
      if (step.action() instanceof Action.Grow grow) {
        wanted = Math.max(grow.to(), running);
      } else if (step.action() instanceof Action.Shrink shrink) {
        wanted = Math.min(shrink.to(), running);
      } else {
        if (takesAway(step.action())) {
          return; // how many run from here on is known when it is played
        }
        continue;
      }
      if (wanted == running || step.times() > 1) {
        throw new StepException(
            step,
            "at "
                + Times.text(step.at())
                + ": "
                + step.action().words()
                + ", which would change nothing"
                + (wanted == running ? ": " + running + " run then" : " the second time"));
      }
      running = wanted;
    }
  }

  /** Values that a node refuses would end a drill in its midst. */
  private static void requireUsable(HoldfastSettings atFirst, List<Step> steps, int nodes) {
    atFirst.requireUsable(nodes);
    HoldfastSettings now = atFirst;
    for (Step step : steps.stream().sorted(Comparator.comparing(Step::at)).toList()) {
      if (step.action() instanceof Action.RollingRestart restart) {
        HoldfastSettings next = now.with(restart.settings());
        if (next.equals(now) && !restart.settings().isEmpty()) {
          throw new StepException(
              step,
              "settings at "
                  + Times.text(step.at())
                  + " would change nothing: nodes have these by then ("
                  + restart.settings()
                  + ")");
        }
        StepException.judge(step, () -> next.requireUsable(nodes));
        now = next;
      }
    }
  }

  private static boolean takesAway(Action action) {
    return action instanceof Action.Inflict inflict
        && inflict.fault().endsNode()
        && inflict.lasting().isEmpty();
  }

  private static void requirePlaces(Action.Inflict inflict, int places) {
    for (NodeChoice choice : inflict.nodes()) {
      if (choice.number() > places) {
        throw new IllegalArgumentException(
            inflict.kind() + ": there is no " + choice + " among " + places + " nodes");
      }
    }
  }

  private static void requireBetween(String what, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          what + " must be between " + lowest + " and " + highest + ", was " + value);
    }
  }
}
