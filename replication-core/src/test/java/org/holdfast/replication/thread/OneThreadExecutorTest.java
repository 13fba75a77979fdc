// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OneThreadExecutorTest {
  /** If an executor does not wait for its thread, some of so many threads are seen alive. */
  private static final int ROUNDS = 3_000;

  @Test
  void hasNoThreadAnyMore_onceItsEndWasAwaited() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      OneThreadExecutor executor = new OneThreadExecutor("one");
      Thread thread = executor.submit(Thread::currentThread).get();

      executor.shutdownNow();

      assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      assertThat(thread.isAlive()).as("round %d", i).isFalse();
    }
  }

  @Test
  void runsItsTasksOnOneDaemonOfThatName() throws Exception {
    OneThreadExecutor executor = new OneThreadExecutor("one");
    Future<Thread> first = executor.submit(Thread::currentThread);
    Future<Thread> second = executor.submit(Thread::currentThread);

    assertThat(first.get()).isSameAs(second.get());
    assertThat(first.get().isDaemon()).isTrue();
    assertThat(first.get().getName()).isEqualTo("one");
    executor.shutdownNow();
  }

  @Test
  void saysThatItHasNotEnded_whileATaskRuns() throws Exception {
    OneThreadExecutor executor = new OneThreadExecutor("one");
    CountDownLatch over = new CountDownLatch(1);
    Future<?> task =
        executor.submit(
            () -> {
              over.await();
              return null;
            });

    executor.shutdown();
    assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
    over.countDown();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(task.isDone()).isTrue();
  }

  @Test
  void doesWithLateTasksWhatItIsTold() throws Exception {
    OneThreadExecutor strict = new OneThreadExecutor("strict");
    OneThreadExecutor silent =
        new OneThreadExecutor("silent", new ThreadPoolExecutor.DiscardPolicy());
    strict.shutdown();
    silent.shutdown();

    assertThatThrownBy(() -> strict.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    silent.execute(() -> {});
    assertThat(silent.awaitTermination(30, TimeUnit.SECONDS)).as("without a thread").isTrue();
  }
}
