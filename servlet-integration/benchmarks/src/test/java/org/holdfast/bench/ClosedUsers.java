// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.holdfast.drill.load.ChannelEvents;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.HttpChannel;
import org.holdfast.drill.load.HttpEngine;
import org.jspecify.annotations.Nullable;

/**
 * Users, each with a session of its own on a connection of its own, who check that each answer is
 * one more than the last. They ask again at once, or at fixed times: a user whose answer comes
 * later than its next request is due asks then. A wrong answer, a refused or a closed connection
 * ends the measurement.
 *
 * <p>Threads: a user belongs to the thread of its connection, and to that of the clock while it
 * waits for its time; what all share is atomic. One thread at a time waits.
 */
final class ClosedUsers implements AutoCloseable {
  private final String server;
  private final long cycleNanos;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "users-clock");
            thread.setDaemon(true);
            return thread;
          });
  private final LongAdder answers = new LongAdder();
  // Completed by the first thing that goes wrong, and by nothing else.
  private final CompletableFuture<Void> broken = new CompletableFuture<>();
  private final List<User> users = new ArrayList<>();
  private volatile Lap lap;
  private volatile boolean ended;

  /**
   * Lets them begin.
   *
   * @param server its name in messages
   * @param count of users, at least 1
   * @param cycle from one request of a user to its next; zero if that follows the answer at once
   */
  ClosedUsers(
      HttpEngine engine, String server, InetSocketAddress address, int count, Duration cycle) {
    this.server = server;
    this.cycleNanos = cycle.toNanos();
    this.lap = new Lap(0, count);
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      // Spread over a cycle.
      User user = new User(start + cycleNanos * i / count);
      users.add(user);
      user.channel = engine.connect(address, i, user);
    }
  }

  /** Counts the right answers so far. */
  long answers() {
    return answers.sum();
  }

  /**
   * Waits until every user has had {@code more} answers from now on.
   *
   * @param more at least 1
   * @throws IllegalStateException if that takes longer than {@code limit}, or something was wrong
   */
  void awaitEach(int more, Duration limit) throws InterruptedException {
    Lap now = new Lap(more, users.size());
    lap = now;
    if (!ends(CompletableFuture.anyOf(now.done, broken), limit)) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s hangs: %d of its %d users had fewer than %d answers in %d ms; %d answers in all",
              server,
              now.missing.get(),
              users.size(),
              more,
              limit.toMillis(),
              answers.sum()));
    }
  }

  /**
   * Lets time pass.
   *
   * @throws IllegalStateException as soon as something goes wrong, or if it has before
   */
  void watch(Duration length) throws InterruptedException {
    ends(broken, length);
  }

  private static boolean ends(CompletableFuture<?> future, Duration limit)
      throws InterruptedException {
    try {
      future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e);
    }
  }

  private void broke(String what) {
    broken.completeExceptionally(new IllegalStateException(server + ": " + what));
  }

  @Override
  public void close() {
    ended = true;
    clock.shutdownNow();
    users.forEach(User::end);
  }

  /** Some answers for every user. */
  private static final class Lap {
    private final int answers;
    private final AtomicInteger missing;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    Lap(int answers, int users) {
      this.answers = answers;
      this.missing = new AtomicInteger(users);
    }

    void reached() {
      if (missing.decrementAndGet() == 0) {
        done.complete(null);
      }
    }
  }

  private final class User implements ChannelEvents {
    private volatile @Nullable HttpChannel channel;
    private String cookie = "";
    private long expected;
    private @Nullable Lap current;
    private int answersInLap;
    private long dueNanos;

    User(long firstDueNanos) {
      dueNanos = firstDueNanos;
    }

    @Override
    public void onConnected(long generation, HttpChannel opened) {
      channel = opened;
      opened.send(HelloSessions.PATH, cookie);
    }

    @Override
    public void onAnswer(long generation, HttpAnswer answer) {
      if (answer.status() != 200 || !answer.body().equals(Long.toString(expected))) {
        // Not the cookie: a session id is a credential.
        broke(
            "expected 200 and " + expected + ", was " + answer.status() + " and " + answer.body());
        return;
      }
      expected++;
      answers.increment();
      countInLap();
      if (!answer.setCookies().isEmpty()) {
        cookie = answer.setCookies().get(0).split(";", 2)[0];
      }
      if (cycleNanos == 0) {
        ask();
        return;
      }
      dueNanos += cycleNanos;
      long wait = dueNanos - System.nanoTime();
      if (wait <= 0) {
        // Missed requests are not made up for: the users would ask in bursts.
        dueNanos -= wait;
        ask();
      } else if (!ended) {
        askLater(wait);
      }
    }

    private void askLater(long nanos) {
      try {
        ScheduledFuture<?> unused = clock.schedule(this::ask, nanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        // The measurement has ended.
      }
    }

    private void ask() {
      HttpChannel open = channel;
      if (!ended && open != null) {
        open.send(HelloSessions.PATH, cookie);
      }
    }

    private void countInLap() {
      Lap now = lap;
      if (now != current) {
        current = now;
        answersInLap = 0;
      }
      answersInLap++;
      if (answersInLap == now.answers) {
        now.reached();
      }
    }

    @Override
    public void onRefused(long generation, Throwable cause) {
      broke("it refused a connection: " + cause);
    }

    @Override
    public void onClosed(long generation, FailureKind kind) {
      if (!ended) {
        broke("it closed a connection after " + expected + " answers");
      }
    }

    void end() {
      HttpChannel open = channel;
      if (open != null) {
        open.close();
      }
    }
  }
}
