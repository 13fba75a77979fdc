// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.drill.threads.ThreadSummary.Unchanged;
import org.jspecify.annotations.Nullable;

/** Finds the threads that several dumps show at the same place. */
final class UnchangedThreads {
  private UnchangedThreads() {}

  /** The same thread in the first dump and in the last. */
  private record Pair(DumpedThread first, DumpedThread last) {}

  static List<Unchanged> of(List<ThreadDump> dumps, Predicate<String> name) {
    if (dumps.size() < 2) {
      return List.of();
    }
    Map<String, Pair> same = new LinkedHashMap<>();
    boolean alike =
        dumps.stream().map(dump -> dump.missing().contains(Fact.JVM_THREADS)).distinct().count()
            == 1;
    candidates(dumps.get(0), name)
        .forEach((key, thread) -> same.put(key, new Pair(thread, thread)));
    for (ThreadDump dump : dumps.subList(1, dumps.size())) {
      Map<String, DumpedThread> next = candidates(dump, name);
      same.replaceAll((key, pair) -> new Pair(pair.first(), next.getOrDefault(key, pair.first())));
      same.entrySet()
          .removeIf(entry -> !unchanged(entry.getValue(), next.get(entry.getKey()), alike));
    }
    Map<String, List<Pair>> groups = new LinkedHashMap<>();
    for (Pair pair : same.values()) {
      DumpedThread thread = pair.first();
      String key =
          thread.state() + "|" + ThreadCounter.place(thread) + "|" + ThreadCounter.on(thread);
      groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(pair);
    }
    return groups.values().stream()
        .map(UnchangedThreads::group)
        .sorted(Comparator.comparing(Unchanged::state).thenComparing(each -> -each.threads()))
        .toList();
  }

  /** Only those that name and number tell apart. */
  private static Map<String, DumpedThread> candidates(ThreadDump dump, Predicate<String> name) {
    Map<String, DumpedThread> threads = new LinkedHashMap<>();
    Set<String> ambiguous = new HashSet<>();
    for (DumpedThread thread : dump.threads()) {
      if (thread.state() != ThreadState.INTERNAL && name.test(thread.name())) {
        String key = thread.number() + " " + thread.name();
        if (threads.put(key, thread) != null) {
          ambiguous.add(key);
        }
      }
    }
    threads.keySet().removeAll(ambiguous);
    return threads;
  }

  private static boolean unchanged(Pair pair, @Nullable DumpedThread next, boolean alike) {
    // Less CPU time than before: a thread of another JVM, which happens to have the name.
    return next != null
        && next.state() == pair.first().state()
        && (next.cpuMillis() < 0 || next.cpuMillis() >= pair.first().cpuMillis())
        && stack(next, alike).equals(stack(pair.first(), alike));
  }

  /** Formats differ in which frames of the JDK and of lambdas they hide. */
  private static List<Frame> stack(DumpedThread thread, boolean alike) {
    List<Frame> visible =
        alike ? thread.stack() : thread.stack().stream().filter(Frame::isApplication).toList();
    return visible.isEmpty() ? thread.stack() : visible;
  }

  private static Unchanged group(List<Pair> pairs) {
    DumpedThread thread = pairs.get(0).first();
    double cpu = 0;
    for (Pair pair : pairs) {
      boolean known = pair.first().cpuMillis() >= 0 && pair.last().cpuMillis() >= 0;
      cpu = known && cpu >= 0 ? cpu + pair.last().cpuMillis() - pair.first().cpuMillis() : -1;
    }
    String place = ThreadCounter.place(thread);
    return new Unchanged(
        thread.state(),
        place == null ? "(no stack)" : place,
        ThreadCounter.on(thread),
        pairs.size(),
        cpu < 0 ? -1 : Math.round(cpu * 100) / 100.0,
        pairs.stream().limit(ThreadCounter.MAX_NAMES).map(each -> each.first().label()).toList());
  }
}
