// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ProtocolThreadTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong(77);
  private final AtomicLong ticked = new AtomicLong();
  private final AtomicLong due = new AtomicLong();

  /** The time until the next tick, as each tick asks for it. */
  private volatile long pauseNanos = ReplicaConfig.TICK_NANOS;

  private final ProtocolThread thread = new ProtocolThread("protocol", this::tick, clock::get);

  private long tick(long dueNanos, long nowNanos) {
    due.set(dueNanos);
    ticked.set(nowNanos);
    return nowNanos + pauseNanos;
  }

  @Test
  void hasJustWoken_afterALongStopAlone_andForThreeSeconds() {
    assertThat(thread.hasJustWoken()).as("before it started").isFalse();
    thread.start();
    try {
      passAndTick(SECOND);
      assertThat(thread.hasJustWoken()).as("after a short stop").isFalse();

      clock.addAndGet(6 * SECOND);
      assertThat(thread.hasJustWoken()).as("at once").isTrue();
      passAndTick(SECOND);
      assertThat(thread.hasJustWoken()).as("1 s later").isTrue();
      passAndTick(SECOND * 19 / 10);
      passAndTick(SECOND * 19 / 10);
      assertThat(thread.hasJustWoken()).as("4.8 s later").isFalse();
    } finally {
      thread.close();
    }
  }

  @Test
  void ticksAtOnce_whenAnEventWakesIt_andKnowsSinceWhenTheTickIsDue() {
    pauseNanos = 3600 * SECOND;
    thread.start();
    try {
      passAndTick(SECOND * 11 / 10); // until then it lingers
      clock.addAndGet(SECOND);
      thread.wake();
      long woken = clock.get();

      await().until(() -> ticked.get() == woken);
      assertThat(due.get()).isEqualTo(woken);
    } finally {
      thread.close();
    }
  }

  @Test
  void ticksOftenForAWhile_afterAnEvent() {
    pauseNanos = 3600 * SECOND;
    thread.start();
    try {
      passAndTick(SECOND * 11 / 10);
      thread.wake();
      await().until(() -> due.get() == clock.get());

      passAndTick(SECOND / 10);
      passAndTick(SECOND / 10);
    } finally {
      thread.close();
    }
  }

  @Test
  void goesOn_whenAnEventLeavesItInterrupted_orFails() throws Exception {
    CountDownLatch last = new CountDownLatch(1);
    thread.start();
    try {
      thread.run(() -> Thread.currentThread().interrupt());
      thread.run(
          () -> {
            throw new IllegalStateException("as a listener might");
          });
      thread.run(last::countDown);

      assertThat(last.await(10, TimeUnit.SECONDS)).as("the last event ran").isTrue();
    } finally {
      thread.close();
    }
  }

  private void passAndTick(long nanos) {
    long then = clock.addAndGet(nanos);
    await().until(() -> ticked.get() == then);
  }
}
