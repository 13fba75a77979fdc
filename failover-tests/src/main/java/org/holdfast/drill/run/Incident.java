// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.load.Recovery;
import org.holdfast.history.Exchange;

/**
 * One thing that was done to a cluster, and what is watched because of it. Not thread-safe, but for
 * what its watches do.
 */
final class Incident implements AutoCloseable {
  /** What leaves a node running that hears nothing of the others, by its name in scenarios. */
  private static final Set<String> SILENT = Set.of("pause", "cut");

  /**
   * The faults that lose or delay packets between nodes. TCP sends these again after ever longer
   * pauses, so a connection may say nothing for seconds after the end.
   */
  private static final Set<String> DISTURBS_LINKS =
      Set.of("cut", "cut-link", "loss", "bandwidth", "delay");

  /** The faults during which nodes may be unable to come to one settled view. */
  private static final Set<String> KEEPS_APART = Set.of("pause", "cut", "cut-link");

  private static final int CHANGED = 0;
  private static final int PROTECTED = 1;
  private static final int TOGETHER = 0;
  private static final int FOR_SURE = 1;
  private static final int CONNECTED = 2;

  private final What what;

  /** Names of the nodes that it leaves running and keeps from hearing of the others. */
  private final Set<String> silenced = new HashSet<>();

  private final long startNanos;
  private final long doneNanos;
  private final StatusWatch views;
  private OptionalLong healedNanos = OptionalLong.empty();
  private StatusWatch rejoined;
  private List<Recovery> recoveries = List.of();
  private long errors;
  private boolean over;
  private long overNanos;
  private boolean returned;

  /**
   * What was done.
   *
   * @param words for people, such as {@code killed node-1}
   * @param kind name of the fault in scenarios
   * @param nodes whom it was done to
   * @param awayFrom numbers of the nodes whose users have to go elsewhere
   * @param users how many they are
   * @param orphans users whose session nobody is left to hold, by their numbers
   * @param mayLose nodes of which ASYNC may lose what they answered last; empty if it may not
   * @param copiesFit whether enough nodes are left for as many copies as are asked for
   * @param viewChange whether the others drop the nodes from their view
   * @param rejoins whether it can be seen that all are in one view again
   * @param lasting how long until it is taken back; nothing if it is not, or not by a schedule
   */
  record What(
      String words,
      String kind,
      List<ClusterNode> nodes,
      BitSet awayFrom,
      int users,
      Set<Integer> orphans,
      List<ClusterNode> mayLose,
      boolean copiesFit,
      FaultEffects.ViewChange viewChange,
      boolean rejoins,
      Duration lasting) {

    /**
     * That a node was added.
     *
     * @param viewsAreSeen whether nodes tell of their views
     */
    static What joins(ClusterNode joining, boolean viewsAreSeen) {
      return new What(
          "started " + joining.name(),
          "grow",
          List.of(joining),
          new BitSet(),
          0,
          Set.of(),
          List.of(),
          true,
          FaultEffects.ViewChange.NONE,
          viewsAreSeen,
          Duration.ZERO);
    }

    /** Whether the others have to drop the nodes from their view. */
    boolean viewChanges() {
      return viewChange == FaultEffects.ViewChange.DUE;
    }

    private boolean viewMayChange() {
      return viewChange == FaultEffects.ViewChange.PERHAPS;
    }

    /** Whether nodes go on answering with nobody to tell them what others do meanwhile. */
    boolean answersGoOn() {
      return kind.equals("cut") || kind.equals("cut-link");
    }

    private boolean disturbsLinks() {
      return DISTURBS_LINKS.contains(kind);
    }
  }

  /** Begins to watch after what took no time. */
  Incident(What what, long startNanos, List<ClusterNode> others) {
    this(what, startNanos, startNanos, others);
  }

  /**
   * Begins to watch.
   *
   * @param doneNanos by when it was done for certain: nodes may have answered since {@code
   *     startNanos}
   * @param others nodes that are to notice
   */
  Incident(What what, long startNanos, long doneNanos, List<ClusterNode> others) {
    this.what = what;
    this.startNanos = startNanos;
    this.doneNanos = doneNanos;
    Set<String> gone = new HashSet<>();
    what.nodes().forEach(node -> gone.add(node.name()));
    if (SILENT.contains(what.kind())) {
      silenced.addAll(gone);
    }
    this.views =
        new StatusWatch(
            what.viewChange() == FaultEffects.ViewChange.NONE ? List.of() : others,
            startNanos,
            List.of(ViewRules.without(gone), ViewRules.without(gone).and(ViewRules.quiet())));
    this.rejoined = new StatusWatch(List.of(), startNanos, List.of());
  }

  What what() {
    return what;
  }

  long startNanos() {
    return startNanos;
  }

  long doneNanos() {
    return doneNanos;
  }

  OptionalLong healedNanos() {
    return healedNanos;
  }

  /**
   * Watches from now on for one settled view of all of {@code everybody}; what was not seen of the
   * others until now is not seen any more, but of a view change that may still come.
   */
  void healed(long nanos, List<ClusterNode> everybody) {
    healedNanos = OptionalLong.of(nanos);
    if (!what.viewMayChange()) {
      views.close();
    }
    if (!what.rejoins()) {
      return;
    }
    // Before that the view may be one that has not changed yet.
    long detectedNanos = what.viewMayChange() ? FaultEffects.NOTICED.toNanos() : 0;
    // No status tells whether the two ends of a link speak to each other again: a view that did not
    // change stays settled meanwhile.
    long connectedNanos = what.disturbsLinks() ? FaultEffects.CONNECTED.toNanos() : 0;
    Predicate<NodeStatus> forSure = status -> System.nanoTime() - startNanos >= detectedNanos;
    Predicate<NodeStatus> connected = status -> System.nanoTime() - nanos >= connectedNanos;
    Predicate<NodeStatus> together =
        ViewRules.of(everybody.stream().map(ClusterNode::name).toList()).and(ViewRules.quiet());
    rejoined =
        new StatusWatch(
            everybody,
            nanos,
            List.of(together, together.and(forSure), together.and(forSure).and(connected)));
  }

  /** Whether it keeps {@code node} from noticing what is done to others meanwhile. */
  boolean keepsAway(ClusterNode node) {
    return healedNanos.isEmpty() && silenced.contains(node.name());
  }

  /** Whether it has {@code node} stand still, so that it would not stop when told to. */
  boolean paralyses(ClusterNode node) {
    return what.kind().equals("pause") && keepsAway(node);
  }

  /** Whether it lasts still, and is to be over by then. */
  boolean endsBefore(long nanos) {
    return healedNanos.isEmpty()
        && !what.lasting().isZero()
        && startNanos + what.lasting().toNanos() - nanos < 0;
  }

  /** Whether {@code node} will never be in one view with the others, unless it is started again. */
  boolean keepsAwayForGood(ClusterNode node) {
    return keepsAway(node) && what.lasting().isZero();
  }

  /** What hung or was cut off has ended meanwhile: who has its place now does neither. */
  void startedAgain(ClusterNode node) {
    silenced.remove(node.name());
  }

  /** Whether it silenced one of its nodes, and another process has that node's place by now. */
  boolean wasReplaced(ClusterNode node) {
    return SILENT.contains(what.kind()) && !silenced.contains(node.name());
  }

  /** Whether the others have views that show it, or need none. */
  boolean isNoticed() {
    return !what.viewChanges() || views.all(CHANGED).isPresent();
  }

  /** Tells once that the nodes are back. */
  boolean returns() {
    boolean first = !returned;
    returned = true;
    if (first) {
      views.close();
    }
    return first;
  }

  /**
   * Whether users or views are still to get over it, or over its end, or users may still wait for
   * what they asked of its nodes.
   */
  boolean isGoingOn(long nowNanos, long patienceNanos) {
    return !over
        || healedNanos.isPresent() && !returned
        || !what.awayFrom().isEmpty() && nowNanos - overNanos < patienceNanos;
  }

  /**
   * Whether everybody is in one view again, if that can be seen, and has had the time to send again
   * what was lost between nodes; false while it lasts.
   */
  boolean isRejoined() {
    return healedNanos.isPresent() && (!what.rejoins() || rejoined.all(CONNECTED).isPresent());
  }

  /** Whether every session is protected again, or that cannot be expected or seen. */
  boolean isProtectedAgain() {
    return !what.viewChanges() || !what.copiesFit() || !isNoticed() || protectedAgain().isPresent();
  }

  OptionalLong viewChangeFirst() {
    return views.first(CHANGED);
  }

  OptionalLong viewChangeAll() {
    return views.all(CHANGED);
  }

  OptionalLong protectedAgain() {
    return views.all(PROTECTED);
  }

  OptionalLong rejoinedAfter() {
    if (healedNanos.isEmpty() || rejoined.all(FOR_SURE).isEmpty()) {
      return OptionalLong.empty();
    }
    // Where no view changed, all were together from the first look on.
    return rejoined.all(viewChangeFirst().isPresent() ? FOR_SURE : TOGETHER);
  }

  /**
   * Returns the time of {@link #rejoinedAfter} from the last end of a fault that kept nodes apart
   * meanwhile.
   *
   * @param incidents all of the drill
   */
  OptionalLong rejoinedAfterAll(Collection<Incident> incidents) {
    OptionalLong together = rejoinedAfter();
    if (together.isEmpty()) {
      return together;
    }
    long ended = healedNanos.getAsLong();
    long last = 0;
    for (Incident other : incidents) {
      if (KEEPS_APART.contains(other.what.kind()) && other.healedNanos.isPresent()) {
        long otherEnd = other.healedNanos.getAsLong() - ended;
        last = otherEnd < together.getAsLong() ? Math.max(last, otherEnd) : last;
      }
    }
    return OptionalLong.of(together.getAsLong() - last);
  }

  /**
   * Whether {@code exchange} was answered after its begin, and sent before all were in one view
   * again, if they ever were.
   */
  boolean spans(Exchange exchange) {
    OptionalLong together = rejoinedAfter();
    return exchange.doneNanos() - startNanos >= 0
        && (together.isEmpty()
            || exchange.sentNanos() - healedNanos.getAsLong() <= together.getAsLong());
  }

  /**
   * Ends the watch over the users.
   *
   * @param seen how each user got over it
   * @param failed attempts that failed since the start, until it was over
   */
  void over(List<Recovery> seen, long failed) {
    recoveries = List.copyOf(seen);
    errors = failed;
    over = true;
    overNanos = System.nanoTime();
  }

  boolean isOver() {
    return over;
  }

  List<Recovery> recoveries() {
    return recoveries;
  }

  /** Those of users whose sessions went on elsewhere, with everything in them. */
  List<Recovery> moved() {
    return recoveries.stream().filter(one -> one.right() && one.onVictim()).toList();
  }

  /** Whether it left a user who asked without a right answer, and not for want of any holder. */
  boolean leftWithoutRightAnswer(Recovery one) {
    return one.asked() && !one.right() && !what.orphans().contains(one.user());
  }

  /** Whether a user waited longer than {@code bound} nanoseconds for its right answer. */
  boolean keptWaiting(Recovery one, long bound) {
    return one.right() && one.waitedNanos() > bound && !what.orphans().contains(one.user());
  }

  long errors() {
    return errors;
  }

  @Override
  public void close() {
    views.close();
    rejoined.close();
  }
}
