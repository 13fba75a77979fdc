// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The calls of the listener for values that arrived as bytes, and the threads that wait for them.
 */
@Timeout(60)
class ArrivalsTest {
  private final Arrivals arrivals = new Arrivals();
  private final AttributeCell cell = new AttributeCell(new byte[1]);
  private final List<Object> told = Collections.synchronizedList(new ArrayList<>());

  private Object decode() {
    Object value = new AtomicReference<>("value");
    return cell.decoded(value, true, null) ? value : null;
  }

  /** The action of a look at the attribute. */
  private Object read() {
    if (cell.undecoded() == null) {
      arrivals.awaitTold(cell);
    } else {
      arrivals.arrive(cell, this::decode);
    }
    return cell.peek();
  }

  @Test
  void tellsOnce_howeverOftenItIsRead() {
    arrivals.listener(told::add);

    Object first = read();

    assertThat(read()).isSameAs(first);
    arrivals.arrive(cell, this::decode);
    assertThat(told).containsExactly(first);
  }

  @Test
  void tellsBeforeAnotherThreadHasTheValue() throws Exception {
    CountDownLatch telling = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    arrivals.listener(
        value -> {
          telling.countDown();
          try {
            assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          told.add(value);
        });
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      CompletableFuture<Object> first = CompletableFuture.supplyAsync(this::read, threads);
      assertThat(telling.await(20, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Boolean> second =
          CompletableFuture.supplyAsync(
              () -> {
                goOnSoon(goOn);
                Object value = read();
                return told.contains(value);
              },
              threads);

      assertThat(second.get(20, TimeUnit.SECONDS)).isTrue();
      assertThat(told).containsExactly(first.get(20, TimeUnit.SECONDS));
    } finally {
      threads.shutdownNow();
    }
  }

  /** Once the calling thread waits. */
  private static void goOnSoon(CountDownLatch goOn) {
    Thread reader = Thread.currentThread();
    Thread watcher =
        new Thread(
            () -> {
              while (reader.getState() != Thread.State.TIMED_WAITING && reader.isAlive()) {
                Thread.onSpinWait();
              }
              goOn.countDown();
            });
    watcher.setDaemon(true);
    watcher.start();
  }

  @Test
  void givesTheListenerTheValue_whenItReadsItItself() {
    arrivals.listener(value -> told.add(read()));

    Object value = read();

    assertThat(told).containsExactly(value);
  }
}
