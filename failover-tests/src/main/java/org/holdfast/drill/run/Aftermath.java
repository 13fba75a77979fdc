// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.Recovery;

/**
 * Looks after what was done to a cluster: whether users and views are over it, whether nodes are
 * back, and whom the balancer sends nobody to meanwhile. Runs on the drill's thread.
 */
final class Aftermath implements AutoCloseable {
  /** Longest wait for one settled view of all, with everything protected. */
  static final Duration REJOIN = Duration.ofSeconds(60);

  private static final Duration SOON = Duration.ofMillis(1);

  private final DrillPlan plan;
  private final LoadDriver driver;
  private final LoadRecorder recorder;
  private final Watch watch;
  private final Lineup lineup;
  private final List<Incident> incidents = new ArrayList<>();

  /** Nodes that the balancer sends nobody to. */
  private final BitSet retired = new BitSet();

  private long errorsBefore;

  Aftermath(DrillPlan plan, LoadDriver driver, LoadRecorder recorder, Watch watch, Lineup lineup) {
    this.plan = plan;
    this.driver = driver;
    this.recorder = recorder;
    this.watch = watch;
    this.lineup = lineup;
  }

  List<Incident> incidents() {
    return List.copyOf(incidents);
  }

  /** The one that was added last; there must be one. */
  Incident last() {
    return incidents.get(incidents.size() - 1);
  }

  /** Those of {@code nodes} that can notice what is done to others. */
  List<ClusterNode> present(List<ClusterNode> nodes) {
    return nodes.stream()
        .filter(node -> incidents.stream().noneMatch(incident -> incident.keepsAway(node)))
        .toList();
  }

  /** Those of {@code nodes} that come to be in one view: not who hangs or is cut off for good. */
  List<ClusterNode> reunited(List<ClusterNode> nodes) {
    return nodes.stream()
        .filter(node -> incidents.stream().noneMatch(incident -> incident.keepsAwayForGood(node)))
        .toList();
  }

  /**
   * Waits until none of {@code nodes} stands still any more: it would not stop when told to.
   *
   * @throws FaultException if one does so for good
   */
  void awaitAwake(List<ClusterNode> nodes) throws InterruptedException {
    for (ClusterNode node : nodes) {
      for (Incident incident : incidents) {
        Duration lasting = incident.what().lasting();
        if (incident.paralyses(node)
            && (lasting.isZero() || !watch.until(lasting, () -> isAwake(node, incident)))) {
          throw new FaultException(node.name() + " is paused and cannot be stopped meanwhile");
        }
      }
    }
  }

  /** Looks after the incidents meanwhile: the balancer is to find out as it would. */
  private boolean isAwake(ClusterNode node, Incident pause) {
    incidents.forEach(this::look);
    return !pause.paralyses(node);
  }

  /**
   * Waits for what ends within {@code soon}: it could not be ended while something is done that
   * takes as long.
   */
  void awaitEnds(Duration soon) throws InterruptedException {
    long by = System.nanoTime() + soon.toNanos();
    boolean unused =
        watch.until(
            soon.plus(SOON),
            () -> {
              incidents.forEach(this::look);
              return incidents.stream().noneMatch(incident -> incident.endsBefore(by));
            });
  }

  /** It runs anew: whatever it suffered before is over. */
  void startedAgain(ClusterNode node) {
    incidents.forEach(incident -> incident.startedAgain(node));
  }

  /** Something is about to be done: users of {@code away} will have to go elsewhere. */
  void expect(BitSet away) {
    recorder.enterDisturbed("during");
    errorsBefore = failures();
    driver.expectFault(away, System.nanoTime());
  }

  /** It was done. */
  void add(Incident incident) {
    incidents.add(incident);
  }

  /** Waits, and looks after the incidents meanwhile. */
  void pass(Duration time) throws InterruptedException {
    boolean unused =
        watch.until(
            time.compareTo(SOON) < 0 ? SOON : time,
            () -> {
              incidents.forEach(this::look);
              return false;
            });
  }

  /** Looks whether an incident is over, and its nodes are back; true if both. */
  @CanIgnoreReturnValue
  boolean look(Incident incident) {
    boolean over = isOver(incident);
    boolean back = isBack(incident);
    boolean ended = incidents.isEmpty() || endPhase();
    return back && over && ended;
  }

  /** Whether users and views are over it; ends the phase in which users may see errors. */
  boolean isOver(Incident incident) {
    if (incident.isOver()) {
      return true;
    }
    if (lastsOn(incident) || !incident.isNoticed() || !allAnswered()) {
      return false;
    }
    end(incident);
    return true;
  }

  private static boolean lastsOn(Incident incident) {
    return !incident.what().lasting().isZero()
        && incident.what().awayFrom().isEmpty()
        && incident.healedNanos().isEmpty();
  }

  private boolean isBackOrLasts(Incident incident) {
    return incident.healedNanos().isEmpty() || isBack(incident);
  }

  private void end(Incident incident) {
    incident.over(driver.recoveries(), failures() - errorsBefore);
    if (incident.healedNanos().isEmpty()) {
      // By now a balancer's health checks have found out.
      retire(incident.what().awayFrom().stream().boxed().toList());
    }
  }

  /** Tells the balancer, unless nobody would be left: it has no better then. */
  void retire(List<Integer> nodes) {
    if (lineup.runningBut(nodes).stream().anyMatch(node -> !retired.get(node))) {
      nodes.forEach(retired::set);
      nodes.forEach(driver::retire);
    }
  }

  /** Whether all are in one view again; lets users return to those who were away. */
  boolean isBack(Incident incident) {
    if (!incident.isRejoined()) {
      return false;
    }
    if (incident.returns()) {
      BitSet back = (BitSet) incident.what().awayFrom().clone();
      incident.what().nodes().forEach(node -> back.set(lineup.number(node)));
      back.stream().filter(node -> lineup.node(node).alive()).forEach(this::admit);
    }
    return true;
  }

  /**
   * Its nodes stand still no more: they answer health checks at once, whatever they know of the
   * others, and so get users before they are back. That is when they could answer from old states.
   */
  void wakes(Incident incident) {
    incident.what().nodes().stream()
        .filter(node -> !incident.wasReplaced(node)) // who has its place is let in when it is back
        .map(lineup::number)
        .filter(node -> lineup.node(node).alive())
        .forEach(this::admit);
  }

  /**
   * Its nodes were started again and answer: the balancer asks for no more before it sends users.
   */
  void answersAgain(Incident incident) {
    incident.what().nodes().stream()
        .filter(ClusterNode::alive)
        .map(lineup::number)
        .forEach(this::admit);
  }

  private void admit(int node) {
    retired.clear(node);
    driver.admit(node);
  }

  /**
   * Ends the phase in which something is going on, if nothing is any more: what was asked of a node
   * before the balancer knew may fail for as long as users wait.
   */
  private boolean endPhase() {
    long now = System.nanoTime();
    long patience = plan.load().failoverTimeout().toNanos();
    if (incidents.stream().anyMatch(incident -> incident.isGoingOn(now, patience))) {
      return false;
    }
    if (!recorder.phase().equals("after")) {
      recorder.enter("after");
    }
    return true;
  }

  private boolean allAnswered() {
    return driver.recoveries().stream().allMatch(Recovery::answered);
  }

  /** Gives the last incident the time that it needs, before another one begins or the end comes. */
  void finish() throws InterruptedException {
    if (incidents.isEmpty()) {
      return;
    }
    Incident last = last();
    // One that lasts on while something else is done needs no more than that users have asked.
    if (!watch.until(plan.patience(), () -> isOver(last) || lastsOn(last) && allAnswered())) {
      watch.say("not every user and node got over it: judging what there is");
    }
    if (!last.isOver()) {
      end(last);
    }
    boolean back = awaitReturns();
    if (last.healedNanos().isEmpty() && !watch.until(REJOIN, last::isProtectedAgain)) {
      watch.say("not every session was protected again: judging what there is");
    }
    boolean unused = watch.until(plan.load().failoverTimeout().plusMillis(100), this::endPhase);
    if (back) {
      awaitReturns(); // of what was to last until now
    }
  }

  @CanIgnoreReturnValue
  private boolean awaitReturns() throws InterruptedException {
    boolean back = watch.until(REJOIN, () -> incidents.stream().allMatch(this::isBackOrLasts));
    if (!back) {
      watch.say("not all nodes were in one settled view again: judging what there is");
    }
    return back;
  }

  private long failures() {
    return recorder.failures();
  }

  @Override
  public void close() {
    incidents.forEach(Incident::close);
  }
}
