// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;
import org.holdfast.drill.fault.Fault;

/**
 * Follows a schedule as far as it is known before anybody plays it: how many nodes run when, how
 * many of them a step takes, and what some node surely has at that time. Complains of what could
 * not be played to its end. Where nodes are chosen as they are used, it takes the better case.
 */
final class Headcount {
  private final int places;
  private final RollCall rollCall;
  private int running;

  /** How many nodes the step before took, if they surely run. */
  private Optional<Integer> last = Optional.empty();

  /** The nodes of the step before; those of a step with {@code last} keep their number. */
  private Cast castBefore = new Cast(0, List.of());

  /** Whether these surely do not run: a step has ended them for good. */
  private boolean castBeforeIsGone;

  private int casts;

  /** When nodes that ended are started again. */
  private final PriorityQueue<Return> returns =
      new PriorityQueue<>(Comparator.comparing(Return::at));

  private final List<Lasting> lasting = new ArrayList<>();

  private record Moment(Duration at, Step step) {}

  /**
   * When one node is started again, at the earliest.
   *
   * @param node its number; 0 if that is known only when it is chosen
   */
  private record Return(Duration at, int node) {}

  private record Cast(int number, List<NodeChoice> nodes) {
    private boolean has(NodeChoice.Kind kind) {
      return nodes.stream().anyMatch(choice -> choice.kind() == kind);
    }

    /** Whether some node is surely in both. */
    private boolean meets(Cast other) {
      return number == other.number
          || has(NodeChoice.Kind.ALL)
          || other.has(NodeChoice.Kind.ALL)
          || nodes.stream()
              .filter(choice -> choice.kind() == NodeChoice.Kind.NODE)
              .anyMatch(other.nodes::contains);
    }
  }

  /** What was done and is not taken back; never, if {@code end} is empty. */
  private record Lasting(Fault fault, Cast cast, Optional<Duration> end) {}

  private Headcount(int nodes, int places) {
    this.running = nodes;
    this.places = places;
    this.rollCall = new RollCall(nodes, places);
  }

  /**
   * @param nodes that run at the start
   * @param places that may run at once
   * @throws StepException if a step finds no node, leaves none, changes nothing, or does what a
   *     node cannot have beside what it has
   */
  static void check(int nodes, int places, List<Step> steps) {
    Headcount count = new Headcount(nodes, places);
    steps.stream()
        .flatMap(
            step ->
                IntStream.range(0, step.times())
                    .mapToObj(
                        time -> new Moment(step.at().plus(step.every().multipliedBy(time)), step)))
        .sorted(Comparator.comparing(Moment::at))
        .forEach(moment -> StepException.judge(moment.step, () -> count.pass(moment)));
  }

  private void pass(Moment moment) {
    // What is due when a step is comes after it: its time is counted from when it was done.
    while (!returns.isEmpty() && returns.element().at.compareTo(moment.at) < 0) {
      rollCall.mayBeBack(returns.remove().node);
      running = Math.min(places, running + 1);
    }
    lasting.removeIf(one -> one.end.filter(end -> end.compareTo(moment.at) < 0).isPresent());
    Action action = moment.step.action();
    if (action instanceof Action.RollingRestart || action instanceof Action.RollingUpgrade) {
      requireAwake(moment.at, action);
    } else if (action instanceof Action.Grow grow) {
      requireChange(moment.at, grow, rollCall.growsTo(grow.to()));
      castBeforeIsGone = false; // perhaps they are started
      rollCall.grow(grow.to());
      running = Math.max(running, grow.to() - returns.size());
    } else if (action instanceof Action.Shrink shrink) {
      requireChange(moment.at, shrink, rollCall.shrinksTo(shrink.to()));
      rollCall.shrink(shrink.to());
      running = Math.min(running, shrink.to());
      last = Optional.empty(); // perhaps some of them were stopped
    } else if (action instanceof Action.Inflict inflict) {
      pass(moment.at, inflict);
    }
  }

  private void requireChange(Duration at, Action action, boolean changes) {
    if (!changes) {
      int back = returns.size();
      throw new IllegalArgumentException(
          words(at, action)
              + ", which would change nothing: "
              + running
              + " run then"
              + (back == 0 ? "" : ", " + back + " to be started again"));
    }
  }

  private void pass(Duration at, Action.Inflict inflict) {
    requireThere(at, inflict);
    int taken = taken(at, inflict);
    if (inflict.fault().takesNodeAway() && taken >= running) {
      throw new IllegalArgumentException(
          words(at, inflict)
              + ", which leaves nobody to go on: it takes "
              + (running == 1 ? "the only node" : "all " + running + " nodes"));
    }
    Cast cast = cast(inflict.nodes());
    requirePossibleBesides(at, inflict, cast);
    Optional<Duration> end = inflict.lasting().map(at::plus);
    if (inflict.fault().endsNode()) {
      running -= taken;
      end.ifPresent(back -> willReturn(back, named(inflict), taken));
      rollCall.end(inflict, named(inflict));
      lasting.clear(); // perhaps it went with its node
      last = Optional.empty();
    } else {
      lasting.add(new Lasting(inflict.fault(), cast, end));
      last = Optional.of(taken);
    }
    castBefore = cast;
    castBeforeIsGone = inflict.fault().endsNode() && end.isEmpty();
  }

  private void willReturn(Duration at, List<Integer> named, int taken) {
    named.forEach(node -> returns.add(new Return(at, node)));
    IntStream.range(named.size(), taken).forEach(node -> returns.add(new Return(at, 0)));
  }

  private static List<Integer> named(Action.Inflict inflict) {
    return inflict.nodes().stream()
        .filter(choice -> choice.kind() == NodeChoice.Kind.NODE)
        .map(NodeChoice::number)
        .toList();
  }

  private void requireThere(Duration at, Action.Inflict inflict) {
    for (int node : named(inflict)) {
      rollCall
          .whyMissing(node)
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(
                    words(at, inflict) + ": node-" + node + " does not run then, " + why);
              });
    }
  }

  /** How many nodes it takes, at least. */
  private int taken(Duration at, Action.Inflict inflict) {
    int taken = 0;
    Set<NodeChoice> named = new HashSet<>();
    for (NodeChoice choice : inflict.nodes()) {
      int open = running - taken;
      int more =
          switch (choice.kind()) {
            case ALL -> open;
            case MINORITY -> Math.min(open, (running - 1) / 2);
            case MAJORITY -> Math.min(open, running / 2 + 1);
            case LAST ->
                castBefore.number > 0 && !castBeforeIsGone
                    ? Math.min(open, taken == 0 ? last.orElse(1) : 1)
                    : 0;
            case SECONDARY -> taken == 0 ? Math.min(1, open - 1) : Math.min(1, open);
            case NODE -> named.add(choice) ? Math.min(1, open) : 0;
            case FULLEST, EMPTIEST, COORDINATOR, RANDOM -> Math.min(1, open);
          };
      if (more == 0) {
        throw new IllegalArgumentException(
            words(at, inflict)
                + ": no node can be "
                + choice
                + " then, with "
                + running
                + " running"
                + (taken == 0 ? "" : " and " + taken + " chosen already"));
      }
      taken += more;
    }
    return taken;
  }

  private void requirePossibleBesides(Duration at, Action.Inflict inflict, Cast cast) {
    for (Lasting before : lasting) {
      if (excludes(before, at, inflict) && before.cast.meets(cast)) {
        throw new IllegalArgumentException(
            words(at, inflict)
                + ": a node of these is "
                + before.fault.words()
                + before.end.map(end -> " until " + Times.text(end)).orElse(" for good")
                + " and cannot have both at once");
      }
    }
  }

  private static boolean excludes(Lasting before, Duration at, Action.Inflict inflict) {
    if (before.fault instanceof Fault.FullDisk && inflict.fault() instanceof Fault.Pause) {
      // Room is made again in the node itself, which has to be awake by then.
      Optional<Duration> awake = inflict.lasting().map(at::plus);
      return before
          .end
          .filter(end -> awake.isEmpty() || awake.get().compareTo(end) >= 0)
          .isPresent();
    }
    return before.fault.excludes(inflict.fault());
  }

  /** One that hangs does not stop when it is told to, and is killed in the end. */
  private void requireAwake(Duration at, Action rolling) {
    for (Lasting before : lasting) {
      if (before.fault instanceof Fault.Pause) {
        throw new IllegalArgumentException(
            words(at, rolling)
                + ": a node is "
                + before.fault.words()
                + before.end.map(end -> " until " + Times.text(end)).orElse(" for good")
                + " and cannot be stopped meanwhile");
      }
    }
  }

  private Cast cast(List<NodeChoice> choices) {
    boolean again = choices.stream().anyMatch(choice -> choice.kind() == NodeChoice.Kind.LAST);
    List<NodeChoice> nodes = new ArrayList<>(choices);
    if (again) {
      nodes.addAll(castBefore.nodes);
    }
    return new Cast(again ? castBefore.number : ++casts, nodes);
  }

  private static String words(Duration at, Action action) {
    return "at " + Times.text(at) + ": " + action.words();
  }
}
