// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.SplittableRandom;
import org.holdfast.drill.load.ChannelEvents;
import org.holdfast.drill.load.FailoverPath;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.HttpChannel;
import org.jspecify.annotations.Nullable;

/*
 * Threads: the pacer's calls onDue() and request(); the engine's call the events, also from within
 * connect() and send() of this class; the stage's thread calls the rest. All under this monitor,
 * which is taken before the locks of pacer and arrivals. Nothing blocks here.
 * I1  One time is due per user: wakeNanos. A wake-up for another time crossed a change: ignored.
 * I2  Events of another generation than the current one are ignored; every dropped connection
 *     raises the generation.
 * I3  connect() and send() are the last thing a step does: events may come before they return.
 */
/**
 * One user of the load: asks its sticky node, thinks, asks again. A request that finds no
 * connection, or loses its own, is tried on each other node once; a POST only if it was certainly
 * not served. What is counted of it goes to the recorder, and nothing of it is kept here.
 */
final class CrowdUser implements ChannelEvents {

  private enum State {
    /** Thinks of nothing: not started, idle in the open model, or gone. */
    AWAY,
    THINKING,
    /** Has an arrival of the open model, and is woken for it at once. */
    DUE,
    CONNECTING,
    WAITING
  }

  private final int number;
  private final Crowd.Surroundings around;

  @GuardedBy("this")
  private final SplittableRandom random;

  @GuardedBy("this")
  private final FailoverPath failover;

  @GuardedBy("this")
  private final UserSession session;

  @GuardedBy("this")
  private State state = State.AWAY;

  @GuardedBy("this")
  private Page page;

  @GuardedBy("this")
  private int node;

  @GuardedBy("this")
  private @Nullable HttpChannel channel;

  @GuardedBy("this")
  private boolean connected;

  @GuardedBy("this")
  private int channelNode;

  @GuardedBy("this")
  private long generation;

  @GuardedBy("this")
  private long wakeNanos;

  /** When the current request was due; may be long before the user was free to make it. */
  @GuardedBy("this")
  private long dueNanos;

  @GuardedBy("this")
  private long sentNanos;

  /** When the request before it ended. */
  @GuardedBy("this")
  private long freeNanos;

  /** What the pause under way is longer than drawn, as the request before it failed. */
  @GuardedBy("this")
  private long delayNanos;

  @GuardedBy("this")
  private boolean hasPaused;

  @GuardedBy("this")
  private boolean leaving;

  @GuardedBy("this")
  private final AnswerCount count = new AnswerCount();

  CrowdUser(int number, Crowd.Surroundings around) {
    this.number = number;
    this.around = around;
    int whole = around.plan().share().wholeNumber(number);
    this.random = new SplittableRandom(around.plan().seed() * 1_000_003L + whole);
    this.failover = new FailoverPath(around.targets().size(), random);
    this.session = new UserSession(around);
    this.page = around.plan().pages().get(0);
    this.node = whole % around.targets().size();
  }

  /** Sends the first request at {@code firstNanos}, of a closed user. */
  synchronized void enter(long firstNanos) {
    if (!leaving) {
      dueNanos = firstNanos;
      freeNanos = firstNanos;
      become(State.THINKING, firstNanos);
    }
  }

  /** Serves an arrival of the open model at once. */
  synchronized void request(long due, long now) {
    dueNanos = due;
    around.recorder().woken(now - due);
    begin(now);
  }

  /** Makes no further request; one that is under way is finished. */
  synchronized void leave() {
    leaving = true;
    if (state == State.THINKING) {
      rest();
    }
  }

  /** Ends at once. */
  synchronized void stop() {
    leaving = true;
    rest();
    dropChannel();
  }

  /** Counts from 0 again. */
  synchronized void beginTally() {
    count.clear();
  }

  synchronized UserTally tally(long now) {
    if (state == State.CONNECTING || state == State.WAITING) {
      return count.tally(Math.max(0, now - dueNanos), Math.max(0, now - sentNanos), 0);
    }
    if (state == State.DUE) {
      return count.tally(Math.max(0, now - dueNanos), 0, 0);
    }
    // No longer than was planned: a pause that nobody ends is none that a user makes.
    long until = now - dueNanos < 0 ? now : dueNanos;
    return count.tally(-1, 0, state == State.THINKING ? Math.max(0, until - freeNanos) : 0);
  }

  synchronized void onDue(long firedNanos, long now) {
    if (firedNanos != wakeNanos) {
      return;
    }
    switch (state) {
      case THINKING, DUE -> {
        around.recorder().woken(now - wakeNanos);
        begin(now);
      }
      case CONNECTING -> failAttempt(FailureKind.CONNECT_TIMED_OUT, now);
      case WAITING -> failAttempt(FailureKind.TIMED_OUT, now);
      case AWAY -> {}
    }
  }

  @Override
  public synchronized void onConnected(long connectedGeneration, HttpChannel opened) {
    if (connectedGeneration != generation) {
      opened.close();
      return;
    }
    channel = opened;
    connected = true;
    if (state == State.CONNECTING) {
      send(opened, around.now());
    }
  }

  @Override
  public synchronized void onRefused(long refusedGeneration, Throwable cause) {
    if (refusedGeneration == generation) {
      FailureKind kind = FailureKind.ofConnecting(cause);
      if (kind == FailureKind.NOT_OPENED) {
        around.recorder().notOpened(cause);
      }
      failAttempt(kind, around.now());
    }
  }

  @Override
  public synchronized void onClosed(long closedGeneration, FailureKind kind) {
    if (closedGeneration != generation) {
      return;
    }
    dropChannel();
    if (state == State.WAITING) {
      failAttempt(kind, around.now());
    } else {
      around.recorder().idleClosed();
    }
  }

  @Override
  public synchronized void onAnswer(long answeredGeneration, HttpAnswer answer) {
    if (answeredGeneration != generation) {
      return;
    }
    if (state != State.WAITING) {
      dropChannel(); // nobody asked: what comes next on it would answer the wrong request
      return;
    }
    long now = around.now();
    around.recorder().heard();
    if (!answer.keepAlive()) {
      dropChannel();
    }
    session.take(answer);
    if (!session.isRight(page, answer)) {
      fail(now);
      return;
    }
    session.check(page, answer);
    node = session.nodeOr(channelNode);
    if (node != channelNode) {
      dropChannel();
    }
    around.recorder().answered(now - sentNanos, now - dueNanos, freeNanos, now);
    count.add(now - dueNanos);
    goOn(now, 0);
  }

  @GuardedBy("this")
  private void begin(long now) {
    if (hasPaused && !around.plan().isOpen()) {
      around
          .recorder()
          .paused(Math.max(dueNanos, freeNanos) - freeNanos, now - freeNanos, delayNanos);
    }
    hasPaused = true;
    delayNanos = 0;
    sentNanos = now;
    page = around.mix().draw(random);
    failover.reset();
    attempt(now);
  }

  @GuardedBy("this")
  private void attempt(long now) {
    if (channel != null && channelNode != node) {
      dropChannel();
    }
    HttpChannel open = channel;
    if (open != null && connected) {
      send(open, now);
      return;
    }
    become(State.CONNECTING, now + around.plan().timeout().toNanos());
    if (open == null) {
      connect();
    }
  }

  @GuardedBy("this")
  private void connect() {
    generation++;
    long mine = generation;
    channelNode = node;
    connected = false;
    HttpChannel opening = around.engine().connect(around.targets().get(node).address(), mine, this);
    if (generation == mine) {
      channel = opening;
    }
  }

  @GuardedBy("this")
  private void send(HttpChannel open, long now) {
    become(State.WAITING, now + around.plan().timeout().toNanos());
    String target = page.targetOf(around.plan().share().wholeNumber(number));
    open.send(target, session.cookieHeader(), page.body());
  }

  @GuardedBy("this")
  private void failAttempt(FailureKind kind, long now) {
    dropChannel();
    around.recorder().attemptFailed(kind, kind.mayHaveBeenApplied());
    if (kind.mayHaveBeenApplied()) {
      session.unanswered(page);
    }
    if (kind == FailureKind.ANSWER_TOO_LONG) {
      session.tooLong(page);
      fail(now); // any other node would answer as much
      return;
    }
    boolean oneLeft = failover.fail(node);
    node = failover.next(node);
    if (oneLeft && (page.body().isNone() || !kind.mayHaveBeenApplied())) {
      attempt(now);
    } else if (kind == FailureKind.NOT_OPENED) {
      goOn(now, around.plan().retryDelay().toNanos()); // a request that was never made
    } else {
      fail(now);
    }
  }

  @GuardedBy("this")
  private void fail(long now) {
    around.recorder().requestFailed(now - sentNanos, freeNanos, now);
    goOn(now, around.plan().retryDelay().toNanos());
  }

  /** The request is over: turns to what comes next, no sooner than after {@code pauseNanos}. */
  @GuardedBy("this")
  private void goOn(long now, long pauseNanos) {
    freeNanos = now;
    if (leaving) {
      rest();
      return;
    }
    if (around.plan().isOpen()) {
      serveNext(now, pauseNanos > 0);
      return;
    }
    long drawn = around.plan().thinkTime().nextExactNanos(random);
    dueNanos = (around.plan().thinkFrom() == ThinkFrom.CYCLE ? dueNanos : now) + drawn;
    if (pauseNanos > 0 && dueNanos - now < pauseNanos) {
      delayNanos = now + pauseNanos - Math.max(now, dueNanos);
      dueNanos = now + pauseNanos; // a dead server is not stormed, and owes nobody this pause
    }
    if (dueNanos - now > 0) {
      become(State.THINKING, dueNanos);
    } else {
      begin(now);
    }
  }

  @GuardedBy("this")
  private void serveNext(long now, boolean failed) {
    rest();
    Arrivals.Arrival next = around.freed(number, now);
    if (next.user() == number) {
      dueNanos = next.dueNanos();
      if (failed) {
        become(State.DUE, now); // perhaps from within connect(): all that wait, one in the other
      } else {
        begin(now);
      }
    }
  }

  @GuardedBy("this")
  private void rest() {
    state = State.AWAY;
    around.schedule().cancel(number);
  }

  @GuardedBy("this")
  private void dropChannel() {
    generation++;
    HttpChannel dropped = channel;
    channel = null;
    connected = false;
    if (dropped != null) {
      dropped.close();
    }
  }

  @GuardedBy("this")
  private void become(State next, long due) {
    state = next;
    wakeNanos = due;
    around.schedule().schedule(number, due);
  }
}
