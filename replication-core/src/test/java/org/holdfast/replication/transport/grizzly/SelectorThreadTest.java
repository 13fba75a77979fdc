// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.holdfast.replication.thread.WakesLater;
import org.junit.jupiter.api.Test;

class SelectorThreadTest {
  @Test
  void wakesAThread_onceTheDeliveryIsOver_alsoIfThatFails() throws InterruptedException {
    AtomicBoolean delivered = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              while (!delivered.get()) {
                LockSupport.park(delivered);
              }
            });
    waiting.setDaemon(true);
    waiting.start();
    await().until(() -> LockSupport.getBlocker(waiting) == delivered);
    Thread selector =
        new SelectorThread(
            new HeapMemoryManager(),
            "holdfast-selector-test",
            () ->
                SelectorThread.deliver(
                    () -> {
                      WakesLater.wake(waiting);
                      // A thread that is awake by now waits again, for ever.
                      delivered.set(true);
                      throw new IllegalStateException("this delivery fails");
                    }));
    selector.setUncaughtExceptionHandler((thread, failure) -> {});
    selector.start();

    waiting.join(10_000);

    assertThat(waiting.isAlive()).isFalse();
  }

  @Test
  void wakesAThread_beforeItGoesOnWriting_alsoInADelivery() throws InterruptedException {
    CountDownLatch awake = new CountDownLatch(1);
    AtomicBoolean wokenInTime = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              LockSupport.park(awake);
              awake.countDown();
            });
    waiting.setDaemon(true);
    waiting.start();
    await().until(() -> LockSupport.getBlocker(waiting) == awake);
    Thread selector =
        new SelectorThread(
            new HeapMemoryManager(),
            "holdfast-selector-test",
            () ->
                SelectorThread.deliver(
                    () -> {
                      WakesLater.wake(waiting);
                      SelectorThread.writesMore();
                      wokenInTime.set(hasCome(awake));
                    }));
    selector.start();

    selector.join(20_000);

    assertThat(wokenInTime).isTrue();
  }

  private static boolean hasCome(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void wakesAThreadAtOnce_outsideOfADelivery() throws InterruptedException {
    Thread waiting = new Thread(LockSupport::park);
    waiting.setDaemon(true);
    waiting.start();
    Thread selector =
        new SelectorThread(
            new HeapMemoryManager(), "holdfast-selector-test", () -> WakesLater.wake(waiting));
    selector.start();

    waiting.join(10_000);

    assertThat(waiting.isAlive()).isFalse();
  }
}
