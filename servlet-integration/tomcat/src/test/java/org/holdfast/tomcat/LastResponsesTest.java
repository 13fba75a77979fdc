// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardEngine;
import org.apache.catalina.core.StandardService;
import org.junit.jupiter.api.Test;

/** The wait for last bytes. */
class LastResponsesTest {
  private static StandardContext contextWith(Executor executor) {
    Connector connector = new Connector("HTTP/1.1");
    connector.getProtocolHandler().setExecutor(executor);
    StandardService service = new StandardService();
    service.addConnector(connector);
    StandardEngine engine = new StandardEngine();
    engine.setService(service);
    StandardContext context = new StandardContext();
    context.setParent(engine);
    return context;
  }

  private static ThreadPoolExecutor pool() {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  private static Duration waited(StandardContext context) {
    long start = System.nanoTime();
    LastResponses.await(context);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void waitsForASecond_whileAThreadStaysBusy() throws Exception {
    ThreadPoolExecutor pool = pool();
    try {
      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch never = new CountDownLatch(1);
      pool.execute(
          () -> {
            busy.countDown();
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      assertThat(busy.await(20, TimeUnit.SECONDS)).isTrue();

      assertThat(waited(contextWith(pool))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void waitsForAMoment_whenNobodyCountsTheBusyThreads() {
    assertThat(waited(contextWith(task -> {}))).isGreaterThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void doesNotWait_whenNoThreadIsBusy() {
    ThreadPoolExecutor pool = pool();
    try {
      // A machine that stands still makes one wait long, but hardly five.
      assertThat(IntStream.range(0, 5).mapToObj(i -> waited(contextWith(pool))))
          .anyMatch(waited -> waited.compareTo(Duration.ofSeconds(1)) < 0);
    } finally {
      pool.shutdownNow();
    }
  }
}
