// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.drill.threads.ThreadSummary.Dump;
import org.holdfast.drill.threads.ThreadSummary.Group;
import org.holdfast.drill.threads.ThreadSummary.Lock;
import org.holdfast.drill.threads.ThreadSummary.Owner;
import org.jspecify.annotations.Nullable;

/** Makes a summary of dumps. For one thread, once. */
final class ThreadCounter {
  static final int MAX_NAMES = 5;

  private final List<ThreadDump> dumps;
  private final Predicate<String> name;
  private final List<Dump> counted = new ArrayList<>();
  private final Map<String, LockTally> locks = new LinkedHashMap<>();
  private final Map<String, GroupTally> groups = new LinkedHashMap<>();

  ThreadCounter(List<ThreadDump> dumps, Predicate<String> name) {
    this.dumps = dumps;
    this.name = name;
  }

  /** What is known of a lock so far. */
  private static final class LockTally {
    final DumpedLock lock;
    final List<Integer> waiting;
    final Set<Owner> owners = new LinkedHashSet<>();
    final List<String> names = new ArrayList<>();

    LockTally(DumpedLock lock, int dumps) {
      this.lock = lock;
      waiting = new ArrayList<>(Collections.nCopies(dumps, 0));
    }
  }

  /** What is known of a group so far. */
  private static final class GroupTally {
    final DumpedThread first;
    final List<Integer> threads;
    final List<Integer> timed;
    final Set<String> places = new LinkedHashSet<>();
    final List<String> names = new ArrayList<>();

    GroupTally(DumpedThread first, int dumps) {
      this.first = first;
      threads = new ArrayList<>(Collections.nCopies(dumps, 0));
      timed = new ArrayList<>(Collections.nCopies(dumps, 0));
    }
  }

  ThreadSummary summary() {
    for (int i = 0; i < dumps.size(); i++) {
      count(i, dumps.get(i));
    }
    List<Lock> blocking =
        locks.values().stream()
            .map(
                tally ->
                    new Lock(
                        tally.lock.className(),
                        tally.lock.address(),
                        List.copyOf(tally.waiting),
                        List.copyOf(tally.owners),
                        List.copyOf(tally.names)))
            .sorted(Comparator.comparing((Lock lock) -> -Collections.max(lock.waiting())))
            .toList();
    List<Group> same =
        groups.values().stream()
            .map(ThreadCounter::group)
            .sorted(
                Comparator.comparing((Group group) -> -Collections.max(group.threads()))
                    .thenComparing(Group::state))
            .toList();
    return new ThreadSummary(
        List.copyOf(counted), blocking, same, UnchangedThreads.of(dumps, name));
  }

  private void count(int index, ThreadDump dump) {
    LockOwners owners = LockOwners.of(dump);
    Map<ThreadState, Integer> states = new EnumMap<>(ThreadState.class);
    int matching = 0;
    for (DumpedThread thread : dump.threads()) {
      if (name.test(thread.name())) {
        matching++;
        states.merge(thread.state(), 1, Integer::sum);
        if (thread.state() != ThreadState.INTERNAL) {
          count(index, thread);
        }
        if (thread.state() == ThreadState.BLOCKED) {
          blocked(index, thread, owners);
        }
      }
    }
    List<List<String>> deadlocks =
        owners.deadlocks(dump.threads()).stream()
            .map(circle -> circle.stream().map(DumpedThread::label).toList())
            .toList();
    counted.add(
        new Dump(
            dump.source(),
            dump.jvm(),
            dump.time(),
            dump.threads().size(),
            matching,
            Collections.unmodifiableMap(states),
            deadlocks,
            dump.missing()));
  }

  private void count(int index, DumpedThread thread) {
    Frame place = StateRules.place(thread);
    String method = place == null ? "" : place.method();
    String key = thread.state() + "|" + method + "|" + on(thread);
    GroupTally tally = groups.computeIfAbsent(key, absent -> new GroupTally(thread, dumps.size()));
    add(tally.threads, index);
    if (thread.timed()) {
      add(tally.timed, index);
    }
    if (place != null && tally.places.size() < 2) {
      tally.places.add(place.toString());
    }
    addName(tally.names, thread);
  }

  private void blocked(int index, DumpedThread thread, LockOwners owners) {
    DumpedLock lock = thread.waitsFor();
    DumpedLock known =
        lock == null ? new DumpedLock("a lock that the dump does not name", "") : lock;
    LockTally tally =
        locks.computeIfAbsent(known.toString(), absent -> new LockTally(known, dumps.size()));
    add(tally.waiting, index);
    addName(tally.names, thread);
    DumpedThread owner = owners.of(thread);
    if (owner != null && tally.owners.size() < MAX_NAMES) {
      tally.owners.add(owner(owner));
    }
  }

  private static Owner owner(DumpedThread thread) {
    DumpedLock wanted = thread.state() == ThreadState.BLOCKED ? thread.waitsFor() : null;
    return new Owner(
        thread.label(), thread.state(), place(thread), wanted == null ? null : wanted.toString());
  }

  private static void add(List<Integer> counts, int index) {
    counts.set(index, counts.get(index) + 1);
  }

  private static void addName(List<String> names, DumpedThread thread) {
    if (names.size() < MAX_NAMES && !names.contains(thread.label())) {
      names.add(thread.label());
    }
  }

  private static Group group(GroupTally tally) {
    Frame place = StateRules.place(tally.first);
    String where =
        tally.places.size() == 1 || place == null
            ? tally.places.stream().findFirst().orElse("(no stack)")
            : place.method() + "(several lines)";
    return new Group(
        tally.first.state(),
        where,
        on(tally.first),
        List.copyOf(tally.threads),
        List.copyOf(tally.timed),
        List.copyOf(tally.names));
  }

  static @Nullable String on(DumpedThread thread) {
    DumpedLock lock = thread.waitsFor();
    return lock == null ? null : lock.className();
  }

  static @Nullable String place(DumpedThread thread) {
    Frame place = StateRules.place(thread);
    return place == null ? null : place.toString();
  }
}
