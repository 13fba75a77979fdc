// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessFiguresTest {
  private static final int MIB = 1 << 20;

  @Test
  void tellsWhatTheProcessUsedAndHolds() {
    assertThat(ProcessFigures.now())
        .containsKeys(
            "cpuMicros", "gcMillis", "processors", "milliCores", "heapBytes", "directBytes")
        .containsKey("threads");
    assertThat(Instant.ofEpochMilli(ProcessFigures.now().get("clockMillis")))
        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    assertThat(ProcessFigures.now().get("heapBytes")).isPositive();
  }

  @Test
  void takesTheHeapThatLivesFromTheLastCollectionOfTheOldPools() {
    List<MemoryPoolMXBean> neverCollected =
        List.of(
            pool("CodeHeap 'non-nmethods'", MemoryType.NON_HEAP, null),
            pool("Eden Space", MemoryType.HEAP, 0L),
            pool("Survivor Space", MemoryType.HEAP, 3L),
            pool("Tenured Gen", MemoryType.HEAP, 0L));

    assertThat(ProcessFigures.liveHeapBytes(neverCollected)).isZero();
    assertThat(
            ProcessFigures.liveHeapBytes(
                List.of(
                    pool("G1 Eden Space", MemoryType.HEAP, 5L),
                    pool("G1 Old Gen", MemoryType.HEAP, 77L))))
        .isEqualTo(77);
    assertThat(
            ProcessFigures.liveHeapBytes(
                List.of(
                    pool("ZGC Young Generation", MemoryType.HEAP, 5L),
                    pool("ZGC Old Generation", MemoryType.HEAP, 78L))))
        .isEqualTo(78);
    assertThat(ProcessFigures.liveHeapBytes(List.of(pool("ZHeap", MemoryType.HEAP, 79L))))
        .isEqualTo(79);
  }

  private static MemoryPoolMXBean pool(String name, MemoryType type, @Nullable Long left) {
    return (MemoryPoolMXBean)
        Proxy.newProxyInstance(
            ProcessFiguresTest.class.getClassLoader(),
            new Class<?>[] {MemoryPoolMXBean.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getName" -> name;
                  case "getType" -> type;
                  case "getCollectionUsage" ->
                      left == null ? null : new MemoryUsage(0, left, left, left);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void tellsDirectBuffers() {
    long before = ProcessFigures.now().get("directBytes");
    ByteBuffer held = ByteBuffer.allocateDirect(16 * MIB);

    assertThat(ProcessFigures.now().get("directBytes") - before).isGreaterThan(15 * MIB);
    assertThat(held.capacity()).isEqualTo(16 * MIB);
  }

  @Test
  @Timeout(30)
  void tellsThreads() throws Exception {
    long before = ProcessFigures.now().get("threads");
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(20);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      threads.add(
          new Thread(
              () -> {
                running.countDown();
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
    }
    threads.forEach(Thread::start);
    running.await();
    Map<String, Long> meanwhile = ProcessFigures.now();
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(meanwhile.get("threads") - before).isGreaterThan(10);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not tell open files")
  void tellsOpenFiles() throws Exception {
    File file = Path.of(System.getProperty("java.home"), "release").toFile();
    long before = ProcessFigures.now().get("openFiles");
    List<InputStream> open = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        open.add(new FileInputStream(file));
      }
      assertThat(ProcessFigures.now().get("openFiles") - before).isGreaterThan(10);
    } finally {
      for (InputStream one : open) {
        one.close();
      }
    }
  }
}
