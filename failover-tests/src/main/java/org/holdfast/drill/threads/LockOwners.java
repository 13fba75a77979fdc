// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who holds what in one dump. */
final class LockOwners {
  private final Map<String, DumpedThread> holders = new HashMap<>();
  private final Map<String, DumpedThread> named = new HashMap<>();

  private LockOwners(List<DumpedThread> threads) {
    for (DumpedThread thread : threads) {
      thread.holds().forEach(lock -> holders.putIfAbsent(lock.toString(), thread));
      named.put("#" + thread.number(), thread);
    }
    Set<String> ambiguous = new HashSet<>();
    for (DumpedThread thread : threads) {
      if (named.putIfAbsent(thread.name(), thread) != null) {
        ambiguous.add(thread.name());
      }
    }
    named.keySet().removeAll(ambiguous);
  }

  static LockOwners of(ThreadDump dump) {
    return new LockOwners(dump.threads());
  }

  /**
   * Makes threads blocked that park for what another one holds, whatever its class, and adds what
   * the deadlock section of a dump says.
   *
   * @param heldBy names of threads, and of the threads that hold what they want
   */
  static List<DumpedThread> completed(List<DumpedThread> threads, Map<String, String> heldBy) {
    LockOwners owners = new LockOwners(threads);
    return threads.stream()
        .map(
            thread -> {
              String owner = heldBy.getOrDefault(thread.name(), "");
              boolean blocked =
                  thread.state() == ThreadState.BLOCKED
                      || (thread.state() == ThreadState.PARKED && owners.of(thread) != null);
              return blocked ? thread.blocked(owner) : thread;
            })
        .toList();
  }

  /**
   * Returns the thread that holds what {@code thread} waits for, or null if the dump does not say.
   */
  @Nullable DumpedThread of(DumpedThread thread) {
    DumpedLock lock = thread.waitsFor();
    DumpedThread owner =
        lock == null || lock.address().isEmpty() ? null : holders.get(lock.toString());
    return owner == null && !thread.ownerHint().isEmpty() ? named.get(thread.ownerHint()) : owner;
  }

  /** Returns the circles of threads in which each waits for the next, each circle once. */
  List<List<DumpedThread>> deadlocks(List<DumpedThread> threads) {
    List<List<DumpedThread>> circles = new ArrayList<>();
    Set<DumpedThread> done = Collections.newSetFromMap(new IdentityHashMap<>());
    for (DumpedThread start : threads) {
      List<DumpedThread> path = new ArrayList<>();
      IdentityHashMap<DumpedThread, Integer> places = new IdentityHashMap<>();
      DumpedThread next = start;
      while (next != null
          && next.state() == ThreadState.BLOCKED
          && !done.contains(next)
          && !places.containsKey(next)) {
        places.put(next, path.size());
        path.add(next);
        next = of(next);
      }
      Integer circle = next == null ? null : places.get(next);
      if (circle != null) {
        circles.add(List.copyOf(path.subList(circle, path.size())));
      }
      done.addAll(path);
    }
    circles.sort(Comparator.comparing(circle -> circle.get(0).label()));
    return circles;
  }
}
