// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KryoPoolTest {
  private static final int THREADS = 16;

  private final WebappClasses classes =
      new WebappClasses(getClass().getClassLoader(), ClassFilter.DEFAULT);
  private final ClassPlans plans = new ClassPlans(classes, ClassAliases.NONE);
  private final JdkTypes jdkTypes = new JdkTypes(classes, ClassAliases.NONE);
  private final AtomicInteger made = new AtomicInteger();
  private final KryoPool pool = new KryoPool(this::make, THREADS);

  private AttributeKryo make() {
    made.incrementAndGet();
    return AttributeKryo.create(jdkTypes, classes, plans, CodecLimits.DEFAULT);
  }

  @Test
  @Timeout(60)
  void makesNoMoreInstancesThanThreadsHoldAtOnce() throws Exception {
    CyclicBarrier allHoldOne = new CyclicBarrier(THREADS);
    inThreads(
        () -> {
          for (int i = 0; i < 20; i++) {
            KryoPool.Loan loan = pool.borrow();
            allHoldOne.await();
            loan.giveBack();
            allHoldOne.await();
          }
        });

    assertThat(made).hasValue(THREADS);
  }

  @Test
  @Timeout(60)
  void makesNoMoreInstances_whenThreadsComeAndGo() throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    AtomicInteger started = new AtomicInteger();
    inThreads(
        () -> {
          if (started.incrementAndGet() == THREADS) {
            start.countDown();
          }
          start.await();
          for (int i = 0; i < 5_000; i++) {
            KryoPool.Loan loan = pool.borrow();
            int unused = loan.kryo().write("x".repeat(i % 50), null);
            loan.giveBack();
          }
        });

    assertThat(made.get()).isBetween(1, THREADS);
  }

  @Test
  void givesAnIdleInstanceToWhicheverThreadComes() throws Exception {
    KryoPool.Loan loan = pool.borrow();
    AttributeKryo first = loan.kryo();
    loan.giveBack();
    List<AttributeKryo> borrowed = new ArrayList<>();
    for (int i = 0; i < 2 * THREADS; i++) {
      Thread other =
          new Thread(
              () -> {
                KryoPool.Loan next = pool.borrow();
                borrowed.add(next.kryo());
                next.giveBack();
              });
      other.start();
      other.join();
    }

    assertThat(borrowed).containsOnly(first);
    assertThat(made).hasValue(1);
  }

  @Test
  void keepsNoMoreThanItsCapacity_andNoneFromBeforeARenewal() {
    List<KryoPool.Loan> loans = new ArrayList<>();
    for (int i = 0; i < THREADS + 3; i++) {
      loans.add(pool.borrow());
    }
    loans.forEach(KryoPool.Loan::giveBack);
    for (int i = 0; i < THREADS + 1; i++) {
      pool.borrow();
    }
    assertThat(made).hasValue(THREADS + 3 + 1);

    KryoPool.Loan old = pool.borrow();
    pool.renew();
    old.giveBack();
    assertThat(pool.borrow().kryo()).isNotSameAs(old.kryo());
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void inThreads(Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(
            threads.submit(
                () -> {
                  work.run();
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get(50, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
