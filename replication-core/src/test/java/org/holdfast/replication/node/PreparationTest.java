// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.holdfast.replication.transport.grizzly.ReplicationPort;
import org.junit.jupiter.api.Test;

class PreparationTest {
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @Test
  void waitsForTheStepUnderWayAndBeginsNoOther_whenTheNodeStarts() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch starting = new CountDownLatch(1);
    Preparation preparation =
        new Preparation(
            List.of(
                () -> {
                  begun.countDown();
                  await(starting);
                  done.add("first");
                },
                () -> done.add("second")));
    preparation.start();
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    Thread node =
        new Thread(
            () -> {
              preparation.finish();
              done.add("node");
            });
    node.start();
    while (node.getState() != Thread.State.TIMED_WAITING && node.isAlive()) {
      Thread.onSpinWait();
    }

    starting.countDown();
    node.join(20_000);

    assertThat(node.isAlive()).isFalse();
    assertThat(done).containsExactly("first", "node");
  }

  @Test
  void isDoneOnce_whenItIsBegunAgainAndAgain() {
    CountDownLatch over = new CountDownLatch(1);
    Preparation preparation = new Preparation(List.of(() -> done.add("step"), over::countDown));

    for (int i = 0; i < 20; i++) {
      preparation.start();
    }

    await(over);
    preparation.finish();
    assertThat(done).containsExactly("step");
  }

  @Test
  void keepsNothingOfTheThreadThatBeginsIt() {
    InheritableThreadLocal<String> ofTheApplication = new InheritableThreadLocal<>();
    AtomicReference<String> inherited = new AtomicReference<>("not run");
    AtomicReference<ClassLoader> loader = new AtomicReference<>();
    CountDownLatch over = new CountDownLatch(1);
    Preparation preparation =
        new Preparation(
            List.of(
                () -> {
                  inherited.set(ofTheApplication.get());
                  loader.set(Thread.currentThread().getContextClassLoader());
                },
                over::countDown));

    Thread starter =
        new Thread(
            () -> {
              ofTheApplication.set("of the application");
              preparation.start();
            });
    starter.setContextClassLoader(new ClassLoader() {});

    starter.start();

    await(over);
    assertThat(inherited).hasNullValue();
    assertThat(loader).hasValue(Preparation.class.getClassLoader());
  }

  @Test
  void goesOn_whenAStepFails() {
    CountDownLatch reached = new CountDownLatch(1);
    Preparation preparation =
        new Preparation(
            List.of(
                () -> {
                  throw new IllegalStateException("step of the test");
                },
                reached::countDown));

    preparation.start();

    await(reached);
    preparation.finish();
  }

  @Test
  void leavesNoThread_whenItHasLoadedWhatANodeNeeds() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    CountDownLatch loaded = new CountDownLatch(1);
    Preparation preparation =
        new Preparation(
            List.of(Preparation::prepareMembership, ReplicationPort::prepare, loaded::countDown));

    preparation.start();
    await(loaded);
    preparation.finish();

    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .extracting(Thread::getName)
        .noneMatch(name -> name.contains("jgroups") || name.contains("holdfast"));
  }

  @Test
  void isOverForGood_whenANodeWasStarted() {
    Preparation.begin();
    Preparation.end();
    Preparation.end();
    Preparation.begin();

    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("holdfast-preparation");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
