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

package org.holdfast.drill.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.holdfast.replication.history.Exchange;
import org.holdfast.replication.history.Reply;
import org.holdfast.replication.history.Request;
import org.holdfast.replication.history.SessionLog;
import org.jspecify.annotations.Nullable;

/*
 * Threads: the pacer calls onDue(); the engine's threads call the events, also from within
 * connect() and send() of this class; the drill's thread calls the rest. All under this monitor,
 * which is taken before the pacer's lock. Nothing blocks here.
 * I1  One time is due per user: dueNanos. A wake-up for another time crossed a change: ignored.
 * I2  Events of another generation than the current one are ignored; every dropped connection
 *     raises the generation.
 * I3  connect() and send() are the last thing a step does: events may come before they return.
 */
/**
 * One closed user: thinks, asks its sticky node, and turns to another one when that fails, until it
 * has an answer.
 */
final class VirtualUser implements ChannelEvents {

  private enum State {
    RESTING,
    THINKING,
    CONNECTING,
    WAITING,
    BACKING_OFF,
    STOPPED
  }

  private final int number;
  private final LoadSettings settings;
  private final List<Target> targets;
  private final LoadDriver.Surroundings around;
  private final boolean eager;
  private final SessionLog history;

  @GuardedBy("this")
  private final SplittableRandom random;

  @GuardedBy("this")
  private final FailoverPath failover;

  @GuardedBy("this")
  private final ExpectedCounter expected = new ExpectedCounter();

  @GuardedBy("this")
  private final RecoveryProbe recovery;

  @GuardedBy("this")
  private State state = State.RESTING;

  @GuardedBy("this")
  private int home;

  @GuardedBy("this")
  private String cookie = "";

  @GuardedBy("this")
  private @Nullable HttpChannel channel;

  @GuardedBy("this")
  private boolean connected;

  @GuardedBy("this")
  private int channelNode;

  @GuardedBy("this")
  private long generation;

  @GuardedBy("this")
  private long dueNanos;

  @GuardedBy("this")
  private long requestNanos;

  @GuardedBy("this")
  private long attemptNanos;

  @GuardedBy("this")
  private boolean probed;

  @GuardedBy("this")
  private boolean finishing;

  @GuardedBy("this")
  private boolean lastRequest;

  VirtualUser(
      int number, LoadSettings settings, List<Target> targets, LoadDriver.Surroundings around) {
    this.number = number;
    this.settings = settings;
    this.targets = targets;
    this.around = around;
    this.eager = settings.eagerEvery() > 0 && number % settings.eagerEvery() == 0;
    this.history = new SessionLog("user " + number);
    this.random = new SplittableRandom(settings.seed() * 1_000_003L + number);
    this.failover = new FailoverPath(targets.size(), random);
    this.recovery = new RecoveryProbe(number);
    this.home = number % targets.size();
  }

  SessionLog history() {
    return history;
  }

  synchronized int home() {
    return home;
  }

  synchronized Recovery recovery() {
    return recovery.recovery();
  }

  /** Sends the first request at {@code firstNanos}. */
  synchronized void start(long firstNanos) {
    become(State.THINKING, firstNanos);
  }

  /** Watches for the first answer after the kill of node {@code victim}, which follows at once. */
  synchronized void arm(int victim, long killNanos) {
    boolean inFlight = state == State.WAITING || state == State.CONNECTING;
    recovery.arm(victim, killNanos, home == victim, inFlight);
  }

  /** Ends after one more request, which a thinking user sends at {@code lastNanos}. */
  synchronized void finish(long lastNanos) {
    finishing = true;
    if (state == State.THINKING || state == State.RESTING) {
      become(State.THINKING, lastNanos);
    }
  }

  synchronized void stop() {
    state = State.STOPPED;
    around.pacer().cancel(number);
    dropChannel();
  }

  synchronized void onDue(long firedNanos, long now) {
    if (firedNanos != dueNanos) {
      return;
    }
    switch (state) {
      case THINKING -> beginRequest(now);
      case CONNECTING -> failAttempt(FailureKind.CONNECT_TIMED_OUT, now);
      case WAITING -> failAttempt(FailureKind.TIMED_OUT, now);
      case BACKING_OFF -> attempt(now);
      case RESTING, STOPPED -> {}
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
      send(opened);
    }
  }

  @Override
  public synchronized void onRefused(long refusedGeneration, Throwable cause) {
    if (refusedGeneration != generation) {
      return;
    }
    dropChannel();
    if (state == State.CONNECTING) {
      failAttempt(FailureKind.REFUSED, System.nanoTime());
    } else if (state == State.THINKING) {
      turnAtOnce(System.nanoTime());
    }
  }

  @Override
  public synchronized void onClosed(long closedGeneration) {
    if (closedGeneration != generation) {
      return;
    }
    dropChannel();
    if (state == State.WAITING) {
      failAttempt(FailureKind.LOST_IN_FLIGHT, System.nanoTime());
      return;
    }
    around.recorder().idleClosed();
    if (state == State.THINKING && eager && !probed) {
      probed = true; // once a pause: a server that closes every idle connection is not stormed
      connect();
    }
  }

  @Override
  public synchronized void onAnswer(long answeredGeneration, HttpAnswer answer) {
    if (answeredGeneration != generation) {
      return;
    }
    if (state != State.WAITING) {
      dropChannel();
      return;
    }
    long now = System.nanoTime();
    Optional<SessionCookie> newCookie = SessionCookie.find(answer.setCookies());
    newCookie.ifPresent(found -> cookie = found.header());
    Optional<Reply.Served> line =
        answer.status() == 200 ? AnswerLine.parse(answer) : Optional.empty();
    if (line.isEmpty()) {
      boolean unavailable = answer.status() == 503;
      if (!unavailable || !answer.keepAlive()) {
        dropChannel();
      }
      failAttempt(unavailable ? FailureKind.UNAVAILABLE : FailureKind.WRONG_ANSWER, now);
      return;
    }
    if (!answer.keepAlive()) {
      dropChannel();
    }
    int node = channelNode;
    log(now, node, line.get());
    boolean right = expected.accept(line.get());
    around.recorder().answered(now - requestNanos);
    recovery.answered(node, requestNanos, now, right);
    home = newCookie.map(found -> around.nodeOf(found.route(), node)).orElse(node);
    complete(now);
  }

  @GuardedBy("this")
  private void complete(long now) {
    if (lastRequest) {
      stop();
      around.finished().run();
    } else if (finishing) {
      become(State.THINKING, now);
    } else {
      probed = false;
      become(State.THINKING, now + settings.thinkTime().nextNanos(random));
    }
  }

  @GuardedBy("this")
  private void beginRequest(long now) {
    requestNanos = now;
    lastRequest = finishing;
    failover.reset();
    attempt(now);
  }

  /** The node refused a user who only wanted its idle connection back: do not think to the end. */
  @GuardedBy("this")
  private void turnAtOnce(long now) {
    recovery.turnedAtOnce();
    requestNanos = now;
    lastRequest = finishing;
    failover.reset();
    boolean unused = failover.fail(home);
    home = failover.next(home);
    attempt(now);
  }

  @GuardedBy("this")
  private void attempt(long now) {
    attemptNanos = now;
    if (channel != null && channelNode != home) {
      dropChannel();
    }
    HttpChannel open = channel;
    if (open != null && connected) {
      send(open);
      return;
    }
    become(State.CONNECTING, now + settings.failoverTimeout().toNanos());
    if (open == null) {
      connect();
    }
  }

  @GuardedBy("this")
  private void connect() {
    generation++;
    long mine = generation;
    channelNode = home;
    connected = false;
    HttpChannel opening = around.engine().connect(targets.get(home).address(), mine, this);
    if (generation == mine) {
      channel = opening;
    }
  }

  @GuardedBy("this")
  private void send(HttpChannel open) {
    become(State.WAITING, attemptNanos + settings.failoverTimeout().toNanos());
    open.send(settings.path(), cookie);
  }

  @GuardedBy("this")
  private void failAttempt(FailureKind kind, long now) {
    if (kind != FailureKind.UNAVAILABLE) {
      dropChannel();
    }
    log(now, home, kind.reply());
    expected.failed(kind);
    around.recorder().failed(kind);
    boolean oneLeft = failover.fail(home);
    home = failover.next(home);
    if (oneLeft && kind != FailureKind.UNAVAILABLE && kind != FailureKind.WRONG_ANSWER) {
      attempt(now);
    } else {
      become(State.BACKING_OFF, now + settings.retryDelay().toNanos());
    }
  }

  @GuardedBy("this")
  private void log(long now, int node, Reply reply) {
    history.add(
        new Exchange(
            Request.INCREMENT,
            attemptNanos,
            now,
            targets.get(node).name(),
            expected.session(),
            reply));
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
    dueNanos = due;
    around.pacer().schedule(number, due);
  }
}
