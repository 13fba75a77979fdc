// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.replica.Replica;

/**
 * Sessions that are used for a while and then left, with short leases and at most one crash: each
 * is offered as expired by one member only, its primary, once, neither while a request uses it nor
 * before its lease is over, and soon after.
 */
final class QuietLeases {
  static final String EXPIRED = "sessions expired";

  /** After the member that served it last has died. */
  static final String EXPIRED_BY_ADOPTER = "sessions expired by their adopter";

  private static final int SESSIONS = 4;

  /**
   * Visits of the last moment before a crash may be forgotten: nothing but the next batch of leases
   * tells the secondaries of them.
   */
  private static final long FORGOTTEN = ReplicaConfig.TOUCH_NANOS + millis(20);

  /** The grace that an adopter adds, less what messages take. */
  private static final long GRACE = ReplicaConfig.TOUCH_NANOS - millis(20);

  private static final long LATEST = ReplicaConfig.TOUCH_NANOS + millis(200);

  /** From the crash until its sessions have been adopted. */
  private static final long ADOPTION = millis(2500);

  private static final class Session {
    final String key;
    final long leaseNanos;
    SimulatedNode last;
    final List<Long> uses = new ArrayList<>();
    boolean running;
    boolean left;
    boolean expiring;
    boolean over;

    Session(String key, long leaseNanos) {
      this.key = key;
      this.leaseNanos = leaseNanos;
    }
  }

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;
  private final List<Session> sessions = new ArrayList<>();
  private long crashNanos = Long.MIN_VALUE;
  private boolean stopped;

  QuietLeases(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.clock = cluster.clock;
  }

  void run() {
    for (int i = 0; i < SESSIONS; i++) {
      create(i);
    }
    watch();
    long end = clock.now() + millis(12_500);
    clock.runFor(clock.between(millis(500), millis(3500)));
    if (clock.chance(0.6)) {
      crash();
    }
    clock.runFor(end - clock.now());
    stopped = true;
    for (Session session : sessions) {
      check(session.over, session, "has not expired");
    }
    for (SimulatedNode node : cluster.alive()) {
      check(
          node.metrics.value(Counter.LEASES_ENDED) == 0,
          sessions.get(0),
          "or another was dropped by its keeper rather than expired by its application");
    }
  }

  private void create(int number) {
    Session session = new Session("lease" + number, millis(1500 + 400L * number));
    sessions.add(session);
    session.last = any();
    session.uses.add(clock.now());
    Replica replica = session.last.replica;
    Epoch epoch =
        replica.create(session.key, SimulatedClient.image(1), session.leaseNanos, clock.now());
    replica.end(session.key, epoch, clock.now());
    long left = clock.now() + clock.between(0, millis(3000));
    keepUsing(session, left);
  }

  private void keepUsing(Session session, long untilNanos) {
    clock.after(
        clock.between(millis(50), millis(900)),
        () -> {
          if (clock.now() >= untilNanos) {
            session.left = true;
            return;
          }
          use(session);
          keepUsing(session, untilNanos);
        });
  }

  /** Visits that change nothing, some longer than the lease. */
  private void use(Session session) {
    SimulatedNode node = session.last.isUp() && clock.chance(0.8) ? session.last : any();
    long work = clock.chance(0.1) ? session.leaseNanos + millis(1200) : clock.between(0, millis(9));
    if (session.running) {
      return;
    }
    session.running = true;
    node.replica.acquire(
        session.key,
        null,
        clock.now(),
        acquired -> {
          if (!(acquired instanceof Acquired.Owned owned)) {
            session.running = false;
            check(session.expiring || crashNanos != Long.MIN_VALUE, session, "was " + acquired);
            return;
          }
          session.last = node;
          renew(session, node, owned.epoch());
          clock.after(work, () -> finish(session, node, owned.epoch()));
        });
  }

  private void renew(Session session, SimulatedNode node, Epoch epoch) {
    if (node.isUp() && node.replica.serves(session.key, epoch)) {
      node.replica.renewLease(session.key, epoch, session.leaseNanos, clock.now());
      session.uses.add(clock.now());
    }
  }

  private void finish(Session session, SimulatedNode node, Epoch epoch) {
    session.running = false;
    renew(session, node, epoch);
    if (node.isUp()) {
      node.replica.end(session.key, epoch, clock.now());
    }
  }

  private void crash() {
    SimulatedNode victim = any();
    crashNanos = clock.now();
    cluster.crash(victim, 1.0);
    clock.runFor(millis(600));
    if (clock.chance(0.5)) {
      // Back before anybody saw it leave.
      cluster.start(victim.self.name());
    }
    cluster.announce(cluster.alive(), cluster.alive(), millis(100));
  }

  /** Every member's application ends what it is offered as expired. */
  private void watch() {
    clock.after(
        millis(40),
        () -> {
          if (!stopped) {
            for (SimulatedNode node : cluster.up()) {
              for (String key : node.replica.unused().expired(clock.now())) {
                sessions.stream()
                    .filter(session -> session.key.equals(key))
                    .forEach(session -> expire(session, node));
              }
            }
            watch();
          }
        });
  }

  private void expire(Session session, SimulatedNode node) {
    check(node.replica.snapshot(session.key).primary(), session, "expired on a secondary");
    check(!session.over, session, "expired twice");
    boolean inUse = session.running && session.last == node;
    check(!inUse, session, "expired in use");
    long lastKnown = session.uses.stream().filter(this::isKnown).reduce(0L, Math::max);
    long early = lastKnown + session.leaseNanos + GRACE - clock.now();
    check(early <= 0, session, "expired " + early / 1_000_000 + " ms too early");
    long excuse = crashNanos == Long.MIN_VALUE ? 0 : crashNanos + ADOPTION;
    long lastUse = session.uses.get(session.uses.size() - 1);
    long latest = Math.max(lastUse + session.leaseNanos, excuse) + LATEST;
    check(
        clock.now() <= latest,
        session,
        "expired " + (clock.now() - latest) / 1_000_000 + " ms too late");
    cluster.tally.count(Tally.CHECKS, EXPIRED);
    if (!session.last.isUp()) {
      cluster.tally.count(Tally.CHECKS, EXPIRED_BY_ADOPTER);
    }
    session.expiring = true;
    node.replica.acquire(
        session.key,
        null,
        clock.now(),
        acquired -> {
          if (acquired instanceof Acquired.Owned owned) {
            long version = node.replica.remove(session.key, owned.epoch(), clock.now());
            node.replica.await(
                session.key,
                owned.epoch(),
                version,
                clock.now(),
                outcome -> {
                  session.over |= outcome != Outcome.FENCED;
                  node.replica.end(session.key, owned.epoch(), clock.now());
                });
          }
        });
  }

  private boolean isKnown(long useNanos) {
    return crashNanos == Long.MIN_VALUE
        || useNanos > crashNanos
        || useNanos <= crashNanos - FORGOTTEN;
  }

  private SimulatedNode any() {
    List<SimulatedNode> up = cluster.up();
    return up.get(clock.random.nextInt(up.size()));
  }

  private static void check(boolean holds, Session session, String what) {
    SessionHistory.check(holds, "R16", session.key, what);
  }
}
