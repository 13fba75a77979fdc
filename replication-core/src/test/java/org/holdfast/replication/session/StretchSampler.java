// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Looks every few milliseconds at what the threads of one node do that must not be blocked, and
 * tells how long each was busy at a stretch, and in which methods of this project.
 */
final class StretchSampler {
  private static final long PERIOD_NANOS = 2_000_000L;
  private static final String OURS = "org.holdfast.";

  /** The observed work of one thread. */
  private static final class Watched {
    long busySinceNanos = -1;
    long longestNanos;
    String longestIn = "";
    final Map<String, Integer> methods = new HashMap<>();
    int samples;
  }

  private final List<String> prefixes;
  private final Map<String, Watched> watched = new HashMap<>();
  private final Thread thread = new Thread(this::loop, "stretch-sampler");

  StretchSampler(List<String> prefixes) {
    this.prefixes = prefixes;
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  private void loop() {
    List<Thread> threads = List.of();
    for (int i = 0; !thread.isInterrupted(); i++) {
      if (i % 500 == 0) {
        threads =
            Thread.getAllStackTraces().keySet().stream()
                .filter(each -> prefixes.stream().anyMatch(each.getName()::startsWith))
                .toList();
      }
      for (Thread each : threads) {
        look(each.getName(), each.getStackTrace(), System.nanoTime());
      }
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private synchronized void look(String name, StackTraceElement[] stack, long now) {
    Watched of = watched.computeIfAbsent(name, none -> new Watched());
    of.samples++;
    String path = path(stack);
    if (path.isEmpty()) {
      of.busySinceNanos = -1;
      return;
    }
    of.methods.merge(path, 1, Integer::sum);
    if (of.busySinceNanos < 0) {
      of.busySinceNanos = now;
    }
    if (now - of.busySinceNanos > of.longestNanos) {
      of.longestNanos = now - of.busySinceNanos;
      of.longestIn = path;
    }
  }

  /** The outermost and innermost methods of this project; empty for a thread that waits. */
  private static String path(StackTraceElement[] stack) {
    if (stack.length == 0
        || stack[0].isNativeMethod()
            && stack[0].getMethodName().matches("park|wait.*|epollWait|wait")) {
      return "";
    }
    StringBuilder path = new StringBuilder();
    int named = 0;
    for (StackTraceElement each : stack) {
      if (each.getClassName().startsWith(OURS) && named++ < 5) {
        String type = each.getClassName().substring(each.getClassName().lastIndexOf('.') + 1);
        path.append(named == 1 ? "" : " < ").append(type).append('.').append(each.getMethodName());
      }
    }
    return path.toString();
  }

  /** Reports since the last call and starts anew. */
  synchronized String report() {
    StringBuilder report = new StringBuilder();
    watched.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each -> {
              Watched of = each.getValue();
              String methods =
                  of.methods.entrySet().stream()
                      .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                      .limit(6)
                      .map(
                          e ->
                              String.format(
                                  Locale.ROOT,
                                  "%.1f%% %s",
                                  100.0 * e.getValue() / of.samples,
                                  e.getKey()))
                      .collect(Collectors.joining("; "));
              report.append(
                  String.format(
                      Locale.ROOT,
                      "  %s busy at most %.0f ms at a stretch (%s): %s|",
                      each.getKey(),
                      of.longestNanos / 1e6,
                      of.longestIn,
                      methods));
            });
    watched.clear();
    return report.toString();
  }
}
