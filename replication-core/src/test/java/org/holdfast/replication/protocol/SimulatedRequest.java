// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.holdfast.history.Request;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.session.attributes.SimulatedAttributes;
import org.jspecify.annotations.Nullable;

/** One request on one member, from the first question for its session to the answer. */
final class SimulatedRequest {
  /** The session that a second request to end it sees; a container would not answer it at all. */
  private static final long ENDED = -1;

  private static final String ID = "id";

  /** Attributes that cannot be encoded now and then: those that show which updates are there. */
  private static final Set<String> UNENCODABLE =
      Set.of(SimulatedClient.COUNTER, Lineage.TOKENS.get(0), Lineage.TOKENS.get(1));

  /** The id of a request that says none. */
  static final long ANY_ID = 0;

  private final SimulatedCluster cluster;
  private final SimulatedNode node;
  private final String key;
  private final long leaseNanos;
  private final Dice dice;
  private final SessionHistory.Start start;
  private final long id;
  private Epoch epoch = Epoch.NONE;
  private long usedNanos;
  private LongConsumer toldId = told -> {};
  private Runnable toldWrongId = () -> {};
  private long sinceNanos;

  /** Whether the others were asked whether the session has that id. */
  private boolean asked;

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

  /** To be run if the answer is that the session has no such id. */
  void onWrongId(Runnable told) {
    toldWrongId = told;
  }

  /**
   * @param told run when the user knows the id
   */
  void create(Runnable told) {
    cluster.ends.began(key, leaseNanos);
    usedNanos = cluster.clock.now();
    int update = cluster.history.lineage.add(0, 1);
    Map.Entry<String, byte[]> token = cluster.history.lineage.token(update);
    SessionImage image =
        new SessionImage(
            SimulatedClient.bytes(SimulatedClient.FIRST_ID),
            Map.of(
                SimulatedClient.COUNTER,
                SimulatedClient.bytes(1),
                token.getKey(),
                token.getValue()));
    epoch = node.replica.create(key, image, leaseNanos, node.now());
    cluster.invariants.afterStep(node, key);
    answer(1, 1, SimulatedClient.FIRST_ID, false, () -> acknowledged(1, update, Epoch.NONE), told);
  }

  /**
   * Gets the session, then does {@code work} a little later; receives whether it is there.
   *
   * @param hint the member that served it last
   */
  void serve(@Nullable SimulatedNode hint, Runnable work, Consumer<Acquired> told) {
    sinceNanos = node.now();
    Member first = hint == null ? null : hint.self;
    ask(
        callback -> node.replica.acquire(key, first, node.now(), callback),
        () -> checkId(work),
        acquired -> {
          if (acquired instanceof Acquired.Unknown) {
            cluster.history.unknown(key, start);
          }
          told.accept(acquired);
        });
  }

  private void ask(Consumer<Consumer<Acquired>> question, Runnable work, Consumer<Acquired> told) {
    Consumer<Acquired> answered = cluster.calls.acquire(node, key);
    question.accept(
        acquired -> {
          answered.accept(acquired);
          cluster.sought(node, key, acquired);
          if (acquired instanceof Acquired.Owned owned) {
            epoch = owned.epoch();
            if (owned.leaseNanos() == 0) {
              cluster.tally.count(Tally.STEPS, Step.TOO_LATE.name());
              cluster.containers.end(node, key, epoch, false);
              told.accept(new Acquired.Unavailable("its lease is over"));
              return;
            }
            long work_ = dice.between(10_000, millis(20));
            cluster.clock.after(work_, () -> node.receive(work));
          } else if (acquired instanceof Acquired.Unknown) {
            cluster.history.notFound(start, cluster.clock.now());
          }
          told.accept(acquired);
        });
  }

  /**
   * Goes on with the work if the session has the id that was sent. If not, the others are asked
   * first: one of them may have gone on with the session, and given it that id.
   */
  private void checkId(Runnable work) {
    SessionSnapshot now = node.replica.snapshot(key);
    Copy copy = now.copy();
    boolean denied =
        id != ANY_ID
            && now.primary()
            && copy != null
            && !copy.tombstone()
            && id != SimulatedClient.idOf(copy.image());
    if (!denied) {
      work.run();
      return;
    }
    cluster.history.served(key, start);
    node.replica.end(key, epoch, node.now());
    if (asked) {
      cluster.tally.count(Tally.STEPS, Step.COME_AGAIN.name());
      cluster.history.refused(start, cluster.clock.now());
      return;
    }
    asked = true;
    ask(
        callback ->
            node.replica.served(key, epoch).confirmUnknown(sinceNanos, node.now(), callback),
        () -> checkId(work),
        this::toldAboutId);
  }

  private void toldAboutId(Acquired acquired) {
    if (acquired instanceof Acquired.Unknown) {
      cluster.tally.count(Tally.STEPS, Step.DENIED.name());
      toldWrongId.run();
    } else if (acquired instanceof Acquired.Unavailable) {
      cluster.tally.count(Tally.STEPS, Step.COME_AGAIN.name());
      cluster.history.refused(start, cluster.clock.now());
    }
  }

  /**
   * The session to serve here, or null, after which the request is over. The application sees
   * {@link #live}: it has what earlier commits held back, too.
   */
  private @Nullable Copy use() {
    SessionSnapshot now = node.replica.snapshot(key);
    Copy copy = now.copy();
    if (copy == null || copy.tombstone() || !now.primary()) {
      node.replica.end(key, epoch, node.now());
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
    node.replica.renewLease(key, epoch, leaseNanos, node.now());
    cluster.invariants.afterStep(node, key);
    usedNanos = cluster.clock.now();
    cluster.ends.used(key);
    return copy;
  }

  private SimulatedAttributes live(Copy copy) {
    return node.attributes(key, epoch, copy.image());
  }

  private static long counterIn(SimulatedAttributes live) {
    return SimulatedClient.counter(live.get(SimulatedClient.COUNTER));
  }

  void increment() {
    Copy copy = use();
    if (copy == null) {
      return;
    }
    long value = counterIn(live(copy)) + 1;
    boolean whole = dice.chance(0.2);
    cluster.tally.count(Tally.STEPS, (whole ? Step.INCREMENT_WHOLE : Step.INCREMENT).name());
    update(copy, null, whole, value);
  }

  /** A new id: settings and what is kept with them change in one step. */
  void rename() {
    Copy copy = use();
    if (copy == null) {
      return;
    }
    byte[] next = SimulatedClient.bytes(cluster.history.nextId());
    live(copy).set(ID, next);
    update(copy, next, false, counterIn(live(copy)));
  }

  private void update(Copy copy, byte @Nullable [] settings, boolean whole, long value) {
    SimulatedAttributes live = live(copy);
    Lineage lineage = cluster.history.lineage;
    int update = lineage.add(lineage.newestIn(key, live::get), value);
    Map.Entry<String, byte[]> token = lineage.token(update);
    live.set(token.getKey(), token.getValue());
    live.set(SimulatedClient.COUNTER, SimulatedClient.bytes(value));
    Epoch before = cluster.history.epochOf(key);
    Commit commit = commit(copy, settings, whole);
    if (commit.version >= 0) {
      long now =
          settings == null ? SimulatedClient.idOf(copy.image()) : SimulatedClient.id(settings);
      answer(
          commit.version,
          value,
          now,
          commit.heldBack,
          () -> acknowledged(commit.version, update, before),
          () -> {});
    }
  }

  /**
   * The outcome of a commit of the changes.
   *
   * @param version of the session with all that was not held back, -1 if it is not served here
   * @param sent whether that is more than the secondaries had been sent before
   */
  private record Commit(long version, boolean sent, boolean heldBack) {}

  private Commit commit(Copy copy, byte @Nullable [] settings, boolean whole) {
    boolean fails = cluster.encodingFails(dice);
    long[] version = {copy.version()};
    boolean heldBack =
        live(copy)
            .commit(
                settings,
                fails ? UNENCODABLE : Set.of(),
                changes ->
                    version[0] = node.replica.update(key, epoch, changes, whole, node.now()));
    if (heldBack) {
      cluster.tally.count(Tally.STEPS, Step.HELD_BACK.name());
    }
    cluster.invariants.afterStep(node, key);
    return new Commit(version[0], version[0] != copy.version(), heldBack);
  }

  private void acknowledged(long version, int update, Epoch before) {
    Label label = new Label(epoch, version);
    cluster.history.protectedUpdate(update, label, before, start, cluster.clock.now());
    cluster.copies.acknowledged(key, label);
    cluster.ends.answered(key, usedNanos, epoch, true);
  }

  /** Its commit sends what earlier ones held back. */
  void read() {
    Copy copy = use();
    if (copy == null) {
      return;
    }
    SimulatedAttributes live = live(copy);
    int shown = cluster.history.lineage.newestIn(key, live::get);
    long value = counterIn(live);
    Epoch before = cluster.history.epochOf(key);
    Commit commit = commit(copy, null, false);
    if (commit.version < 0) {
      return;
    }
    if (commit.sent) {
      cluster.tally.count(Tally.STEPS, Step.CAUGHT_UP.name());
    }
    answer(
        commit.version,
        value,
        SimulatedClient.idOf(copy.image()),
        commit.heldBack,
        () -> {
          cluster.history.protectedRead(key, shown, start);
          if (commit.sent) {
            Label label = new Label(epoch, commit.version);
            cluster.history.carried(key, shown, label, before, cluster.clock.now());
            cluster.copies.acknowledged(key, label);
          }
          cluster.ends.answered(key, usedNanos, epoch, commit.sent);
        },
        () -> {});
  }

  void invalidate(Runnable done) {
    SessionSnapshot now = node.replica.snapshot(key);
    Copy last = now.copy();
    boolean live = last != null && !last.tombstone();
    boolean served = live && node.replica.serves(key, epoch);
    SessionEnds.End end = served ? cluster.ends.invalidated(key, node) : null;
    long version = node.replica.remove(key, epoch, node.now());
    cluster.invariants.afterStep(node, key);
    if (version < 0) {
      return;
    }
    cluster.history.endTried(key);
    cluster.ends.invalidating(key);
    long value = live ? counterIn(live(last)) : ENDED;
    answer(
        version,
        value,
        ANY_ID,
        false,
        () -> {
          cluster.history.protectedEnd(key, cluster.clock.now());
          if (end != null) {
            cluster.ends.confirmed(end);
          }
        },
        () -> {});
    done.run();
  }

  /** A session that is found must not be one whose end was acknowledged. */
  void knock() {
    serve(
        null,
        () -> {
          SessionSnapshot now = node.replica.snapshot(key);
          if (now.copy() == null || now.copy().tombstone() || !now.primary()) {
            node.replica.end(key, epoch, node.now());
            return;
          }
          Commit commit = commit(now.copy(), null, false);
          answer(
              commit.version,
              counterIn(live(now.copy())),
              ANY_ID,
              commit.heldBack,
              () -> cluster.history.protectedVisit(key, start),
              () -> {});
        },
        acquired -> {});
  }

  /**
   * Waits as a response would: at most the ack budget, after which it is degraded and promises
   * nothing.
   *
   * @param heldBack whether the answer rests on what its commit could not send, so that it is
   *     degraded at best
   */
  private void answer(
      long version,
      long value,
      long now,
      boolean heldBack,
      Runnable ifProtected,
      Runnable ifAnswered) {
    boolean[] over = new boolean[1];
    Consumer<Outcome> finish =
        outcome -> {
          over[0] = true;
          if (isAnswer(outcome) && value != ENDED) {
            SessionHistory.check(
                node.replica.serves(key, epoch),
                "I7",
                key,
                "was answered (" + outcome + ") by " + node.self.name() + ", which is fenced");
            cluster.history.answered(start, value, name(now), outcome, cluster.clock.now());
            ifAnswered.run();
            toldId.accept(now);
          }
          node.replica.end(key, epoch, node.now());
        };
    Runnable answered = cluster.calls.await(node, key);
    node.replica.await(
        key,
        epoch,
        version,
        node.now(),
        told -> {
          answered.run();
          Outcome outcome = heldBack && told == Outcome.PROTECTED ? Outcome.DEGRADED : told;
          cluster.tally.count(Tally.OUTCOMES, outcome.name());
          SessionHistory.check(
              !cluster.mustRefuse(node) || !isSuccess(outcome),
              "CONSISTENT",
              key,
              "was answered (" + outcome + ") by " + node.self.name() + ", which is cut off");
          if (isSuccess(outcome) && cluster.needsMajority()) {
            cluster.parted.answered(key, node, cluster.clock.now());
          }
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
