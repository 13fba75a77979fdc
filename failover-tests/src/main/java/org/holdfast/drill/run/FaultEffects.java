// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.scenario.Action;

/** What is to be expected of a fault. */
final class FaultEffects {
  /** One that lasts so long is noticed by the others; their detectors wait some 4 s. */
  static final Duration NOTICED = Duration.ofSeconds(8);

  /**
   * The time after the end of a fault of the network within which two nodes use the link between
   * them again: a connection without a sign of life is closed after 3 s, and opened again within
   * one more. Requests that need the link may fail until then.
   */
  static final Duration CONNECTED = Duration.ofSeconds(5);

  /** One that lasts no longer is not. */
  private static final Duration UNNOTICED = Duration.ofSeconds(2);

  /** Whether others drop nodes from their view. */
  enum ViewChange {
    /** Nobody would see why. */
    NONE,
    /** The fault lasts about as long as their detectors wait. */
    PERHAPS,
    /** They have to. */
    DUE
  }

  private FaultEffects() {}

  /** Whether the others drop the nodes from their view. */
  static boolean areNoticed(Fault fault, Optional<Duration> lasting) {
    return fault.takesNodeAway()
        && (fault.endsNode() || lasting.isEmpty() || lasting.get().compareTo(NOTICED) >= 0);
  }

  /** Whether the others drop the nodes from their view, or may. */
  static ViewChange viewChange(Fault fault, Optional<Duration> lasting) {
    if (areNoticed(fault, lasting)) {
      return ViewChange.DUE;
    }
    boolean mayBeNoticed = lasting.filter(time -> time.compareTo(UNNOTICED) <= 0).isEmpty();
    return (fault.takesNodeAway() || fault instanceof Fault.CutLink) && mayBeNoticed
        ? ViewChange.PERHAPS
        : ViewChange.NONE;
  }

  /** What of an action's effect is open, in words for people. */
  static Optional<String> open(Action action) {
    if (!(action instanceof Action.Inflict inflict)
        || viewChange(inflict.fault(), inflict.lasting()) != ViewChange.PERHAPS) {
      return Optional.empty();
    }
    return Optional.of(
        inflict.fault() instanceof Fault.CutLink
            ? "the coordinator may drop one of the two from the view or not; users stay"
            : "longer than "
                + UNNOTICED.toSeconds()
                + " s and shorter than "
                + NOTICED.toSeconds()
                + " s: the others may drop it from their view or not, and its users stay or not");
  }

  /**
   * Nodes of which ASYNC may lose what they answered last: those that end unplanned, or hang; of a
   * cut the side with fewer nodes, as the other takes over from it, or both of equal ones; of a
   * link that is cut both ends, as the others may take over from either.
   *
   * @param rest the other nodes that run
   */
  static List<Integer> losing(Fault fault, List<Integer> chosen, List<Integer> rest) {
    if (fault instanceof Fault.CutLink) {
      return chosen;
    }
    if (fault instanceof Fault.StopAndKill) {
      return chosen.subList(1, 2);
    }
    if (!fault.takesNodeAway() || fault instanceof Fault.Stop) {
      return List.of();
    }
    boolean bothWays = fault instanceof Fault.Cut cut && cut.direction() == Fault.Direction.BOTH;
    if (!bothWays || chosen.size() < rest.size()) {
      return chosen;
    }
    return rest.size() < chosen.size()
        ? rest
        : Stream.concat(chosen.stream(), rest.stream()).toList();
  }

  /** Nodes that end without handing over what they hold, or all where all do the same. */
  static List<Integer> ending(Fault fault, List<Integer> chosen) {
    return fault instanceof Fault.StopAndKill ? chosen.subList(1, 2) : chosen;
  }

  /**
   * Nodes whose users have to go elsewhere. Of a fault that is over before the others notice, users
   * may wait for the end where they are; nodes that are cut off serve on, unless only the side with
   * the majority may.
   *
   * @param rest the other nodes that run
   * @param majorityDecides whether only the side with the majority may serve what users ask for;
   *     pages without a session every node may
   */
  static BitSet awayFrom(
      Fault fault,
      List<Integer> chosen,
      List<Integer> rest,
      boolean majorityDecides,
      Optional<Duration> lasting) {
    BitSet away = new BitSet();
    if (fault instanceof Fault.Cut cut) {
      boolean restIsSmaller =
          cut.direction() == Fault.Direction.BOTH && rest.size() < chosen.size();
      if (majorityDecides && areNoticed(fault, lasting)) {
        (restIsSmaller ? rest : chosen).forEach(away::set);
      }
    } else if (areNoticed(fault, lasting)) {
      chosen.forEach(away::set);
    }
    return away;
  }
}
