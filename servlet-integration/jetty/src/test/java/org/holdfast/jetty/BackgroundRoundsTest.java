// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundRoundsTest {
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();
  private final QueuedThreadPool threads =
      new QueuedThreadPool() {
        @Override
        public void execute(Runnable job) {
          if (busy.getAndSet(false)) {
            throw new RejectedExecutionException("all threads are busy");
          }
          super.execute(
              () -> {
                try {
                  job.run();
                } catch (Throwable e) {
                  thrown.set(e);
                }
              });
        }
      };
  private final Server server = new Server(threads);
  private final BackgroundRounds rounds = new BackgroundRounds();

  @AfterEach
  void stop() {
    rounds.stop();
    LifeCycle.stop(server.getScheduler());
    LifeCycle.stop(threads);
  }

  @Test
  void goOn_whenNoThreadWasFreeForOne() throws InterruptedException {
    CountDownLatch round = new CountDownLatch(1);
    LifeCycle.start(threads);
    LifeCycle.start(server.getScheduler());
    busy.set(true);

    rounds.start(server, round::countDown);

    assertThat(round.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(busy).isFalse();
  }

  @Test
  void goOn_whenOneEndedWithAnError() throws InterruptedException {
    CountDownLatch began = new CountDownLatch(2);
    LifeCycle.start(threads);
    LifeCycle.start(server.getScheduler());

    rounds.start(
        server,
        () -> {
          began.countDown();
          throw new StackOverflowError("on purpose");
        });

    assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(thrown).as("thrown at a thread of the server").hasNullValue();
  }
}
