// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * Members, their network and a membership service whose views come late and to each member at its
 * own time. Each member lists the addresses of all.
 */
public final class SimulatedCluster {
  static final String SOUGHT_BEHIND_A_CUT = "sessions sought behind a cut";

  static final int REPAIRS_PER_TICK = 200;
  public static final ReplicaConfig CONFIG = config(1, millis(600_000));
  private static final long MOST_STARTS = 1_000_000;

  /** A wall clock that is right, in milliseconds since 1970, when a run begins. */
  private static final long NOW_MILLIS = 1_800_000_000_000L;

  /** Half of it is the time for which a session in use is left alone. */
  static final long DRAIN_NANOS = 10 * CONFIG.handOverTimeoutNanos();

  public static ReplicaConfig config(int secondaries, long tombstoneNanos) {
    return config(secondaries, tombstoneNanos, 0, false);
  }

  public static ReplicaConfig config(
      int secondaries, long tombstoneNanos, int majorityOf, boolean servingLease) {
    return config(secondaries, tombstoneNanos, majorityOf, servingLease, REPAIRS_PER_TICK);
  }

  public static ReplicaConfig config(
      int secondaries,
      long tombstoneNanos,
      int majorityOf,
      boolean servingLease,
      int repairsPerTick) {
    return config(
        secondaries, tombstoneNanos, majorityOf, servingLease, repairsPerTick, Long.MAX_VALUE);
  }

  public static ReplicaConfig config(
      int secondaries,
      long tombstoneNanos,
      int majorityOf,
      boolean servingLease,
      int repairsPerTick,
      long maxHeldBytes) {
    return new ReplicaConfig(
        secondaries,
        millis(250),
        millis(250),
        millis(300),
        millis(3000),
        millis(1000),
        tombstoneNanos,
        millis(30_000),
        repairsPerTick,
        1 << 20,
        maxHeldBytes,
        majorityOf,
        servingLease);
  }

  final SimulatedClock clock;
  final SimulatedNetwork network;
  final CopyInvariants invariants;
  final SessionHistory history;
  final SessionEnds ends;
  final OpenCalls calls = new OpenCalls();
  final CopyCounts copies = new CopyCounts(this);
  final SimulatedContainers containers = new SimulatedContainers(this);
  final Tally tally = new Tally();
  final PartedCluster parted = new PartedCluster(tally);
  final Trace trace;
  private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
  private final Map<Member, SimulatedNode> everyNode = new HashMap<>();

  /** Members that were started behind a cut. */
  private final Set<SimulatedNode> cutAtStart = new HashSet<>();

  final ReplicaConfig config;
  private final double skew;
  private final @Nullable Plan plan;
  private final Dice dice;
  private final List<Consumer<SimulatedNode>> onStart = new ArrayList<>();
  private long viewNumber;
  private long starts;
  private int joined;
  private long maxHeldBytes = Long.MAX_VALUE;

  private SimulatedCluster(
      long seed, int size, ReplicaConfig config, @Nullable Plan plan, Trace trace) {
    this.config = config;
    this.plan = plan;
    this.skew = plan == null ? 0 : plan.skew;
    this.trace = trace;
    clock = new SimulatedClock(seed);
    dice = new Dice(seed, "membership");
    history = new SessionHistory(skew, config.servingLeaseNanos() > 0);
    ends = new SessionEnds(clock, skew);
    invariants = new CopyInvariants(config.tombstoneNanos(), tally);
    network = new SimulatedNetwork(clock, everyNode::get, invariants, tally, trace);
    network.onDelivery(copies::afterDelivery);
    for (int i = 0; i < size; i++) {
      start("n" + i);
    }
    announce(nodes.values(), nodes.values(), 0);
    clock.runFor(millis(50));
  }

  static SimulatedCluster of(int size, long seed) {
    return of(size, seed, CONFIG);
  }

  static SimulatedCluster of(int size, long seed, ReplicaConfig config) {
    return new SimulatedCluster(seed, size, config, null, Trace.OFF);
  }

  static SimulatedCluster of(Plan plan, Trace trace) {
    return new SimulatedCluster(plan.seed, plan.members, plan.config(), plan, trace);
  }

  /** The bytes that each member may hold for others from now on. */
  void limitHeldBytes(long bytes) {
    maxHeldBytes = bytes;
    alive().forEach(node -> node.replica.limitHeldBytes(bytes));
  }

  long maxHeldBytes() {
    return maxHeldBytes;
  }

  /** Tells {@code listener} of each member that runs, now and later. */
  void onStart(Consumer<SimulatedNode> listener) {
    nodes.values().forEach(listener);
    onStart.add(listener);
  }

  /** How the next member's clock runs: with skew from anywhere, negative times included. */
  private SimulatedNode.Rate rateOf(String name, long start) {
    Dice own = new Dice(clock.seed, "clock of " + name, start);
    if (plan != null && plan.hasWrongClocks()) {
      return new SimulatedNode.Rate(1 + skew * (2 * own.upTo(1) - 1), originOf(own));
    }
    if (skew == 0) {
      return SimulatedNode.Rate.TRUE;
    }
    double speed = 1 + skew * (2 * own.upTo(1) - 1);
    return new SimulatedNode.Rate(speed, own.between(-millis(1_000_000), millis(1_000_000)));
  }

  /** Any time that a clock may show, often one after which it soon begins anew from below. */
  private static long originOf(Dice dice) {
    return dice.chance(0.5)
        ? dice.random.nextLong()
        : Long.MAX_VALUE - dice.between(0, millis(60_000));
  }

  /**
   * The incarnation of the member that is started as the {@code start}th of all, from 1 on. The
   * clocks that number incarnations go back now and then, so those of odd starts go down. A clock
   * that is wrong is so by minutes or by decades, and may show a time before 1970.
   */
  private long incarnationOf(String name, long start) {
    if (plan == null || !plan.hasWrongClocks()) {
      return start % 2 == 0 ? start : MOST_STARTS - start;
    }
    Dice own = new Dice(clock.seed, "incarnation of " + name, start);
    long offMillis =
        own.chance(0.5) ? own.between(-600_000, 600_000) : own.between(-2 * NOW_MILLIS, NOW_MILLIS);
    return NOW_MILLIS + clock.now() / millis(1) + offMillis;
  }

  /** The name of one more member. */
  String nextName() {
    return "j" + joined++;
  }

  /** Starts a member that finds all others at once. */
  SimulatedNode start(String name) {
    SimulatedNode node = make(name);
    node.replica.foundAllListed();
    return node;
  }

  /** Starts a member that has found none of the others yet. */
  SimulatedNode startBehindCut(String name) {
    SimulatedNode node = make(name);
    cutAtStart.add(node);
    return node;
  }

  private SimulatedNode make(String name) {
    long start = ++starts;
    long incarnation = incarnationOf(name, start);
    Member self =
        new Member(
            name,
            incarnation,
            "127.0.0.1",
            7000 + nodes.size(),
            plan == null ? "" : plan.zoneOf(name),
            plan == null ? "" : plan.versionOf(name, start));
    SimulatedNode[] made = new SimulatedNode[1];
    SimulatedNode node =
        new SimulatedNode(
            self,
            start,
            config,
            network,
            clock,
            rateOf(name, start),
            calls,
            () -> {
              endTheWaitForListed(made[0]);
              invariants.checkAll(made[0]);
            });
    made[0] = node;
    nodes.put(name, node);
    everyNode.put(self, node);
    onStart.forEach(listener -> listener.accept(node));
    return node;
  }

  /** As a node does at each tick. */
  private void endTheWaitForListed(SimulatedNode node) {
    if (node.view() != null
        && node.replica.missesListed(node.now())
        && nodes.values().stream().allMatch(other -> hasFound(node, other))) {
      node.replica.foundAllListed();
    }
  }

  /** Whether the address of the other is that of a member of the view, or refuses connections. */
  private boolean hasFound(SimulatedNode node, SimulatedNode other) {
    boolean isRefused = !other.isAlive() && !network.isCut(node.self.name(), other.self.name());
    return isRefused || node.view().contains(other.self);
  }

  /**
   * A session was sought on a member. If the member was started behind a cut, it denies no session
   * that a member serves which it has not found.
   */
  void sought(SimulatedNode node, String key, Acquired acquired) {
    if (!cutAtStart.contains(node) || node.view() == null || history.mayHaveEnded(key)) {
      return;
    }
    for (SimulatedNode other : alive()) {
      if (!node.view().contains(other.self) && other.replica.snapshot(key).primary()) {
        tally.count(Tally.CHECKS, SOUGHT_BEHIND_A_CUT);
        SessionHistory.check(
            !(acquired instanceof Acquired.Unknown),
            "R3",
            key,
            "is unknown to "
                + node.self.name()
                + ", which was started behind a cut, although "
                + other.self.name()
                + " serves it");
      }
    }
  }

  Collection<SimulatedNode> nodes() {
    return nodes.values();
  }

  List<SimulatedNode> up() {
    return those(SimulatedNode::isUp);
  }

  /**
   * The members that may be asked for a session which {@code last} served last. A session that
   * began behind a cut is protected there alone: until the sides have met, the others deny it.
   */
  List<SimulatedNode> upOnTheSideOf(SimulatedNode last) {
    return cutAtStart.contains(last)
        ? those(node -> node.isUp() && (node == last || haveFoundEachOther(node, last)))
        : up();
  }

  private static boolean haveFoundEachOther(SimulatedNode one, SimulatedNode other) {
    return one.view() != null
        && other.view() != null
        && one.view().contains(other.self)
        && other.view().contains(one.self);
  }

  List<SimulatedNode> alive() {
    return those(SimulatedNode::isAlive);
  }

  /** Asked for at each request. */
  private List<SimulatedNode> those(Predicate<SimulatedNode> wanted) {
    List<SimulatedNode> found = new ArrayList<>(nodes.size());
    for (SimulatedNode node : nodes.values()) {
      if (wanted.test(node)) {
        found.add(node);
      }
    }
    return found;
  }

  /** Tells {@code audience} of a view of {@code members}, each within {@code spreadNanos}. */
  void announce(
      Collection<SimulatedNode> members, Collection<SimulatedNode> audience, long spreadNanos) {
    viewNumber++;
    announce(viewNumber, "sim", members, audience, spreadNanos);
  }

  /** Tells a member of a view of the same number as the last one, which it has made itself. */
  void announceParallel(Collection<SimulatedNode> members, SimulatedNode maker, long spreadNanos) {
    announce(viewNumber, maker.self.name(), members, List.of(maker), spreadNanos);
  }

  /** Tells members that know of no others of their own view, which the first of them has made. */
  void announceApart(long number, List<SimulatedNode> members, long spreadNanos) {
    viewNumber = Math.max(viewNumber, number);
    announce(number, members.get(0).self.name(), members, members, spreadNanos);
  }

  private void announce(
      long number,
      String creator,
      Collection<SimulatedNode> members,
      Collection<SimulatedNode> audience,
      long spreadNanos) {
    View view =
        View.of(number, creator, new ArrayList<>(members).stream().map(n -> n.self).toList());
    for (SimulatedNode node : List.copyOf(audience)) {
      clock.after(dice.between(0, spreadNanos), () -> node.install(view));
    }
  }

  /** A dead process's sockets close at once for most; some learn of it from the view only. */
  void crash(SimulatedNode victim, double noticed) {
    victim.crash();
    for (SimulatedNode node : nodes.values()) {
      if (dice.chance(noticed)) {
        clock.after(
            dice.between(10_000, millis(3)),
            () -> node.receive(() -> node.replica.onPeerDown(victim.self)));
      }
    }
  }

  /** Whether the values of a commit cannot be encoded. */
  boolean encodingFails(Dice dice) {
    return plan != null && plan.encodingFailure > 0 && dice.chance(plan.encodingFailure);
  }

  /** Without any, one member that is replaced is more than may be lost. */
  boolean hasSecondaries() {
    return config.secondaries() > 0;
  }

  boolean needsMajority() {
    return config.majorityOf() > 0;
  }

  /**
   * When a member that is cut off knows at the latest: two ack timeouts for each of two holders.
   */
  boolean mustRefuse(SimulatedNode node) {
    return config.majorityOf() > 0 && node.isIsolatedLongerThan((long) (millis(1600) / (1 - skew)));
  }

  /**
   * When all members count only those that have said that they are on their side, after they
   * received a view within {@code spreadNanos}.
   */
  long whenAllKnow(long spreadNanos) {
    long carried = config.silenceTimeoutNanos() + 2 * ReplicaConfig.TICK_NANOS;
    return clock.now() + spreadNanos + (long) (carried / (1 - skew));
  }

  boolean isSettled() {
    return areMembersSettled() && areCopiesWhereTheyBelong();
  }

  /**
   * A primary and a holder that alone have its newest update, which another holder lacks; nothing
   * if there is no such session.
   */
  List<SimulatedNode> ahead() {
    for (SimulatedNode node : up()) {
      for (String key : node.replica.knownKeys()) {
        List<SimulatedNode> found = ahead(node, key);
        if (found.size() == 2) {
          return found;
        }
      }
    }
    return List.of();
  }

  private List<SimulatedNode> ahead(SimulatedNode node, String key) {
    List<SimulatedNode> found = new ArrayList<>();
    SessionSnapshot now = node.replica.snapshot(key);
    Label newest = now.primary() && now.copy() != null ? now.copy().label() : Label.NONE;
    if (!newest.equals(Label.NONE)) {
      found.add(node);
      for (Member member : now.holders()) {
        SimulatedNode holder = everyNode.get(member);
        if (holder != null && holder.isUp() && labelOn(holder, key).equals(newest)) {
          found.add(holder);
        }
      }
    }
    return found;
  }

  private static Label labelOn(SimulatedNode node, String key) {
    Copy copy = node.replica.snapshot(key).copy();
    return copy == null ? Label.NONE : copy.label();
  }

  /** Every session is on its primary and the holders that it counts on, nowhere else (I16). */
  private boolean areCopiesWhereTheyBelong() {
    Map<String, Set<Member>> wanted = new HashMap<>();
    Map<String, Set<Member>> holding = new HashMap<>();
    for (SimulatedNode node : alive()) {
      for (String key : node.replica.knownKeys()) {
        SessionSnapshot session = node.replica.snapshot(key);
        boolean there = session.copy() != null && !session.copy().tombstone();
        if (there) {
          holding.computeIfAbsent(key, none -> new HashSet<>()).add(node.self);
        }
        if (there && session.primary()) {
          Set<Member> members = new HashSet<>(session.holders());
          members.add(node.self);
          wanted.put(key, members);
        }
      }
    }
    return wanted.equals(holding) && holding.keySet().stream().noneMatch(history::isEnded);
  }

  private boolean areMembersSettled() {
    List<SimulatedNode> running = alive();
    boolean enough = config.secondaries() > 0 && running.size() > config.secondaries();
    return isViewSettled()
        && (running.size() == 1
            || running.stream().allMatch(node -> areSessionsSettled(node, enough)));
  }

  private static boolean areSessionsSettled(SimulatedNode node, boolean enough) {
    for (String key : node.replica.knownKeys()) {
      SessionSnapshot session = node.replica.snapshot(key);
      boolean safe = !session.primary() || !enough || session.isProtected();
      if (session.seeking() || !safe) {
        return false;
      }
    }
    return true;
  }

  /** Whether the member that ran that epoch still runs. */
  boolean isOwnerAlive(Epoch epoch) {
    return nodes.values().stream().anyMatch(node -> node.isAlive() && epoch.isOwnedBy(node.self));
  }

  /** The state of everything, for the message of a failure. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (SimulatedNode node : alive()) {
      text.append(
          String.format(
              "%n  %s %s view %s settled %s",
              node.self,
              node.isUp() ? "up" : "paused",
              node.view().number(),
              node.replica.isSettled()));
      for (String key : node.replica.knownKeys()) {
        SessionSnapshot session = node.replica.snapshot(key);
        text.append(
            String.format(
                "%n    %s promised %s copy %s%s%s%s",
                key,
                session.promised(),
                session.copy() == null ? "none" : session.copy().label(),
                session.copy() != null && session.copy().tombstone() ? " (ended)" : "",
                session.seeking() ? " acquiring" : "",
                session.primary()
                    ? " primary, holders "
                        + session.holders()
                        + (session.isProtected() ? "" : " unprotected")
                    : ""));
      }
    }
    return text.toString();
  }

  /** Runs, for a while at most, until every member has moved its sessions to the newest view. */
  boolean awaitViewSettled(long mostNanos) {
    long end = clock.now() + mostNanos;
    while (!isViewSettled() && clock.now() < end) {
      clock.runFor(millis(20));
    }
    return isViewSettled();
  }

  private boolean isViewSettled() {
    for (SimulatedNode node : nodes.values()) {
      if (node.isAlive()
          && !(node.isUp() && node.replica.isSettled() && node.view().number() == viewNumber)) {
        return false;
      }
    }
    return true;
  }

  /** Runs until the cluster is whole and quiet again. */
  boolean awaitSettled(long mostNanos) {
    long end = clock.now() + mostNanos;
    while (clock.now() < end) {
      if (isSettled()) {
        return true;
      }
      clock.runFor(millis(20));
    }
    return isSettled();
  }
}
