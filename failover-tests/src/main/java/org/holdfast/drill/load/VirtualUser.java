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
 * has an answer. What it asks is for its {@link Conversation} to say.
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

  @GuardedBy("this")
  private final SplittableRandom random;

  @GuardedBy("this")
  private final FailoverPath failover;

  @GuardedBy("this")
  private final Conversation conversation;

  @GuardedBy("this")
  private final RecoveryProbe recovery;

  @GuardedBy("this")
  private State state = State.RESTING;

  @GuardedBy("this")
  private int home;

  /** The home, but for requests that concern an id that was given up. */
  @GuardedBy("this")
  private int asked;

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
    this.random = new SplittableRandom(settings.seed() * 1_000_003L + number);
    SplittableRandom steps = new SplittableRandom(~(settings.seed() * 1_000_003L + number));
    this.conversation = new Conversation("user " + number, settings, steps);
    this.failover = new FailoverPath(targets.size(), random);
    this.recovery = new RecoveryProbe(number);
    this.home = number % targets.size();
    this.asked = home;
  }

  synchronized SessionLog history() {
    return conversation.history();
  }

  synchronized FormerIds formerIds() {
    return conversation.counts();
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
    boolean asking = state == State.WAITING || state == State.CONNECTING;
    boolean inFlight = asking && !conversation.isKnocking();
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
      failAttempt(FailureKind.ofConnecting(cause), System.nanoTime());
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
    int node = channelNode;
    Optional<SessionCookie> newCookie = SessionCookie.find(answer.setCookies());
    Conversation.Heard heard =
        conversation.hear(answer, newCookie, attemptNanos, now, targets.get(node).name());
    boolean unavailable = heard == Conversation.Heard.UNAVAILABLE;
    if (unavailable || heard == Conversation.Heard.UNREADABLE) {
      if (!unavailable || !answer.keepAlive()) {
        dropChannel();
      }
      failAttempt(unavailable ? FailureKind.UNAVAILABLE : FailureKind.WRONG_ANSWER, now);
      return;
    }
    if (!answer.keepAlive()) {
      dropChannel();
    }
    if (heard != Conversation.Heard.KNOCKED) {
      around.recorder().answered(now - requestNanos);
      recovery.answered(node, requestNanos, now, heard == Conversation.Heard.RIGHT);
      home = newCookie.map(found -> around.nodeOf(found.route(), node)).orElse(node);
    }
    complete(now);
  }

  @GuardedBy("this")
  private void complete(long now) {
    asked = home;
    if (channelNode != home) {
      dropChannel();
    }
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
    if (lastRequest) {
      conversation.count(); // it ends on an answer that shows whether all before it is kept
    } else {
      conversation.next(now);
    }
    asked = conversation.isKnocking() ? failover.next(home) : home;
    attempt(now);
  }

  /** The node refused a user who only wanted its idle connection back: do not think to the end. */
  @GuardedBy("this")
  private void turnAtOnce(long now) {
    recovery.turnedAtOnce();
    requestNanos = now;
    lastRequest = finishing;
    failover.reset();
    conversation.count();
    boolean unused = failover.fail(home);
    home = failover.next(home);
    asked = home;
    attempt(now);
  }

  @GuardedBy("this")
  private void attempt(long now) {
    attemptNanos = now;
    if (channel != null && channelNode != asked) {
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
    channelNode = asked;
    connected = false;
    HttpChannel opening = around.engine().connect(targets.get(asked).address(), mine, this);
    if (generation == mine) {
      channel = opening;
    }
  }

  @GuardedBy("this")
  private void send(HttpChannel open) {
    become(State.WAITING, attemptNanos + settings.failoverTimeout().toNanos());
    open.send(conversation.target(), conversation.cookie());
  }

  @GuardedBy("this")
  private void failAttempt(FailureKind kind, long now) {
    if (kind != FailureKind.UNAVAILABLE) {
      dropChannel();
    }
    boolean knocking = conversation.isKnocking();
    conversation.failed(kind, attemptNanos, now, targets.get(asked).name());
    if (!knocking || kind == FailureKind.WRONG_ANSWER) {
      around.recorder().failed(kind);
    }
    boolean oneLeft = failover.fail(asked);
    asked = failover.next(asked);
    if (!knocking) {
      home = asked;
    }
    if (oneLeft && kind != FailureKind.UNAVAILABLE && kind != FailureKind.WRONG_ANSWER) {
      attempt(now);
    } else {
      become(State.BACKING_OFF, now + settings.retryDelay().toNanos());
    }
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
