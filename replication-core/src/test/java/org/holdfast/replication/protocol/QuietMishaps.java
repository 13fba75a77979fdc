// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Small mishaps, one at a time, each with what it may delay and what not: a message of one type is
 * lost, a primary is busy, a member is cut off and does not know it.
 */
final class QuietMishaps {
  static final String MADE_UP_FOR = "lost messages made up for";

  /** The most that a lost message may delay: it is sent again after a third of the silence. */
  private static final long RESENT = SimulatedCluster.CONFIG.silenceTimeoutNanos() / 3 + millis(40);

  private static final List<Class<? extends Message>> TYPES =
      List.of(
          Message.Ask.class,
          Message.Hint.class,
          Message.HandingOver.class,
          Message.Promise.class,
          Message.Full.class,
          Message.Delta.class,
          Message.Ack.class,
          Message.Validate.class,
          Message.Release.class,
          Message.Released.class);

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;
  private final String key = "mishap";
  private SimulatedNode primary;
  private long value = 1;

  QuietMishaps(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.clock = cluster.clock;
  }

  void run() {
    primary = cluster.up().get(clock.random.nextInt(cluster.up().size()));
    Epoch epoch =
        primary.replica.create(key, SimulatedClient.image(1), millis(1_800_000), clock.now());
    primary.replica.end(key, epoch, clock.now());
    clock.runFor(millis(600));
    for (Class<? extends Message> type : TYPES) {
      lose(type);
    }
    readAfterAWhile();
    lostDelta();
    busyPrimary();
  }

  /** Each message is made up for, and nobody takes a lost one for silence. */
  private void lose(Class<? extends Message> type) {
    cluster.network.loseNext(1, type);
    move(RESENT);
    Outcome[] outcome = new Outcome[1];
    Epoch epoch = epoch();
    long version = update(epoch);
    await(epoch, version, answer -> outcome[0] = answer);
    clock.runFor(SimulatedCluster.CONFIG.ackTimeoutNanos() + millis(30));
    check(outcome[0] != null && outcome[0] != Outcome.FENCED, "gets " + outcome[0], type);
    clock.runFor(SimulatedCluster.CONFIG.ackTimeoutNanos() + millis(30));
    check(isProtected(), "is not protected although all was sent again", type);
    cluster.tally.count(Tally.CHECKS, MADE_UP_FOR);
    primary.replica.end(key, epoch, clock.now());
    clock.runFor(millis(300));
    cluster.network.loseNext(0, type);
  }

  /** Another member wants the session, and has it within {@code mostNanos}; its request goes on. */
  private void move(long mostNanos) {
    SimulatedNode next = other();
    boolean[] owned = new boolean[1];
    next.replica.acquire(
        key, null, clock.now(), acquired -> owned[0] = acquired instanceof Acquired.Owned);
    clock.runFor(mostNanos);
    check(owned[0], "is not handed over", Message.Ask.class);
    primary = next;
  }

  private void readAfterAWhile() {
    clock.runFor(2 * SimulatedCluster.CONFIG.freshNanos());
    for (int lost = 0; lost <= 1; lost++) {
      Epoch epoch = epoch();
      check(primary.replica.begin(key, epoch), "cannot be read", Message.Validate.class);
      cluster.network.loseNext(lost, Message.Validate.class);
      Outcome[] outcome = new Outcome[1];
      await(epoch, version(), answer -> outcome[0] = answer);
      clock.runFor(RESENT);
      check(outcome[0] == Outcome.PROTECTED, "reads " + outcome[0], Message.Validate.class);
      primary.replica.end(key, epoch, clock.now());
      clock.runFor(2 * SimulatedCluster.CONFIG.freshNanos());
    }
  }

  /** The next delta shows that one is missing: nobody waits for a time-out. */
  private void lostDelta() {
    Epoch epoch = epoch();
    check(primary.replica.begin(key, epoch), "cannot be used", Message.Delta.class);
    cluster.network.loseNext(1, Message.Delta.class);
    update(epoch);
    update(epoch);
    clock.runFor(millis(30));
    check(isProtected(), "is not mended by the next delta", Message.Delta.class);
    primary.replica.end(key, epoch, clock.now());
  }

  /**
   * Requests follow upon requests, and the questions of the waiting member get lost: it learns that
   * the primary lives, new requests queue behind it, and it has the session when the last one ends.
   */
  private void busyPrimary() {
    clock.runFor(millis(500));
    SimulatedNode busy = primary;
    List<Epoch> running = new ArrayList<>();
    keepBusy(busy, running, clock.now() + millis(1500));
    clock.runFor(millis(5));
    SimulatedNode next = other();
    boolean[] owned = new boolean[1];
    next.replica.acquire(
        key, null, clock.now(), acquired -> owned[0] = acquired instanceof Acquired.Owned);
    clock.runFor(millis(5));
    cluster.network.loseNext(cluster.up().size() * 3, Message.Ask.class);
    clock.runFor(millis(480));
    check(owned[0], "is kept by requests that came later", Message.HandingOver.class);
    primary = next;
    primary.replica.end(key, epoch(), clock.now());
    cluster.network.loseNext(0, Message.Ask.class);
    clock.runFor(millis(2500));
  }

  /** A request every 100 ms, each of 430 ms: there is never none. */
  private void keepBusy(SimulatedNode busy, List<Epoch> running, long untilNanos) {
    if (clock.now() >= untilNanos) {
      return;
    }
    if (running.isEmpty() || running.size() < 20) {
      busy.replica.acquire(
          key,
          null,
          clock.now(),
          acquired -> {
            if (acquired instanceof Acquired.Owned owned) {
              running.add(owned.epoch());
              clock.after(millis(430), () -> busy.replica.end(key, owned.epoch(), clock.now()));
            }
          });
    }
    clock.after(millis(100), () -> keepBusy(busy, running, untilNanos));
  }

  /**
   * A primary that is cut off and does not know it: an answer of it that counts as protected may be
   * a quarter of a second old, not more. Leaves the links mended.
   */
  void cutOff() {
    List<SimulatedNode> others = new ArrayList<>(cluster.up());
    others.removeIf(node -> node.replica.snapshot(key).primary());
    SimulatedNode old =
        cluster.up().stream().filter(node -> node.replica.snapshot(key).primary()).findAny().get();
    primary = old;
    Epoch oldEpoch = epoch();
    check(old.replica.begin(key, oldEpoch), "cannot be used", Message.Validate.class);
    others.forEach(
        node -> {
          cluster.network.cut(old.self.name(), node.self.name());
          cluster.network.cut(node.self.name(), old.self.name());
        });
    SimulatedNode next = others.get(clock.random.nextInt(others.size()));
    long[] newer = new long[] {Long.MAX_VALUE};
    next.replica.acquire(
        key,
        null,
        clock.now(),
        acquired -> {
          if (acquired instanceof Acquired.Owned) {
            primary = next;
            update(epoch());
            newer[0] = clock.now();
          }
        });
    for (int i = 0; i < 40; i++) {
      clock.runFor(millis(50));
      long asked = clock.now();
      old.replica.await(
          key,
          oldEpoch,
          Label.FIRST_VERSION,
          asked,
          outcome ->
              check(
                  outcome != Outcome.PROTECTED
                      || asked - newer[0] < SimulatedCluster.CONFIG.freshNanos(),
                  "is read as protected from a state that was left behind",
                  Message.Validate.class));
    }
    cluster.network.mendAll();
    clock.runFor(millis(1000));
  }

  private SimulatedNode other() {
    List<SimulatedNode> others = new ArrayList<>(cluster.up());
    others.remove(primary);
    return others.get(clock.random.nextInt(others.size()));
  }

  private Epoch epoch() {
    return primary.replica.snapshot(key).promised();
  }

  private long version() {
    return primary.replica.snapshot(key).copy().version();
  }

  private long update(Epoch epoch) {
    Changes changes = new Changes(null, Map.of("n", SimulatedClient.bytes(++value)), Set.of());
    long version = primary.replica.update(key, epoch, changes, false, clock.now());
    check(version > 0, "takes no update", Message.Delta.class);
    return version;
  }

  private void await(Epoch epoch, long version, Consumer<Outcome> answer) {
    primary.replica.await(key, epoch, version, clock.now(), answer);
  }

  private boolean isProtected() {
    return primary.replica.snapshot(key).isProtected();
  }

  private void check(boolean holds, String what, Class<? extends Message> lost) {
    SessionHistory.check(holds, "R9", key, what + ", lost " + lost.getSimpleName());
  }
}
