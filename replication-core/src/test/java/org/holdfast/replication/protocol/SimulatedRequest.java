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

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.holdfast.replication.history.Request;
import org.jspecify.annotations.Nullable;

/** One request on one member, from the first question for its session to the answer. */
final class SimulatedRequest {
  /** What a second request to end a session is shown; a container would not answer it at all. */
  private static final long ENDED = -1;

  private static final String ID = "id";

  /** The id of a request that says none. */
  static final long ANY_ID = 0;

  private final SimulatedCluster cluster;
  private final SimulatedNode node;
  private final String key;
  private final long leaseNanos;
  private final Dice dice;
  private final SessionHistory.Start start;
  private final long id;
  private Epoch term = Epoch.NONE;
  private long usedNanos;
  private LongConsumer toldId = told -> {};
  private Runnable toldToComeAgain = () -> {};

  /**
   * @param id what the client believes to be the session's
   */
  SimulatedRequest(
      SimulatedCluster cluster,
      SimulatedNode node,
      String key,
      long id,
      long leaseNanos,
      Request kind,
      Dice dice) {
    this.cluster = cluster;
    this.node = node;
    this.key = key;
    this.leaseNanos = leaseNanos;
    this.dice = dice;
    this.id = id;
    start = cluster.history.start(key, kind, node, name(id), cluster.clock.now());
  }

  private static String name(long id) {
    return id == ANY_ID ? "" : Long.toString(id);
  }

  /** To be run with the session's id by each answer. */
  void onId(LongConsumer told) {
    toldId = told;
  }

  /** To be run if the id is not the session's here. */
  void onWrongId(Runnable told) {
    toldToComeAgain = told;
  }

  /**
   * @param told run when the user knows the id
   */
  void create(Runnable told) {
    cluster.ends.began(key, leaseNanos);
    usedNanos = cluster.clock.now();
    int update = cluster.history.lineage.add(0, 1);
    Map<String, byte[]> attributes = new HashMap<>();
    attributes.put(SimulatedClient.COUNTER, SimulatedClient.bytes(1));
    put(update, attributes);
    SessionImage image =
        new SessionImage(SimulatedClient.bytes(SimulatedClient.FIRST_ID), attributes);
    term = node.replica.create(key, image, leaseNanos, node.now());
    cluster.invariants.afterStep(node, key);
    answer(1, 1, SimulatedClient.FIRST_ID, () -> acknowledged(1, update, Epoch.NONE), told);
  }

  /**
   * Gets the session, then does {@code work} a little later; hears whether it is there.
   *
   * @param hint the member that served it last
   */
  void serve(@Nullable SimulatedNode hint, Runnable work, Consumer<Acquired> told) {
    Consumer<Acquired> answered = cluster.calls.acquire(node, key);
    node.replica.acquire(
        key,
        hint == null ? null : hint.self,
        node.now(),
        acquired -> {
          answered.accept(acquired);
          if (acquired instanceof Acquired.Owned owned) {
            term = owned.ownership();
            if (owned.leaseNanos() == 0) {
              cluster.tally.count(Tally.STEPS, Step.TOO_LATE.name());
              cluster.containers.end(node, key, term, false);
              told.accept(new Acquired.Unavailable("its lease is over"));
              return;
            }
            long work_ = dice.between(10_000, millis(20));
            cluster.clock.after(work_, () -> node.receive(work));
          } else if (acquired instanceof Acquired.Unknown) {
            cluster.history.unknown(key, start);
            cluster.history.notFound(start, cluster.clock.now());
          }
          told.accept(acquired);
        });
  }

  private void put(int update, Map<String, byte[]> attributes) {
    Map.Entry<String, byte[]> token = cluster.history.lineage.token(update);
    attributes.put(token.getKey(), token.getValue());
  }

  /** What is here to be served, or null, after which the request is over. */
  private @Nullable Copy use() {
    Replica.Snapshot now = node.replica.snapshot(key);
    Copy copy = now.copy();
    if (copy == null || copy.tombstone() || !now.primary()) {
      node.replica.end(key, term, node.now());
      return null;
    }
    cluster.history.served(key, start);
    byte[] kept = copy.image().attributes().get(ID);
    SessionHistory.check(
        kept == null
            ? SimulatedClient.idOf(copy.image()) == SimulatedClient.FIRST_ID
            : Arrays.equals(kept, copy.image().settings()),
        "I9",
        key,
        "is half renamed in " + copy.label());
    if (id != ANY_ID && id != SimulatedClient.idOf(copy.image())) {
      cluster.tally.count(Tally.STEPS, Step.COME_AGAIN.name());
      cluster.history.refused(start, cluster.clock.now());
      node.replica.end(key, term, node.now());
      toldToComeAgain.run();
      return null;
    }
    node.replica.renewLease(key, term, leaseNanos, node.now());
    cluster.invariants.afterStep(node, key);
    usedNanos = cluster.clock.now();
    cluster.ends.used(key);
    return copy;
  }

  void increment() {
    Copy copy = use();
    if (copy == null) {
      return;
    }
    long value = SimulatedClient.counter(copy.image()) + 1;
    boolean whole = dice.chance(0.2);
    cluster.tally.count(Tally.STEPS, (whole ? Step.INCREMENT_WHOLE : Step.INCREMENT).name());
    Map<String, byte[]> changed = new HashMap<>();
    changed.put(SimulatedClient.COUNTER, SimulatedClient.bytes(value));
    update(copy, null, changed, whole, value);
  }

  /** A new id: settings and what is kept with them change in one step. */
  void rename() {
    Copy copy = use();
    if (copy == null) {
      return;
    }
    long value = SimulatedClient.counter(copy.image());
    byte[] next = SimulatedClient.bytes(cluster.history.nextId());
    Map<String, byte[]> changed = new HashMap<>();
    changed.put(ID, next);
    update(copy, next, changed, false, value);
  }

  private void update(
      Copy copy,
      byte @Nullable [] settings,
      Map<String, byte[]> changed,
      boolean whole,
      long value) {
    Lineage lineage = cluster.history.lineage;
    int update = lineage.add(lineage.newestIn(key, copy.image()), value);
    put(update, changed);
    Epoch before = cluster.history.epochOf(key);
    Changes changes = new Changes(settings, changed, Set.of());
    long version = node.replica.update(key, term, changes, whole, node.now());
    cluster.invariants.afterStep(node, key);
    if (version >= 0) {
      long now =
          settings == null ? SimulatedClient.idOf(copy.image()) : SimulatedClient.id(settings);
      answer(version, value, now, () -> acknowledged(version, update, before));
    }
  }

  private void acknowledged(long version, int update, Epoch before) {
    Label label = new Label(term, version);
    cluster.history.protectedUpdate(update, label, before, start, cluster.clock.now());
    cluster.copies.acknowledged(key, label);
    cluster.ends.answered(key, usedNanos, term, true);
  }

  void read() {
    Copy copy = use();
    if (copy == null) {
      return;
    }
    int shown = cluster.history.lineage.newestIn(key, copy.image());
    answer(
        copy.version(),
        SimulatedClient.counter(copy.image()),
        SimulatedClient.idOf(copy.image()),
        () -> {
          cluster.history.protectedRead(key, shown, start);
          cluster.ends.answered(key, usedNanos, term, false);
        });
  }

  void invalidate(Runnable done) {
    Replica.Snapshot now = node.replica.snapshot(key);
    Copy last = now.copy();
    boolean live = last != null && !last.tombstone();
    boolean served = live && node.replica.serves(key, term);
    SessionEnds.End end = served ? cluster.ends.invalidated(key, node) : null;
    long version = node.replica.remove(key, term, node.now());
    cluster.invariants.afterStep(node, key);
    if (version < 0) {
      return;
    }
    cluster.history.endTried(key);
    cluster.ends.invalidating(key);
    long value = live ? SimulatedClient.counter(last.image()) : ENDED;
    answer(
        version,
        value,
        ANY_ID,
        () -> {
          cluster.history.protectedEnd(key, cluster.clock.now());
          if (end != null) {
            cluster.ends.confirmed(end);
          }
        });
    done.run();
  }

  /** Whatever is found must not be a session whose end was acknowledged. */
  void knock() {
    serve(
        null,
        () -> {
          Replica.Snapshot now = node.replica.snapshot(key);
          if (now.copy() == null || now.copy().tombstone() || !now.primary()) {
            node.replica.end(key, term, node.now());
            return;
          }
          answer(
              now.copy().version(),
              SimulatedClient.counter(now.copy().image()),
              ANY_ID,
              () -> cluster.history.protectedVisit(key, start));
        },
        acquired -> {});
  }

  /**
   * Waits as a response would: at most the ack budget, after which it is degraded and promises
   * nothing.
   */
  private void answer(long version, long value, long now, Runnable ifProtected) {
    answer(version, value, now, ifProtected, () -> {});
  }

  private void answer(
      long version, long value, long now, Runnable ifProtected, Runnable ifAnswered) {
    boolean[] over = new boolean[1];
    Consumer<Outcome> finish =
        outcome -> {
          over[0] = true;
          if (isAnswer(outcome) && value != ENDED) {
            SessionHistory.check(
                node.replica.serves(key, term),
                "I7",
                key,
                "was answered (" + outcome + ") by " + node.self.name() + ", which is fenced");
            cluster.history.answered(start, value, name(now), outcome, cluster.clock.now());
            ifAnswered.run();
            toldId.accept(now);
          }
          node.replica.end(key, term, node.now());
        };
    Runnable answered = cluster.calls.await(node, key);
    node.replica.await(
        key,
        term,
        version,
        node.now(),
        outcome -> {
          answered.run();
          cluster.tally.count(Tally.OUTCOMES, outcome.name());
          SessionHistory.check(
              !cluster.mustRefuse(node) || !isSuccess(outcome),
              "CONSISTENT",
              key,
              "was answered (" + outcome + ") by " + node.self.name() + ", which is cut off");
          if (!over[0]) {
            if (outcome == Outcome.PROTECTED) {
              ifProtected.run();
            }
            finish.accept(outcome);
          }
        });
    node.after(
        SimulatedCluster.CONFIG.ackTimeoutNanos(),
        () ->
            node.receive(
                () -> {
                  if (!over[0]) {
                    finish.accept(Outcome.UNCONFIRMED);
                  }
                }));
  }

  private static boolean isSuccess(Outcome outcome) {
    return outcome == Outcome.PROTECTED || outcome == Outcome.DEGRADED;
  }

  private boolean isAnswer(Outcome outcome) {
    return isSuccess(outcome) || (outcome == Outcome.UNCONFIRMED && !cluster.needsMajority());
  }
}
