// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One closed loop of a user: a request, the attempts until it has an answer, a pause, the next. A
 * user with parallel requests has several. What is asked, and of whom, is for the {@link
 * VirtualUser} to say, whose monitor guards all of this; threads and invariants are named there.
 */
final class Lane {

  private enum State {
    RESTING,
    THINKING,
    CONNECTING,
    WAITING,
    BACKING_OFF,
    STOPPED
  }

  private final VirtualUser user;
  private final LoadSettings settings;
  private final LoadDriver.Surroundings around;
  private final int slot;
  private final boolean eager;
  private final long keepAliveNanos;

  @GuardedBy("user")
  private final FailoverPath failover;

  /** One for every node where a request goes to any of them, else a single one. */
  @GuardedBy("user")
  private final Wire[] wires;

  @GuardedBy("user")
  private State state = State.RESTING;

  @GuardedBy("user")
  private long dueNanos;

  @GuardedBy("user")
  private long requestNanos;

  @GuardedBy("user")
  private long attemptNanos;

  /** The node of the current attempt. */
  @GuardedBy("user")
  private int asked;

  @GuardedBy("user")
  private Question question = Question.NONE;

  @GuardedBy("user")
  private boolean probed;

  @GuardedBy("user")
  private boolean lastRequest;

  /**
   * @param slot under which the pacer knows this lane
   * @param eager whether an idle connection that is closed is tried again at once
   */
  Lane(
      VirtualUser user,
      LoadSettings settings,
      LoadDriver.Surroundings around,
      int slot,
      boolean eager,
      FailoverPath failover) {
    this.user = user;
    this.settings = settings;
    this.around = around;
    this.slot = slot;
    this.eager = eager && settings.routing() == Routing.STICKY;
    this.keepAliveNanos = settings.keepAlive().toNanos();
    this.failover = failover;
    int count = settings.routing() == Routing.STICKY ? 1 : around.targets().size();
    this.wires =
        IntStream.range(0, count)
            .mapToObj(node -> new Wire(user, this, around, node))
            .toArray(Wire[]::new);
  }

  /** Begins the next request at {@code atNanos}. */
  void think(long atNanos) {
    synchronized (user) {
      become(State.THINKING, atNanos);
    }
  }

  /** Begins no request until it is told to think. */
  void rest() {
    synchronized (user) {
      state = State.RESTING;
      around.schedule().cancel(slot);
    }
  }

  void stop() {
    synchronized (user) {
      state = State.STOPPED;
      around.schedule().cancel(slot);
      for (Wire wire : wires) {
        wire.drop();
      }
    }
  }

  boolean isResting() {
    synchronized (user) {
      return state == State.RESTING;
    }
  }

  boolean isThinking() {
    synchronized (user) {
      return state == State.THINKING;
    }
  }

  /** Whether a request is under way. */
  boolean isAsking() {
    synchronized (user) {
      return isAttempting() || state == State.BACKING_OFF;
    }
  }

  /** Whether an answer about the session is awaited from one of {@code nodes}. */
  boolean isAskingAny(BitSet nodes) {
    synchronized (user) {
      return isAttempting() && !question.knocking() && nodes.get(asked);
    }
  }

  /** Whether an answer is awaited that a node of {@code nodes} was asked to hold. */
  boolean isHeldBy(BitSet nodes) {
    synchronized (user) {
      return state == State.WAITING && question.heldNanos() > 0 && nodes.get(asked);
    }
  }

  /** Node {@code node} takes no users any more: only an answer of it is still waited for. */
  void leave(int node) {
    synchronized (user) {
      Wire wire = wires[wires.length == 1 ? 0 : node];
      if (wire.node() != node || state == State.WAITING && asked == node) {
        return;
      }
      wire.drop();
      if (state == State.CONNECTING && asked == node) {
        go(System.nanoTime());
      }
    }
  }

  void onDue(long firedNanos, long now) {
    synchronized (user) {
      if (firedNanos != dueNanos) {
        return;
      }
      switch (state) {
        case THINKING -> begin(now);
        case CONNECTING -> failAttempt(FailureKind.CONNECT_TIMED_OUT, now);
        case WAITING -> failAttempt(FailureKind.TIMED_OUT, now);
        case BACKING_OFF -> attempt(now);
        case RESTING, STOPPED -> {}
      }
    }
  }

  void connected(Wire wire) {
    synchronized (user) {
      if (state != State.CONNECTING || wire.node() != asked) {
        return;
      }
      if (around.balancer().isOpen(asked)) {
        send(wire);
      } else {
        wire.drop();
        go(System.nanoTime());
      }
    }
  }

  void refused(Wire wire, Throwable cause) {
    synchronized (user) {
      if (state == State.CONNECTING && wire.node() == asked) {
        failAttempt(FailureKind.ofConnecting(cause), System.nanoTime());
      } else if (state == State.THINKING) {
        turnAtOnce(wire.node(), System.nanoTime());
      }
    }
  }

  void closed(Wire wire, FailureKind kind) {
    synchronized (user) {
      if (state == State.WAITING && wire.node() == asked) {
        if (kind == FailureKind.ANSWER_TOO_LONG) {
          around.recorder().tooLong();
        }
        failAttempt(kind, System.nanoTime());
        return;
      }
      around.recorder().idleClosed();
      if (state == State.THINKING && eager && !probed && wire.node() == user.home()) {
        probed = true; // once a pause: a server that closes every idle connection is not stormed
        wire.connect();
      }
    }
  }

  void answered(Wire wire, HttpAnswer answer) {
    synchronized (user) {
      if (state != State.WAITING || wire.node() != asked) {
        wire.drop();
        return;
      }
      long now = System.nanoTime();
      Optional<SessionCookie> newCookie =
          SessionCookie.find(settings.sessionCookie(), answer.setCookies());
      Conversation.Heard heard = user.hear(question, answer, newCookie, attemptNanos, now, asked);
      boolean unavailable = heard == Conversation.Heard.UNAVAILABLE;
      if (unavailable || heard == Conversation.Heard.UNREADABLE) {
        if (!unavailable) {
          around.recorder().wrong(answer);
        }
        if (!answer.keepAlive()) {
          wire.drop();
        }
        failAttempt(unavailable ? FailureKind.UNAVAILABLE : FailureKind.WRONG_ANSWER, now);
        return;
      }
      if (!answer.keepAlive()) {
        wire.drop();
      }
      if (heard != Conversation.Heard.KNOCKED) {
        around.recorder().answered(now - requestNanos);
        user.answered(asked, requestNanos, now, heard == Conversation.Heard.RIGHT, newCookie);
      }
      complete(wire, now);
    }
  }

  @GuardedBy("user")
  private void complete(Wire wire, long now) {
    boolean elsewhere = wires.length == 1 && wire.node() != user.home();
    if (elsewhere || !around.balancer().isOpen(wire.node())) {
      wire.drop();
    }
    probed = false;
    if (lastRequest) {
      user.stop();
      around.finished().run();
    } else {
      state = State.RESTING;
      user.completed(this, now);
      if (!eager && state == State.THINKING && dueNanos - now > keepAliveNanos) {
        for (Wire each : wires) {
          each.drop();
        }
      }
    }
  }

  @GuardedBy("user")
  private void begin(long now) {
    if (!user.mayAsk()) {
      rest();
      return;
    }
    requestNanos = now;
    lastRequest = user.isFinishing();
    failover.reset();
    asked = user.next(now, failover);
    attempt(now);
  }

  /** The node refused a user who only wanted its idle connection back: do not think to the end. */
  @GuardedBy("user")
  private void turnAtOnce(int refused, long now) {
    if (!user.mayAsk()) {
      return;
    }
    requestNanos = now;
    lastRequest = user.isFinishing();
    failover.reset();
    boolean unused = failover.fail(refused);
    asked = user.turnAtOnce(refused, failover);
    attempt(now);
  }

  @GuardedBy("user")
  private void attempt(long now) {
    question = user.ask();
    go(now);
  }

  /**
   * Sends the question to the node chosen for it, or to another if that takes no users any more.
   */
  @GuardedBy("user")
  private void go(long now) {
    attemptNanos = now;
    if (!around.balancer().isOpen(asked)) {
      asked = turnFrom(asked, question.knocking());
    }
    Wire wire = wireTo(asked);
    if (wire.isConnected()) {
      send(wire);
      return;
    }
    become(State.CONNECTING, now + settings.failoverTimeout().toNanos());
    wire.connect();
  }

  @GuardedBy("user")
  private void send(Wire wire) {
    become(
        State.WAITING, attemptNanos + settings.failoverTimeout().toNanos() + question.heldNanos());
    wire.send(question);
  }

  @GuardedBy("user")
  private void failAttempt(FailureKind kind, long now) {
    if (kind != FailureKind.UNAVAILABLE || !around.balancer().isOpen(asked)) {
      wireTo(asked).drop();
    }
    boolean knocking = question.knocking();
    user.failed(question, kind, attemptNanos, now, asked);
    boolean wrong = kind == FailureKind.WRONG_ANSWER || kind == FailureKind.ANSWER_TOO_LONG;
    if (!knocking || wrong) {
      around.recorder().failed(kind, attemptNanos);
    }
    boolean oneLeft = failover.fail(asked);
    asked = turnFrom(asked, knocking);
    if (oneLeft && kind != FailureKind.UNAVAILABLE && !wrong) {
      attempt(now);
    } else {
      become(State.BACKING_OFF, now + settings.retryDelay().toNanos());
    }
  }

  /** A user that knocks goes on to any node, and stays at home with what it asks next. */
  @GuardedBy("user")
  private int turnFrom(int node, boolean knocking) {
    return knocking ? failover.next(node) : user.turnFrom(node, failover);
  }

  @GuardedBy("user")
  private Wire wireTo(int node) {
    Wire wire = wires[wires.length == 1 ? 0 : node];
    wire.aim(node);
    return wire;
  }

  @GuardedBy("user")
  private boolean isAttempting() {
    return state == State.CONNECTING || state == State.WAITING;
  }

  @GuardedBy("user")
  private void become(State next, long due) {
    state = next;
    dueNanos = due;
    around.schedule().schedule(slot, due);
  }
}
