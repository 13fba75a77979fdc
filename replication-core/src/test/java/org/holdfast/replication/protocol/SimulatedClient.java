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

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.history.Request;

/**
 * One user and its requests: creates a session, increments and reads its counter, ends it, and
 * starts over.
 */
final class SimulatedClient {
  private static final String COUNTER = "n";

  /**
   * When a member that is cut off knows at the latest: two ack timeouts for each of two holders.
   */
  private static final long NOTICE_NANOS = millis(1600);

  /** What a second request to end a session is shown; a container would not answer it at all. */
  private static final long ENDED = -1;

  private final SimulatedCluster cluster;
  private final String name;
  private final double strays;
  private String key = "";
  private boolean exists;
  private SimulatedNode last;
  private int generation;
  private int requests;
  private boolean stopped;
  private boolean held;
  private String lastTrouble = "";

  /** Keys of sessions that were ended. */
  private final List<String> ended = new ArrayList<>();

  /** Members that owe an answer, one entry for each call. */
  private final List<SimulatedNode> owed = new ArrayList<>();

  SimulatedClient(SimulatedCluster cluster, String name, double strays) {
    this.cluster = cluster;
    this.name = name;
    this.strays = strays;
  }

  /** Sends a request every so often until {@link #stop}. */
  void run() {
    cluster.clock.after(
        cluster.clock.between(millis(1), millis(60)),
        () -> {
          if (!stopped) {
            if (held) {
              run();
              return;
            }
            request();
            if (exists && cluster.clock.chance(0.15)) {
              request();
            }
            run();
          }
        });
  }

  /** Sends nothing for a while. */
  void hold(boolean now) {
    held = now;
  }

  void stop() {
    stopped = true;
  }

  String key() {
    return key;
  }

  int requests() {
    return requests;
  }

  private void request() {
    List<SimulatedNode> up = cluster.up();
    if (up.isEmpty()) {
      return;
    }
    requests++;
    if (!exists) {
      create(up.get(cluster.clock.random.nextInt(up.size())));
      return;
    }
    boolean stray = last == null || !last.isUp() || cluster.clock.chance(strays);
    SimulatedNode node = stray ? up.get(cluster.clock.random.nextInt(up.size())) : last;
    if (!ended.isEmpty() && cluster.clock.chance(0.02)) {
      knock(node, ended.get(cluster.clock.random.nextInt(ended.size())));
    } else if (cluster.clock.chance(0.005)) {
      end(node);
    } else if (cluster.clock.chance(0.2)) {
      serve(node, Request.READ, this::read);
    } else {
      serve(node, Request.INCREMENT, this::increment);
    }
  }

  private void create(SimulatedNode node) {
    key = name + "-" + generation++;
    String mine = key;
    exists = true;
    last = node;
    SessionHistory.Start start =
        cluster.history.start(mine, Request.CREATE, node, cluster.clock.now());
    Epoch ownership = node.replica.create(mine, image(1), millis(1_800_000), cluster.clock.now());
    answer(
        new Running(node, mine, ownership, start),
        1,
        1,
        () ->
            cluster.history.protectedIncrement(
                mine, 1, new Label(ownership, 1), start, cluster.clock.now()));
  }

  /** An old cookie: whatever is found must not be a session whose end was acknowledged. */
  private void knock(SimulatedNode node, String old) {
    SessionHistory.Start start =
        cluster.history.start(old, Request.READ, node, cluster.clock.now());
    acquire(
        node,
        old,
        null,
        acquired -> {
          if (acquired instanceof Acquired.Owned owned) {
            long version = node.replica.snapshot(old).copy().version();
            answer(
                new Running(node, old, owned.ownership(), start),
                version,
                counter(owned.image()),
                () -> cluster.history.protectedVisit(old, start));
          }
        });
  }

  private void acquire(
      SimulatedNode node, String wanted, SimulatedNode hint, Consumer<Acquired> then) {
    owed.add(node);
    node.replica.acquire(
        wanted,
        hint == null ? null : hint.self,
        cluster.clock.now(),
        acquired -> {
          owed.remove(node);
          then.accept(acquired);
        });
  }

  void verifyEveryCallIsAnswered() {
    if (owed.stream().anyMatch(SimulatedNode::isAlive)) {
      throw new AssertionError("I15 broken: a request of " + name + " never heard an answer");
    }
  }

  /** After the tombstones are gone: nobody has kept a copy. */
  void verifyEndedStayEnded() {
    List<SimulatedNode> up = cluster.up();
    for (String old : ended) {
      knock(up.get(cluster.clock.random.nextInt(up.size())), old);
      cluster.clock.runFor(millis(20));
    }
    cluster.clock.runFor(millis(4000));
    verifyEveryCallIsAnswered();
  }

  private record Running(
      SimulatedNode node, String key, Epoch ownership, SessionHistory.Start start) {}

  private void serve(SimulatedNode node, Request kind, Consumer<Running> work) {
    String mine = key;
    SimulatedNode hinted = cluster.clock.chance(0.7) ? last : null;
    SessionHistory.Start start = cluster.history.start(mine, kind, node, cluster.clock.now());
    acquire(
        node,
        mine,
        hinted,
        acquired -> {
          if (acquired instanceof Acquired.Owned owned) {
            last = node;
            Running request = new Running(node, mine, owned.ownership(), start);
            long work_ = cluster.clock.between(10_000, millis(20));
            cluster.clock.after(work_, () -> node.receive(() -> work.accept(request)));
          } else if (acquired instanceof Acquired.Unknown) {
            cluster.history.unknown(mine, start);
            cluster.history.notFound(start, cluster.clock.now());
            if (mine.equals(key)) {
              exists = false;
            }
          } else {
            lastTrouble = acquired.toString();
          }
        });
  }

  private void increment(Running request) {
    Replica replica = request.node.replica;
    Replica.Snapshot now = replica.snapshot(request.key);
    if (now.copy() == null || now.copy().tombstone() || !now.primary()) {
      replica.end(request.key, request.ownership, cluster.clock.now());
      return;
    }
    cluster.history.served(request.key, request.start);
    long value = counter(now.copy().image()) + 1;
    boolean whole = cluster.clock.chance(0.2);
    Changes changes =
        whole
            ? new Changes(null, image(value).attributes(), Set.of())
            : new Changes(null, Map.of(COUNTER, bytes(value)), Set.of());
    long version =
        replica.update(request.key, request.ownership, changes, whole, cluster.clock.now());
    if (version < 0) {
      return;
    }
    Label label = new Label(request.ownership, version);
    answer(
        request,
        version,
        value,
        () ->
            cluster.history.protectedIncrement(
                request.key, value, label, request.start, cluster.clock.now()));
  }

  private void read(Running request) {
    Replica.Snapshot now = request.node.replica.snapshot(request.key);
    if (now.copy() == null || now.copy().tombstone() || !now.primary()) {
      request.node.replica.end(request.key, request.ownership, cluster.clock.now());
      return;
    }
    cluster.history.served(request.key, request.start);
    long value = counter(now.copy().image());
    request.node.replica.renewLease(
        request.key, request.ownership, millis(1_800_000), cluster.clock.now());
    answer(
        request,
        now.copy().version(),
        value,
        () -> cluster.history.protectedRead(request.key, value, request.start));
  }

  private void end(SimulatedNode node) {
    String mine = key;
    serve(
        node,
        Request.INVALIDATE,
        request -> {
          Copy last = node.replica.snapshot(request.key).copy();
          long value = last == null || last.tombstone() ? ENDED : counter(last.image());
          long version = node.replica.remove(request.key, request.ownership, cluster.clock.now());
          if (version < 0) {
            return;
          }
          cluster.history.endTried(request.key);
          ended.add(request.key);
          answer(
              request,
              version,
              value,
              () -> cluster.history.protectedEnd(request.key, cluster.clock.now()));
          if (mine.equals(key)) {
            exists = false;
          }
        });
  }

  /**
   * Waits as a response would: at most the ack budget, after which it is degraded and promises
   * nothing.
   */
  private void answer(Running request, long version, long value, Runnable ifProtected) {
    SimulatedNode node = request.node;
    boolean[] answered = new boolean[1];
    Consumer<Outcome> finish =
        outcome -> {
          answered[0] = true;
          if (isAnswer(outcome) && value != ENDED) {
            cluster.history.answered(
                request.start, value, outcome == Outcome.PROTECTED, cluster.clock.now());
          }
          node.replica.end(request.key, request.ownership, cluster.clock.now());
        };
    owed.add(node);
    node.replica.await(
        request.key,
        request.ownership,
        version,
        cluster.clock.now(),
        outcome -> {
          owed.remove(node);
          if (outcome == Outcome.PROTECTED || outcome == Outcome.DEGRADED) {
            SessionHistory.check(
                !cluster.needsMajority() || !node.isIsolatedLongerThan(NOTICE_NANOS),
                "CONSISTENT",
                request.key,
                "was answered (" + outcome + ") by " + node.self.name() + ", which is cut off");
          }
          if (!answered[0]) {
            if (outcome == Outcome.PROTECTED) {
              ifProtected.run();
            }
            finish.accept(outcome);
          }
        });
    cluster.clock.after(
        SimulatedCluster.CONFIG.ackTimeoutNanos(),
        () ->
            node.receive(
                () -> {
                  if (!answered[0]) {
                    finish.accept(Outcome.UNCONFIRMED);
                  }
                }));
  }

  private boolean isAnswer(Outcome outcome) {
    return switch (outcome) {
      case PROTECTED, DEGRADED -> true;
      case UNCONFIRMED -> !cluster.needsMajority();
      case SHUT_OUT, FENCED -> false;
    };
  }

  /** After everything is mended: the session is served, with all that was acknowledged. */
  void verify() {
    if (!exists || !cluster.history.isProtected(key)) {
      return;
    }
    String mine = key;
    boolean[] served = new boolean[1];
    List<SimulatedNode> up = cluster.up();
    verifyOn(up.get(cluster.clock.random.nextInt(up.size())), mine, served);
    cluster.clock.runFor(millis(4000));
    if (!served[0]) {
      throw new AssertionError(
          "I15 broken: session " + mine + " is not served after all faults ended; " + lastTrouble);
    }
  }

  /** A member that was cut off learns only now that it is not the primary: it is asked again. */
  private void verifyOn(SimulatedNode node, String mine, boolean[] served) {
    SessionHistory.Start start =
        cluster.history.start(mine, Request.READ, node, cluster.clock.now());
    acquire(
        node,
        mine,
        null,
        acquired -> {
          if (acquired instanceof Acquired.Owned owned) {
            long version = node.replica.snapshot(mine).copy().version();
            node.replica.await(
                mine,
                owned.ownership(),
                version,
                cluster.clock.now(),
                outcome -> {
                  node.replica.end(mine, owned.ownership(), cluster.clock.now());
                  if (outcome == Outcome.FENCED) {
                    cluster.clock.after(millis(1), () -> verifyOn(node, mine, served));
                  } else {
                    long value = counter(owned.image());
                    cluster.history.protectedRead(mine, value, start);
                    cluster.history.answered(start, value, true, cluster.clock.now());
                    served[0] = true;
                  }
                });
          } else if (acquired instanceof Acquired.Unknown) {
            cluster.history.unknown(mine, start);
            cluster.history.notFound(start, cluster.clock.now());
            served[0] = true;
          } else {
            lastTrouble = acquired.toString();
          }
        });
  }

  static SessionImage image(long counter) {
    return new SessionImage(new byte[] {1}, Map.of(COUNTER, bytes(counter), "other", new byte[8]));
  }

  static long counter(SessionImage image) {
    return ByteBuffer.wrap(image.attributes().get(COUNTER)).getLong();
  }

  static byte[] bytes(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }
}
