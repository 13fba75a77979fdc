// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.holdfast.history.Request;

/**
 * One user and its requests: creates a session, increments and reads its counter, leaves or ends
 * it, and starts over.
 */
final class SimulatedClient {
  static final String COUNTER = "n";

  /** The id of a session until it is renamed. */
  static final long FIRST_ID = 1;

  /** No lease of a session that is left to expire is longer. */
  static final long LONGEST_SHORT_LEASE = millis(4000);

  /** No request is answered later, pauses of the member aside. */
  private static final long MOST_WAITED =
      SimulatedCluster.CONFIG.acquireTimeoutNanos() + millis(500);

  static final long LONG_LEASE = millis(1_800_000);

  private final SimulatedCluster cluster;
  private final Plan plan;
  private final int number;
  private final Dice pauses;
  private final double strays;

  /** Whether sessions get other ids all the time, which are sent to other members at once. */
  private final boolean renames;

  private String key = "";
  private boolean exists;

  /** Whether the answer is awaited that tells the id. */
  private boolean creating;

  private long leaseNanos;
  private SimulatedNode last;

  /** Served the session before {@link #last} did. */
  private SimulatedNode beforeLast;

  /** The id that it received last, and the earlier ids of this session. */
  private long id;

  private final List<Long> formerIds = new ArrayList<>();

  /** Renames whose new id may still reach the client. */
  private int renaming;

  /** The member that is asked now, or was asked last. */
  private SimulatedNode asked;

  private int generation;
  private int requests;
  private int sent;
  private int underWay;
  private boolean stopped;
  private boolean held;
  private String lastTrouble = "";

  /** Keys of sessions that were ended, or that the user left: these may live for a while. */
  private final List<String> ended = new ArrayList<>();

  /** The members that served these last. */
  private final Map<String, SimulatedNode> lastOfEnded = new HashMap<>();

  SimulatedClient(SimulatedCluster cluster, Plan plan, int number, double strays) {
    this.cluster = cluster;
    this.plan = plan;
    this.number = number;
    this.strays = strays;
    pauses = new Dice(plan.seed, "client", number);
    renames = new Dice(plan.seed, "renames").chance(0.3);
  }

  /** Sends a request every so often until {@link #stop}. */
  void run() {
    cluster.clock.after(
        pauses.between(millis(1), millis(120)),
        () -> {
          if (stopped) {
            return;
          }
          if (!held) {
            boolean twice = pauses.chance(0.15);
            request();
            if (twice && exists) {
              request();
            }
          }
          run();
        });
  }

  /** Sends nothing for a while. */
  void hold(boolean now) {
    held = now;
  }

  void stop() {
    stopped = true;
  }

  /** Requests that left. */
  int sent() {
    return sent;
  }

  /** Keys of sessions whose end was tried. */
  List<String> ended() {
    return List.copyOf(ended);
  }

  private void request() {
    int mine = ++requests;
    List<SimulatedNode> up = cluster.up();
    if (up.isEmpty() || creating || !plan.hasRequest(number, mine)) {
      return;
    }
    sent++;
    Dice dice = new Dice(plan.seed, "request of " + number, mine);
    if (!exists) {
      create(dice.oneOf(up), dice);
      return;
    }
    boolean stray = last == null || !last.isUp() || dice.chance(strays);
    SimulatedNode node = stray ? dice.oneOf(cluster.upOnTheSideOf(last)) : last;
    if (!ended.isEmpty() && dice.chance(0.02)) {
      String old = dice.oneOf(ended);
      if (cluster.upOnTheSideOf(lastOfEnded.get(old)).contains(node)) {
        count(Step.KNOCK);
        knock(old, node, dice);
      }
      return;
    }
    if (!formerIds.isEmpty() && dice.chance(0.05)) {
      count(Step.OLD_ID);
      SimulatedRequest old = request(node, dice.oneOf(formerIds), Request.READ, dice);
      old.serve(null, old::read, acquired -> {});
      return;
    }
    if (dice.chance(0.003)) {
      count(Step.MADE_UP);
      knockAtNothing("x" + number + "-" + mine, node);
      return;
    }
    if (underWay > 0) {
      count(Step.CONCURRENT);
      if (node != asked) {
        count(Step.CONCURRENT_ELSEWHERE);
      }
    }
    asked = node;
    if (node != last) {
      count(Step.ELSEWHERE);
    }
    if (leaseNanos < LONG_LEASE && dice.chance(0.03)) {
      count(Step.LEAVE);
      ended.add(key);
      lastOfEnded.put(key, last);
      exists = false;
    } else if (dice.chance(0.005)) {
      end(node, dice);
    } else if (dice.chance(renames ? 0.2 : 0.01)) {
      count(Step.RENAME);
      SimulatedRequest request = request(node, Request.RENAME, dice);
      awaitNewId(request);
      serve(request, node, request::rename, dice);
    } else if (dice.chance(0.2)) {
      count(Step.READ);
      SimulatedRequest request = request(node, Request.READ, dice);
      serve(request, node, request::read, dice);
    } else {
      SimulatedRequest request = request(node, Request.INCREMENT, dice);
      serve(request, node, request::increment, dice);
    }
  }

  private void count(Step step) {
    cluster.tally.count(Tally.STEPS, step.name());
  }

  private SimulatedRequest request(SimulatedNode node, Request kind, Dice dice) {
    SimulatedRequest request = request(node, id, kind, dice);
    String mine = key;
    long sent = id;
    request.onWrongId(
        () -> {
          // Its answer with the new id was lost: the user begins anew.
          exists &= !mine.equals(key) || sent != id || renaming > 0;
        });
    return request;
  }

  private SimulatedRequest request(SimulatedNode node, long sentId, Request kind, Dice dice) {
    return new SimulatedRequest(cluster, node, key, sentId, leaseNanos, kind, dice);
  }

  /** If there are several answers, the first counts: the others were given up on the way. */
  private void awaitNewId(SimulatedRequest request) {
    String mine = key;
    long sent = id;
    renaming++;
    request.onId(
        told -> {
          if (mine.equals(key) && sent == id) {
            formerIds.add(id);
            id = told;
            SimulatedNode there = beforeLast;
            if (renames && there != null) {
              cluster.clock.after(pauses.between(10_000, millis(20)), () -> readThere(there));
            }
          }
        });
    // It is answered by then, or never.
    cluster.clock.after(MOST_WAITED, () -> renaming--);
  }

  /** With the id of now, which a member that was left behind does not know. */
  private void readThere(SimulatedNode node) {
    int mine = ++requests;
    if (exists && !held && !stopped && node.isUp() && plan.hasRequest(number, mine)) {
      sent++;
      count(Step.READ);
      Dice dice = new Dice(plan.seed, "request of " + number, mine);
      SimulatedRequest request = request(node, Request.READ, dice);
      serve(request, node, request::read, dice);
    }
  }

  private void create(SimulatedNode node, Dice dice) {
    key = "s" + number + "-" + generation++;
    boolean brief = dice.chance(0.4);
    leaseNanos = brief ? dice.between(millis(1500), LONGEST_SHORT_LEASE) : LONG_LEASE;
    count(brief ? Step.CREATE_FOR_SECONDS : Step.CREATE);
    String mine = key;
    last = node;
    beforeLast = null;
    id = FIRST_ID;
    formerIds.clear();
    creating = true;
    request(node, SimulatedRequest.ANY_ID, Request.CREATE, dice)
        .create(
            () -> {
              exists |= creating && mine.equals(key);
              creating = false;
            });
    // No answer: the user tries anew, and never learns the id.
    cluster.clock.after(
        millis(400),
        () -> {
          creating &= !mine.equals(key);
        });
  }

  private void serve(SimulatedRequest request, SimulatedNode node, Runnable work, Dice dice) {
    String mine = key;
    underWay++;
    request.serve(
        dice.chance(0.7) ? last : null,
        work,
        acquired -> {
          underWay--;
          // A late answer of the session before says nothing about where this one is.
          if (acquired instanceof Acquired.Owned && mine.equals(key)) {
            beforeLast = last == node ? beforeLast : last;
            last = node;
          } else if (acquired instanceof Acquired.Unknown && mine.equals(key)) {
            exists = false;
          } else {
            lastTrouble = acquired.toString();
          }
        });
  }

  private void end(SimulatedNode node, Dice dice) {
    String mine = key;
    count(Step.INVALIDATE);
    SimulatedRequest request = request(node, Request.INVALIDATE, dice);
    serve(
        request,
        node,
        () ->
            request.invalidate(
                () -> {
                  ended.add(mine);
                  lastOfEnded.put(mine, node);
                  if (mine.equals(key)) {
                    exists = false;
                  }
                }),
        dice);
  }

  /** Sends an old cookie. */
  void knock(String old, SimulatedNode node, Dice dice) {
    new SimulatedRequest(
            cluster, node, old, SimulatedRequest.ANY_ID, LONG_LEASE, Request.READ, dice)
        .knock();
  }

  /** Sends a cookie that nobody has set. */
  private void knockAtNothing(String madeUp, SimulatedNode node) {
    SessionHistory.Start start =
        cluster.history.start(madeUp, Request.READ, node, "", cluster.clock.now());
    Consumer<Acquired> answered = cluster.calls.acquire(node, madeUp);
    node.replica.acquire(
        madeUp,
        null,
        node.now(),
        acquired -> {
          answered.accept(acquired);
          SessionHistory.check(
              !(acquired instanceof Acquired.Owned), "I3", madeUp, "is served, but nobody made it");
          if (acquired instanceof Acquired.Unknown) {
            cluster.history.notFound(start, cluster.clock.now());
          }
        });
  }

  /**
   * After everything is mended: the session is served, with all that was acknowledged.
   *
   * @param patient whether it may be asked for more than once, because messages still get lost
   */
  void verify(Dice dice, boolean patient) {
    if (!exists || !cluster.history.isProtected(key)) {
      return;
    }
    count(Step.VERIFY);
    new SessionLook(cluster, key, patient).run(dice.oneOf(cluster.up()), lastTrouble);
  }

  static SessionImage image(long counter) {
    return new SessionImage(new byte[] {1}, Map.of(COUNTER, bytes(counter), "other", new byte[8]));
  }

  static long counter(SessionImage image) {
    return counter(image.attributes().get(COUNTER));
  }

  static long counter(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  static long idOf(SessionImage image) {
    return id(image.settings());
  }

  static long id(byte[] settings) {
    return ByteBuffer.wrap(settings).getLong();
  }

  static byte[] bytes(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }
}
