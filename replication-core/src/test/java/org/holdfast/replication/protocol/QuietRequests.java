// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.protocol.replica.Replica;

/**
 * Requests, some of them slow, two at a time and on any member, while nothing fails: each is served
 * and protected, and none is missing in the end.
 */
final class QuietRequests {
  static final String ANSWERED = "requests answered as protected";

  private static final String FLAG = "flag";

  private static final class Session {
    final String key;
    SimulatedNode last;
    long count = 1;
    int underWay;

    Session(String key) {
      this.key = key;
    }
  }

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;
  private final List<Session> sessions = new ArrayList<>();
  private final List<String> unanswered = new ArrayList<>();
  private boolean stopped;

  QuietRequests(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.clock = cluster.clock;
  }

  void run() {
    for (int i = 0; i < 3; i++) {
      Session session = new Session("quiet" + i);
      sessions.add(session);
      knock(session);
      create(session);
    }
    // Until then a member may say for a second that it does not know the key.
    clock.runFor(millis(1100));
    sessions.forEach(this::keepAsking);
    clock.runFor(millis(1500));
    stopped = true;
    clock.runFor(millis(3500));
    verifyAllAnswered();
    ownPause(sessions.get(0));
    verifyAllAnswered();
  }

  private SimulatedNode any() {
    List<SimulatedNode> up = cluster.up();
    return up.get(clock.random.nextInt(up.size()));
  }

  private SimulatedNode anyBut(SimulatedNode one) {
    List<SimulatedNode> others = new ArrayList<>(cluster.up());
    others.remove(one);
    return others.get(clock.random.nextInt(others.size()));
  }

  /** Asks everybody for a key that does not exist yet. */
  private void knock(Session session) {
    for (SimulatedNode node : cluster.up()) {
      acquire(
          node,
          session.key,
          acquired -> check(acquired instanceof Acquired.Unknown, session, "was found too early"));
      clock.runFor(millis(30));
    }
    verifyAllAnswered();
  }

  private void create(Session session) {
    session.last = any();
    Replica replica = session.last.replica;
    Epoch epoch =
        replica.create(session.key, SimulatedClient.image(1), millis(1_800_000), clock.now());
    awaitProtection(session, session.last, epoch, Label.FIRST_VERSION);
    clock.runFor(millis(20));
    for (SimulatedNode node : cluster.up()) {
      if (node.replica.snapshot(session.key).copy() != null) {
        request(session, node, 10_000);
        clock.runFor(millis(20));
      }
    }
  }

  private void keepAsking(Session session) {
    clock.after(
        clock.between(millis(1), millis(80)),
        () -> {
          if (stopped) {
            return;
          }
          if (session.underWay < 2) {
            boolean slow = clock.chance(0.1);
            long work =
                slow ? clock.between(millis(300), millis(700)) : clock.between(0, millis(9));
            request(session, clock.chance(0.5) ? session.last : any(), work);
          }
          keepAsking(session);
        });
  }

  private void request(Session session, SimulatedNode node, long workNanos) {
    session.underWay++;
    acquire(
        node,
        session.key,
        acquired -> {
          if (!(acquired instanceof Acquired.Owned owned)) {
            throw broken(session, "got " + acquired);
          }
          session.last = node;
          clock.after(workNanos, () -> node.receive(() -> work(session, node, owned.epoch())));
        });
  }

  private void acquire(SimulatedNode node, String key, Consumer<Acquired> then) {
    String name = key + " on " + node.self.name();
    unanswered.add(name);
    node.replica.acquire(
        key,
        null,
        clock.now(),
        acquired -> {
          unanswered.remove(name);
          then.accept(acquired);
        });
  }

  private void work(Session session, SimulatedNode node, Epoch epoch) {
    SessionSnapshot now = node.replica.snapshot(session.key);
    check(node.replica.serves(session.key, epoch), session, "was taken from a running request");
    long value = SimulatedClient.counter(now.copy().image());
    check(value == session.count, session, "shows " + value + " after " + session.count);
    check(
        now.copy().image().attributes().containsKey(FLAG) == (value % 3 == 0),
        session,
        "has an attribute too many or too few at " + value);
    node.replica.renewLease(session.key, epoch, millis(1_800_000), clock.now());
    long next = ++session.count;
    Map<String, byte[]> changed =
        next % 3 == 0
            ? Map.of("n", SimulatedClient.bytes(next), FLAG, new byte[1])
            : Map.of("n", SimulatedClient.bytes(next));
    Set<String> removed = next % 3 == 1 ? Set.of(FLAG) : Set.of();
    long version =
        node.replica.update(
            session.key, epoch, new Changes(null, changed, removed), false, clock.now());
    awaitProtection(session, node, epoch, version);
  }

  private void awaitProtection(Session session, SimulatedNode node, Epoch epoch, long version) {
    String name = session.key + " to be protected";
    unanswered.add(name);
    node.replica.await(
        session.key,
        epoch,
        version,
        clock.now(),
        outcome -> {
          unanswered.remove(name);
          session.underWay--;
          check(outcome == Outcome.PROTECTED, session, "was answered " + outcome);
          cluster.tally.count(Tally.CHECKS, ANSWERED);
          node.replica.end(session.key, epoch, clock.now());
        });
  }

  /**
   * A member that was stopped while it waited for a slow primary: missing messages of that time are
   * not the primary's silence.
   */
  private void ownPause(Session session) {
    SimulatedNode asker = anyBut(session.last);
    request(session, session.last, millis(700));
    clock.runFor(millis(20));
    request(session, asker, 10_000);
    clock.runFor(millis(20));
    asker.pause();
    clock.runFor(clock.between(millis(350), millis(600)));
    asker.resumeBeforeReading(millis(15));
    clock.runFor(millis(1500));
  }

  /** A request that takes longer than a hand-over waits must not keep the session for ever. */
  static void endlessRequest(SimulatedCluster cluster) {
    SimulatedClock clock = cluster.clock;
    List<SimulatedNode> up = cluster.up();
    SimulatedNode busy = up.get(clock.random.nextInt(up.size()));
    SimulatedNode asker = up.get((up.indexOf(busy) + 1) % up.size());
    String key = "endless";
    Epoch epoch =
        busy.replica.create(key, SimulatedClient.image(1), millis(1_800_000), clock.now());
    clock.runFor(millis(50));
    long[] owned = new long[] {-1};
    asker.replica.acquire(
        key,
        busy.self,
        clock.now(),
        acquired -> owned[0] = acquired instanceof Acquired.Owned ? clock.now() : -1);
    clock.runFor(SimulatedCluster.CONFIG.handOverTimeoutNanos() + millis(100));
    SessionHistory.check(owned[0] >= 0, "R9", key, "is kept by a request that does not end");
    long version =
        busy.replica.update(
            key,
            epoch,
            new Changes(null, SimulatedClient.image(2).attributes(), Set.of()),
            false,
            clock.now());
    SessionHistory.check(version < 0, "I3", key, "took an update after it was handed over");
  }

  private void verifyAllAnswered() {
    if (!unanswered.isEmpty()) {
      throw new AssertionError("I15 broken: never answered: " + unanswered);
    }
  }

  private static void check(boolean holds, Session session, String what) {
    if (!holds) {
      throw broken(session, what);
    }
  }

  private static AssertionError broken(Session session, String what) {
    return new AssertionError(
        "R9 broken: session " + session.key + " " + what + " although nothing had failed");
  }
}
