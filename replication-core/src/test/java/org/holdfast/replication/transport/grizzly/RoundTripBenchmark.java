// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What does an acknowledged update between two processes cost, compared with bare NIO doing the
 * same in the same run? 20 writers send 300 bytes each and wait for 40 bytes; the ways take turns
 * in short slices, so that a change of the machine hits all.
 *
 * <p>Arguments: rounds (default 7), seconds per slice (default 3), file for the report (default
 * none). From the project:
 *
 * <pre>
 * java -cp TEST_CLASSPATH org.holdfast.replication.transport.grizzly.RoundTripBenchmark 7 3 out.md
 * </pre>
 */
final class RoundTripBenchmark {
  static final int UPDATE_BYTES = 300;
  private static final int WRITERS = 20;
  private static final int WARM_UP_SLICES = 3;

  /** One contender in one slice. */
  private record Slice(
      double updatesPerSecond,
      double p50Micros,
      double p99Micros,
      double cpuMicros,
      String details) {}

  private RoundTripBenchmark() {}

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    StringBuilder report = new StringBuilder();
    try (EchoContender holdfast = new HoldfastContender(WRITERS);
        EchoContender blocking = new BlockingContender(WRITERS);
        EchoContender multiplexed = new MultiplexedContender(WRITERS)) {
      List<EchoContender> contenders = List.of(holdfast, blocking, multiplexed);
      List<List<Slice>> slices = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (int round = -WARM_UP_SLICES; round < rounds; round++) {
        for (int i = 0; i < contenders.size(); i++) {
          Slice slice = run(contenders.get(i), seconds);
          System.out.printf(
              "%s %d: %s, %,.0f updates/s, p50 %.0f us, p99 %.0f us, CPU %.1f us %s%n",
              round < 0 ? "warm-up" : "round",
              round,
              contenders.get(i).name(),
              slice.updatesPerSecond,
              slice.p50Micros,
              slice.p99Micros,
              slice.cpuMicros,
              slice.details);
          if (round >= 0) {
            slices.get(i).add(slice);
          }
        }
      }
      appendTable(report, contenders, slices);
    }
    System.out.println(report);
    if (args.length > 2) {
      Files.writeString(Path.of(args[2]), report);
    }
  }

  private static Slice run(EchoContender contender, int seconds) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      contender.details();
      long cpuBefore = ChildProcess.ownCpuNanos() + contender.remoteCpuNanos();
      long start = System.nanoTime();
      long end = start + seconds * 1_000_000_000L;
      List<Future<long[]>> results = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int id = writer;
        results.add(threads.submit(() -> write(contender, id, end)));
      }
      long[] latencies = collect(results);
      double elapsed = (System.nanoTime() - start) / 1e9;
      long cpu = ChildProcess.ownCpuNanos() + contender.remoteCpuNanos() - cpuBefore;
      Arrays.sort(latencies);
      return new Slice(
          latencies.length / elapsed,
          latencies[latencies.length / 2] / 1e3,
          latencies[(int) (latencies.length * 0.99)] / 1e3,
          cpu / 1e3 / latencies.length,
          contender.details());
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Sends one update after the other until {@code endNanos}; returns how long each took, in
   * nanoseconds.
   */
  private static long[] write(EchoContender contender, int writer, long endNanos)
      throws IOException {
    long[] latencies = new long[1 << 16];
    int count = 0;
    for (long before = System.nanoTime(); before < endNanos; ) {
      byte[] update = new byte[UPDATE_BYTES];
      ByteBuffer.wrap(update).putInt(writer);
      contender.roundTrip(writer, update);
      long after = System.nanoTime();
      if (count == latencies.length) {
        latencies = Arrays.copyOf(latencies, 2 * count);
      }
      latencies[count++] = after - before;
      before = after;
    }
    return Arrays.copyOf(latencies, count);
  }

  private static long[] collect(List<Future<long[]>> results)
      throws ExecutionException, InterruptedException {
    long[] all = new long[0];
    for (Future<long[]> result : results) {
      long[] part = result.get();
      int length = all.length;
      all = Arrays.copyOf(all, length + part.length);
      System.arraycopy(part, 0, all, length, part.length);
    }
    return all;
  }

  private static void appendTable(
      StringBuilder report, List<EchoContender> contenders, List<List<Slice>> slices) {
    report.append(
        "| way | acknowledged updates/s | spread | p50 | p99 | CPU per update, both processes |\n");
    report.append("|---|---|---|---|---|---|\n");
    for (int i = 0; i < contenders.size(); i++) {
      double[] rates =
          slices.get(i).stream().mapToDouble(Slice::updatesPerSecond).sorted().toArray();
      report.append(
          String.format(
              Locale.ROOT,
              "| %s | %,.0f | %,.0f to %,.0f | %.0f us | %.0f us | %.1f us |%n",
              contenders.get(i).name(),
              rates[rates.length / 2],
              rates[0],
              rates[rates.length - 1],
              median(slices.get(i), Slice::p50Micros),
              median(slices.get(i), Slice::p99Micros),
              median(slices.get(i), Slice::cpuMicros)));
    }
    for (int i = 1; i < contenders.size(); i++) {
      report.append(
          String.format(
              Locale.ROOT,
              "%nHoldfast transport to %s: %.2f of its updates/s, %.2f of its CPU per update.%n",
              contenders.get(i).name(),
              median(slices.get(0), Slice::updatesPerSecond)
                  / median(slices.get(i), Slice::updatesPerSecond),
              median(slices.get(0), Slice::cpuMicros) / median(slices.get(i), Slice::cpuMicros)));
    }
    List<Slice> own = slices.get(0);
    report.append(
        String.format(
            "%nLast round of the Holdfast transport: %s.%n", own.get(own.size() - 1).details()));
  }

  private static double median(
      List<Slice> slices, java.util.function.ToDoubleFunction<Slice> value) {
    double[] sorted = slices.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
