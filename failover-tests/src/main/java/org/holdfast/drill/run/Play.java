// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.NodeVersion;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.keystore.ClusterKeys;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.report.Counted;
import org.holdfast.drill.report.PromiseReport;
import org.holdfast.drill.scenario.Action;
import org.holdfast.drill.scenario.NodeChoice;
import org.holdfast.drill.scenario.Step;
import org.holdfast.drill.settings.HoldfastSettings;
import org.holdfast.drill.timeline.TimelineRecorder;

/**
 * Plays the steps of a scenario against a cluster under load, and keeps what is to be judged of
 * each. Runs on the drill's thread.
 */
final class Play implements AutoCloseable {
  /** How long a balancer is told before its node goes: requests under way get their answers. */
  private static final Duration TOLD = Duration.ofSeconds(1);

  private final DrillPlan plan;
  private final Cluster cluster;
  private final LoadDriver driver;
  private final LoadRecorder recorder;
  private final Watch watch;
  private final TimelineRecorder timeline;
  private final Lineup lineup;
  private final Casting casting;

  private final Aftermath aftermath;
  private final Evidence evidence;
  private final List<String> troubles = new ArrayList<>();

  /** Nodes that nobody has ended. */
  private final BitSet expected = new BitSet();

  /** Nodes that were ended and are to be started again at their time. */
  private final BitSet returning = new BitSet();

  private final Agenda agenda = new Agenda();

  /** What nodes are started with from now on. */
  private HoldfastSettings settings;

  /** Whether nodes replicate, and tell of their views. */
  private final boolean viewsAreSeen;

  private long startNanos;

  Play(
      DrillPlan plan,
      Cluster cluster,
      LoadDriver driver,
      LoadRecorder recorder,
      Watch watch,
      TimelineRecorder timeline) {
    this.plan = plan;
    this.settings = plan.scenario().settings();
    this.cluster = cluster;
    this.driver = driver;
    this.recorder = recorder;
    this.watch = watch;
    this.timeline = timeline;
    this.lineup = new Lineup(cluster, driver, plan.secondaries());
    this.casting = new Casting(plan.load().seed(), lineup::standing);
    this.aftermath = new Aftermath(plan, driver, recorder, watch, lineup);
    this.evidence = new Evidence(cluster, driver::anyoneHadSession);
    this.viewsAreSeen = lineup.tellsOfViews();
    if (plan.replication() && !viewsAreSeen) {
      watch.say("no node tells of its view: views are not judged");
    }
  }

  /** When the measured time began, on {@link System#nanoTime}. */
  long startNanos() {
    return startNanos;
  }

  /** Whether nodes tell of their views at all. */
  boolean viewsAreSeen() {
    return viewsAreSeen;
  }

  /** What makes the drill worth nothing, or went wrong of its own. */
  List<String> troubles() {
    List<String> all = new ArrayList<>(troubles);
    all.addAll(evidence.troubles());
    expected.stream()
        .filter(node -> !lineup.node(node).alive())
        .forEach(node -> all.add(lineup.node(node).name() + " ended by itself"));
    return all;
  }

  /** Whether what was done has acted on its nodes. */
  List<PromiseReport> effects() {
    return evidence.found();
  }

  List<Incident> incidents() {
    return aftermath.incidents();
  }

  /**
   * Plays all steps; takes the length of the scenario, longer if steps take longer than planned. A
   * step that fails ends the schedule: what lasts is taken back, and what was seen is judged.
   */
  void run() throws InterruptedException {
    startNanos = System.nanoTime();
    timeline.measured();
    lineup.running().forEach(expected::set);
    plan.scenario().steps().forEach(this::schedule);
    watch.meanwhile(agenda::heal);
    try {
      playAll();
    } catch (FaultException | ClusterStartException e) {
      tell("not played to its end", e);
      for (var left = agenda.take(); left.isPresent(); left = agenda.take()) {
        takeBack(left.get());
      }
    }
    aftermath.finish();
    evidence.lookAtAll();
  }

  private void takeBack(Agenda.Due left) throws InterruptedException {
    if (left.isStep()) {
      return;
    }
    try {
      left.part().play();
    } catch (FaultException | ClusterStartException e) {
      tell("not taken back", e);
    }
  }

  /** Keeps why the drill went wrong: a line for the report, all of it for who watches. */
  private void tell(String what, RuntimeException why) {
    if (Thread.currentThread().isInterrupted()) {
      throw why; // somebody wants the drill to stop, not to be judged
    }
    String message = Objects.requireNonNullElse(why.getMessage(), why.toString());
    watch.say(what + ": " + message);
    troubles.add(what + ": " + message.lines().findFirst().orElse(message));
  }

  private void playAll() throws InterruptedException {
    long end = startNanos + plan.scenario().length().toNanos();
    while (true) {
      Optional<Agenda.Due> next = agenda.next();
      long now = System.nanoTime();
      long left = next.map(Agenda.Due::atNanos).orElse(end) - now;
      if (left > 0) {
        aftermath.pass(Duration.ofNanos(left));
      } else if (next.isPresent()) {
        agenda.take().orElseThrow().part().play();
      } else {
        break;
      }
    }
  }

  private void schedule(Step step) {
    for (int time = 0; time < step.times(); time++) {
      long at = startNanos + step.at().plus(step.every().multipliedBy(time)).toNanos();
      agenda.add(at, Agenda.Kind.STEP, () -> play(step, at));
    }
  }

  private void play(Step step, long atNanos) throws InterruptedException {
    int before = incidents().size();
    begin(step.action(), atNanos);
    boolean isFault =
        !(step.action() instanceof Action.LogIn || step.action() instanceof Action.ChangeKeys);
    if (incidents().size() == before && isFault) {
      troubles.add("nothing was done by the step " + step.words());
    }
  }

  private void begin(Action action, long atNanos) throws InterruptedException {
    if (action instanceof Action.Inflict inflict) {
      List<Integer> chosen = casting.choose(inflict.nodes());
      if (inflict.fault().endsNode() && inflict.lasting().isPresent()) {
        cluster.willReturn(lineup.nodes(chosen));
      }
      Incident incident =
          inflict(inflict.fault(), inflict.kind(), chosen, inflict, OptionalLong.of(atNanos));
      inflict.lasting().ifPresent(time -> endLater(incident, inflict, time));
    } else if (action instanceof Action.LogIn) {
      logIn(action.words());
    } else if (action instanceof Action.ChangeKeys keys) {
      changeKeys(keys);
    } else if (action instanceof Action.RollingRestart changed) {
      changeSettings(changed.settings());
      for (int node : lineup.running()) {
        restart(node, "rolling-restart", () -> {});
      }
    } else if (action instanceof Action.RollingUpgrade upgrade) {
      String kind = upgrade.back() ? "rolling-downgrade" : "rolling-upgrade";
      for (int node : lineup.running()) {
        restart(node, kind, () -> replace(node, version(upgrade)));
      }
    } else if (action instanceof Action.Grow grow) {
      // One that ends again at once is told as a node that ended by itself.
      for (int node : lineup.places()) {
        boolean more = lineup.running().size() + returning.cardinality() < grow.to();
        if (more && !returning.get(node) && !lineup.node(node).alive()) {
          join(node);
        }
      }
    } else if (action instanceof Action.Shrink shrink) {
      for (List<Integer> left = lineup.running();
          left.size() > shrink.to();
          left = lineup.running()) {
        Incident stopped = stop(left.get(left.size() - 1), "shrink");
        boolean unused = watch.until(plan.patience(), () -> aftermath.isOver(stopped));
      }
    }
  }

  /** Nodes that run have the new settings when they are started again. */
  private void changeSettings(HoldfastSettings changes) {
    if (!changes.isEmpty()) {
      settings = settings.with(changes);
      cluster.nodes().forEach(node -> cluster.configure(node, settings));
      watch.say("nodes are started with other settings from now on: " + changes);
    }
  }

  /** The first node at once, each of the others in its turn: other steps may come in between. */
  private void changeKeys(Action.ChangeKeys keys) {
    long atNanos = System.nanoTime();
    for (ClusterNode node : cluster.nodes()) {
      agenda.add(atNanos, Agenda.Kind.STEP, () -> changeKey(keys, node));
      atNanos += Action.ChangeKeys.PACE.toNanos();
    }
  }

  private void changeKey(Action.ChangeKeys keys, ClusterNode node) {
    String words = keys.words(node.name());
    watch.say(words);
    timeline.mark(words);
    try {
      new ClusterKeys(plan.cluster().keys())
          .change(keys.change(), plan.cluster().keys(node.name()));
    } catch (IOException e) {
      throw new FaultException("the key file of " + node.name() + " could not be changed: " + e, e);
    }
    cluster.bringKeys(node);
    timeline.markEnd(words);
  }

  /** What follows may rely on it that no session has an id of before. */
  private void logIn(String words) throws InterruptedException {
    aftermath.finish();
    watch.say(words);
    timeline.mark(words);
    driver.logIn();
    Duration longest = plan.patience().multipliedBy(2);
    if (!watch.until(longest, () -> driver.owingLogIns() == 0)) {
      troubles.add(
          Counted.of(driver.owingLogIns(), "user")
              + " could not log in within "
              + longest.toSeconds()
              + " s");
    }
    timeline.markEnd(words);
  }

  private void endLater(Incident incident, Action.Inflict how, Duration time) {
    Fault fault = how.fault();
    if (fault.endsNode()) {
      incident.what().nodes().forEach(node -> returning.set(lineup.number(node)));
    }
    agenda.add(
        incident.startNanos() + time.toNanos(),
        fault.endsNode() ? Agenda.Kind.RETURN : Agenda.Kind.HEAL,
        () -> {
          heal(incident, fault);
          if (how.hasty()) {
            aftermath.answersAgain(incident);
          }
        });
  }

  /** To which version it goes. */
  static NodeVersion version(Action.RollingUpgrade upgrade) {
    return upgrade.back() ? NodeVersion.FIRST : NodeVersion.NEXT;
  }

  private void replace(int node, NodeVersion version) {
    cluster.replace(lineup.node(node), version);
    watch.say(lineup.node(node).name() + " starts in its " + version + " version from now on");
  }

  /**
   * @param meanwhile what is done while the node is stopped
   */
  private void restart(int node, String kind, Runnable meanwhile) throws InterruptedException {
    cluster.willReturn(List.of(lineup.node(node)));
    Incident stopped = stop(node, kind);
    boolean unused = watch.until(plan.patience(), () -> aftermath.isOver(stopped));
    meanwhile.run();
    heal(stopped, new Fault.Stop());
    boolean rejoined = watch.until(Aftermath.REJOIN, () -> aftermath.isBack(stopped));
    if (!rejoined) {
      watch.say("not all nodes were in one settled view again: going on");
    }
  }

  private Incident stop(int node, String kind) throws InterruptedException {
    Fault fault = new Fault.Stop();
    Action.Inflict told =
        new Action.Inflict(
            fault,
            kind,
            List.of(new NodeChoice(NodeChoice.Kind.NODE, node + 1)),
            Optional.empty(),
            true,
            false);
    return inflict(fault, kind, List.of(node), told, OptionalLong.empty());
  }

  /**
   * @param planned when it should be done, if anybody said when
   */
  private Incident inflict(
      Fault fault, String kind, List<Integer> chosen, Action.Inflict how, OptionalLong planned)
      throws InterruptedException {
    List<ClusterNode> victims = lineup.nodes(chosen);
    if (fault instanceof Fault.Stop || fault instanceof Fault.StopAndKill) {
      aftermath.awaitAwake(victims);
    }
    if (how.told()) {
      aftermath.awaitEnds(TOLD.multipliedBy(2));
    }
    aftermath.finish();
    List<Integer> rest = lineup.runningBut(chosen);
    List<ClusterNode> others = aftermath.present(lineup.nodes(rest));
    boolean majorityDecides = plan.scenario().consistent() && driver.anyoneHadSession();
    BitSet away = FaultEffects.awayFrom(fault, chosen, rest, majorityDecides, how.lasting());
    int[] users = driver.usersByNode();
    aftermath.expect(away);
    evidence.before(victims);
    if (how.told()) {
      aftermath.retire(stopped(fault, chosen));
      watch.rest(TOLD); // what ends now would be waited for in a view with who is about to leave
    }
    // Last of all: sessions move with every request.
    Set<Integer> orphans =
        fault.endsNode() ? lineup.orphans(FaultEffects.ending(fault, chosen)) : Set.of();
    Incident.What what =
        new Incident.What(
            fault.words() + " " + names(victims) + lateness(planned, how.told()),
            kind,
            victims,
            away,
            chosen.stream().mapToInt(node -> users[node]).sum(),
            orphans,
            lineup.nodes(FaultEffects.losing(fault, chosen, rest)),
            others.size() > plan.secondaries(),
            viewsAreSeen && !others.isEmpty()
                ? FaultEffects.viewChange(fault, how.lasting())
                : FaultEffects.ViewChange.NONE,
            viewsAreSeen,
            how.lasting().orElse(Duration.ZERO));
    requireSlowRequests(fault, chosen, what);
    long now = System.nanoTime();
    timeline.mark(what.words());
    if (fault.endsNode()) {
      chosen.forEach(expected::clear);
    }
    try {
      cluster.inflict(fault, victims);
      watch.say(what.words() + ", with " + Counted.of(what.users(), "user"));
    } finally {
      // One that failed may have done part of its harm: users are looked after all the same.
      aftermath.add(new Incident(what, now, System.nanoTime(), others));
    }
    evidence.done(aftermath.last(), fault);
    return aftermath.last();
  }

  /** A planned stop must let earlier requests end well, so such requests must exist. */
  private void requireSlowRequests(Fault fault, List<Integer> chosen, Incident.What what) {
    boolean stops = fault instanceof Fault.Stop || fault instanceof Fault.StopAndKill;
    if (!stops || plan.scenario().slow().isEmpty()) {
      return;
    }
    BitSet stopped = new BitSet();
    stopped(fault, chosen).forEach(stopped::set);
    int held = driver.heldBy(stopped);
    watch.say(Counted.of(held, "slow request") + " under way at what is to be stopped");
    if (held == 0) {
      troubles.add("nothing proved, as no slow request was under way: " + what.words());
    }
  }

  /** Those of {@code chosen} that are told to stop. */
  private static List<Integer> stopped(Fault fault, List<Integer> chosen) {
    return fault instanceof Fault.StopAndKill ? chosen.subList(0, 1) : chosen;
  }

  private void join(int node) throws InterruptedException {
    aftermath.finish();
    ClusterNode joining = lineup.node(node);
    aftermath.expect(new BitSet());
    long now = System.nanoTime();
    Incident incident = new Incident(Incident.What.joins(joining, viewsAreSeen), now, List.of());
    aftermath.add(incident);
    timeline.mark(incident.what().words());
    start(joining);
    timeline.markEnd(incident.what().words());
    incident.healed(System.nanoTime(), aftermath.reunited(lineup.nodes(lineup.running())));
    boolean unused = watch.until(Aftermath.REJOIN, () -> aftermath.look(incident));
  }

  private void heal(Incident incident, Fault fault) throws InterruptedException {
    List<ClusterNode> victims = incident.what().nodes();
    if (fault.endsNode()) {
      victims.forEach(this::start);
      driver.victimsAreNew();
    } else {
      evidence.look(incident);
      String figures = cluster.trace(fault, victims).map(seen -> ", " + seen).orElse("");
      cluster.heal(fault, victims);
      watch.say("no longer: " + incident.what().words() + figures);
    }
    recorder.enterDisturbed("rejoin");
    timeline.markEnd(incident.what().words());
    incident.healed(System.nanoTime(), aftermath.reunited(lineup.nodes(lineup.running())));
    if (fault instanceof Fault.Pause) {
      aftermath.wakes(incident);
    }
  }

  private void start(ClusterNode node) {
    cluster.start(node, watch::say);
    int number = lineup.number(node);
    expected.set(number);
    returning.clear(number);
    aftermath.startedAgain(node);
  }

  private String lateness(OptionalLong planned, boolean told) {
    return planned.isEmpty()
        ? ""
        : Lateness.words(
            startNanos, planned.getAsLong() + (told ? TOLD.toNanos() : 0), System.nanoTime());
  }

  private static String names(List<ClusterNode> nodes) {
    return nodes.stream().map(ClusterNode::name).collect(Collectors.joining(" and "));
  }

  @Override
  public void close() {
    aftermath.close();
  }
}
