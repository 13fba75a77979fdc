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
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * Members, their network and a membership service whose views come late and to each member at its
 * own time.
 */
final class SimulatedCluster {
  static final int REPAIRS_PER_TICK = 200;
  static final ReplicaConfig CONFIG = config(1, millis(600_000));

  static ReplicaConfig config(int secondaries, long tombstoneNanos) {
    return config(secondaries, tombstoneNanos, 0, false);
  }

  static ReplicaConfig config(
      int secondaries, long tombstoneNanos, int majorityOf, boolean servingLease) {
    return config(secondaries, tombstoneNanos, majorityOf, servingLease, REPAIRS_PER_TICK);
  }

  static ReplicaConfig config(
      int secondaries,
      long tombstoneNanos,
      int majorityOf,
      boolean servingLease,
      int repairsPerTick) {
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
  final Trace trace;
  private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
  private final Map<Member, SimulatedNode> everyNode = new HashMap<>();
  final ReplicaConfig config;
  private final double skew;
  private final @Nullable Plan plan;
  private final Dice dice;
  private final List<Consumer<SimulatedNode>> onStart = new ArrayList<>();
  private long viewNumber;
  private long incarnations;

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

  /** Tells {@code listener} of each member that runs, now and later. */
  void onStart(Consumer<SimulatedNode> listener) {
    nodes.values().forEach(listener);
    onStart.add(listener);
  }

  /** How the next member's clock runs: with skew from anywhere, negative times included. */
  private SimulatedNode.Rate rateOf(Member member) {
    if (skew == 0) {
      return SimulatedNode.Rate.TRUE;
    }
    Dice own = new Dice(clock.seed, "clock of " + member.name(), member.incarnation());
    double speed = 1 + skew * (2 * own.upTo(1) - 1);
    return new SimulatedNode.Rate(speed, own.between(-millis(1_000_000), millis(1_000_000)));
  }

  SimulatedNode start(String name) {
    long incarnation = ++incarnations;
    Member self =
        new Member(
            name,
            incarnation,
            "127.0.0.1",
            7000 + nodes.size(),
            plan == null ? "" : plan.zoneOf(name),
            plan == null ? "" : plan.versionOf(name, incarnation));
    SimulatedNode[] made = new SimulatedNode[1];
    SimulatedNode node =
        new SimulatedNode(
            self, config, network, clock, rateOf(self), calls, () -> invariants.checkAll(made[0]));
    made[0] = node;
    nodes.put(name, node);
    everyNode.put(self, node);
    onStart.forEach(listener -> listener.accept(node));
    return node;
  }

  Collection<SimulatedNode> nodes() {
    return nodes.values();
  }

  List<SimulatedNode> up() {
    return nodes.values().stream().filter(SimulatedNode::isUp).toList();
  }

  List<SimulatedNode> alive() {
    return nodes.values().stream().filter(SimulatedNode::isAlive).toList();
  }

  /** Tells {@code audience} of a view of {@code members}, each within {@code spreadNanos}. */
  void announce(
      Collection<SimulatedNode> members, Collection<SimulatedNode> audience, long spreadNanos) {
    View view =
        View.of(++viewNumber, "sim", new ArrayList<>(members).stream().map(n -> n.self).toList());
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

  boolean isSettled() {
    return areMembersSettled() && areCopiesWhereTheyBelong();
  }

  /**
   * A primary and a holder that alone have its newest update, which another holder lacks; nothing
   * if there is no such session.
   */
  List<SimulatedNode> ahead() {
    for (SimulatedNode node : up()) {
      for (String key : node.replica.sessions.keys()) {
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
    Label newest = node.replica.snapshot(key).primary() ? labelOn(node, key) : Label.NONE;
    if (!newest.equals(Label.NONE)) {
      found.add(node);
      Collection<Member> holders =
          node.replica.sessions.with(key, (session, effects) -> session.owned().holderMembers());
      for (Member member : holders) {
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
      for (String key : node.replica.sessions.keys()) {
        node.replica.sessions.with(
            key,
            (session, effects) -> {
              boolean there = session.copy != null && !session.copy.tombstone();
              if (there) {
                holding.computeIfAbsent(key, none -> new HashSet<>()).add(node.self);
              }
              if (there && session.primary != null) {
                Set<Member> members = new HashSet<>(session.primary.holderMembers());
                members.add(node.self);
                wanted.put(key, members);
              }
              return there;
            });
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
    for (String key : node.replica.sessions.keys()) {
      boolean settled =
          node.replica.sessions.with(
              key,
              (session, effects) ->
                  session.round == null
                      && (session.primary == null
                          || !enough
                          || session.primary.isProtected(session.copy)));
      if (!settled) {
        return false;
      }
    }
    return true;
  }

  /** Whether the member that ran that term still runs. */
  boolean isOwnerAlive(Epoch term) {
    return nodes.values().stream().anyMatch(node -> node.isAlive() && term.isOwnedBy(node.self));
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
      for (String key : node.replica.sessions.keys()) {
        node.replica.sessions.with(
            key,
            (session, effects) ->
                text.append(
                    String.format(
                        "%n    %s promised %s copy %s%s%s%s",
                        key,
                        session.promised,
                        session.copy == null ? "none" : session.copy.label(),
                        session.copy != null && session.copy.tombstone() ? " (ended)" : "",
                        session.round == null ? "" : " acquiring",
                        session.primary == null
                            ? ""
                            : " primary, holders "
                                + session.primary.holderMembers()
                                + (session.primary.isProtected(session.copy)
                                    ? ""
                                    : " unprotected"))));
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
