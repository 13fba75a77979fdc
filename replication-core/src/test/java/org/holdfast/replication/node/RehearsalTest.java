// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  private static final long SECOND = 1_000_000_000L;

  private static final ReplicaConfig CONFIG = withSecondaries(1);

  @Test
  void endsAtOnce_whenItsThreadIsInterrupted() {
    Thread.currentThread().interrupt();
    try {
      assertThat(new Rehearsal(CONFIG).run()).isEqualTo(new Rehearsal.Outcome(0, 0));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void leavesNoThread_whenItIsClosedWhileItRehearses() throws Exception {
    CountDownLatch rehearsing = new CountDownLatch(1);
    AtomicReference<Thread> thread = new AtomicReference<>();
    RehearsalThread rehearsal =
        new RehearsalThread(
            "busy",
            () -> {
              thread.set(Thread.currentThread());
              rehearsing.countDown();
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
            });
    rehearsal.start();
    assertThat(rehearsing.await(20, TimeUnit.SECONDS)).isTrue();

    rehearsal.close();

    assertThat(thread.get().isAlive()).isFalse();
  }

  @Test
  void rehearsesOnce_whenOthersComeAgainAndAgain() throws Exception {
    AtomicInteger rehearsals = new AtomicInteger();
    CountDownLatch rehearsed = new CountDownLatch(1);
    RehearsalThread rehearsal =
        new RehearsalThread(
            "visited",
            () -> {
              rehearsals.incrementAndGet();
              rehearsed.countDown();
            });

    rehearsal.start();
    rehearsal.start();

    assertThat(rehearsed.await(20, TimeUnit.SECONDS)).isTrue();
    rehearsal.close();
    assertThat(rehearsals).hasValue(1);
  }

  @Test
  void doesNotRehearse_whenOthersComeAfterTheNodeWasClosed() {
    AtomicInteger rehearsals = new AtomicInteger();
    RehearsalThread rehearsal = new RehearsalThread("closed", rehearsals::incrementAndGet);
    rehearsal.close();

    rehearsal.start();
    rehearsal.close();

    assertThat(rehearsals).hasValue(0);
  }

  @Test
  void rehearsesNoMore_whenANodeHasRehearsedToTheEnd() {
    AtomicInteger rehearsals = new AtomicInteger();
    Runnable rehearsal =
        RehearsalThread.ifWorthIt(CONFIG, new AtomicBoolean(), rehearsals::incrementAndGet);

    rehearsal.run();
    rehearsal.run();

    assertThat(rehearsals).hasValue(1);
  }

  @Test
  void rehearsesAgain_whenTheFirstWasInterrupted() {
    AtomicInteger rehearsals = new AtomicInteger();
    Runnable rehearsal =
        RehearsalThread.ifWorthIt(CONFIG, new AtomicBoolean(), rehearsals::incrementAndGet);
    Thread.currentThread().interrupt();
    try {
      rehearsal.run();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    rehearsal.run();

    assertThat(rehearsals).hasValue(2);
  }

  @Test
  void doesNotRehearse_withoutSecondaries() {
    AtomicInteger rehearsals = new AtomicInteger();

    RehearsalThread.ifWorthIt(withSecondaries(0), new AtomicBoolean(), rehearsals::incrementAndGet)
        .run();

    assertThat(rehearsals).hasValue(0);
  }

  @Test
  void keepsNothingOfTheThreadThatStartsTheNode() throws Exception {
    InheritableThreadLocal<String> ofTheApplication = new InheritableThreadLocal<>();
    AtomicReference<String> inherited = new AtomicReference<>("not run");
    AtomicReference<ClassLoader> loader = new AtomicReference<>();
    CountDownLatch rehearsed = new CountDownLatch(1);
    Runnable rehearsal =
        () -> {
          inherited.set(ofTheApplication.get());
          loader.set(Thread.currentThread().getContextClassLoader());
          rehearsed.countDown();
        };
    Thread starter =
        new Thread(
            () -> {
              ofTheApplication.set("of the application");
              new RehearsalThread("node", rehearsal).start();
            });
    starter.setContextClassLoader(new ClassLoader() {});

    starter.start();

    assertThat(rehearsed.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(inherited).hasNullValue();
    assertThat(loader).hasValue(RehearsalThread.class.getClassLoader());
  }

  @Test
  void goesThroughAllOfIt_withOneSessionOfEach() {
    assertThat(new Rehearsal(CONFIG, 1, 1).run()).isEqualTo(new Rehearsal.Outcome(2, 2));
  }

  @Test
  void goesThroughTakeoversHandOversAndAdoptions() {
    assertThat(new Rehearsal(CONFIG).run()).isEqualTo(new Rehearsal.Outcome(800, 800));
  }

  private static ReplicaConfig withSecondaries(int secondaries) {
    return new ReplicaConfig(
        secondaries,
        SECOND,
        SECOND,
        SECOND,
        SECOND,
        SECOND,
        SECOND,
        SECOND,
        100,
        1 << 20,
        Long.MAX_VALUE,
        0,
        false);
  }
}
