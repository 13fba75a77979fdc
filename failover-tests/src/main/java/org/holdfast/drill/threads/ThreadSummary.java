// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of some dumps do, counted. Immutable, and JSON as it is.
 *
 * @param dumps in the order given; lists of counts below have one for each
 * @param locks those that block a thread, the most waiting threads in one dump first
 * @param groups threads in the same state at the same place, the largest first; none of the JVM
 * @param unchanged threads with the same state and stack in all dumps, if there are several: stuck,
 *     or idle all the time. It means little if the dumps are not of one JVM.
 */
public record ThreadSummary(
    List<Dump> dumps, List<Lock> locks, List<Group> groups, List<Unchanged> unchanged) {

  /**
   * One dump.
   *
   * @param all threads in the dump
   * @param threads those that were counted: their name matches
   * @param states how many of those are in each state
   * @param deadlocks names of the threads that wait for each other in a circle, of any name
   */
  public record Dump(
      String source,
      String jvm,
      String time,
      int all,
      int threads,
      Map<ThreadState, Integer> states,
      List<List<String>> deadlocks,
      Set<Fact> missing) {
    /** Returns how many threads are in a state. */
    public int count(ThreadState state) {
      return states.getOrDefault(state, 0);
    }
  }

  /**
   * A lock that blocks threads.
   *
   * @param address tells it from others of its class; empty if unknown
   * @param waiting threads that it blocks
   * @param owners who held it, in the order of the dumps, none if no dump says
   * @param names some of the waiting threads
   */
  public record Lock(
      String className,
      String address,
      List<Integer> waiting,
      List<Owner> owners,
      List<String> names) {}

  /**
   * The thread that holds a lock.
   *
   * @param place where it is, null if it has no stack
   * @param blockedBy what it waits for itself, or null
   */
  public record Owner(
      String name, ThreadState state, @Nullable String place, @Nullable String blockedBy) {}

  /**
   * Threads that do the same.
   *
   * @param place first frame that is not of the JDK, else the first that tells more than how it
   *     waits
   * @param on class of what they wait for, or null
   * @param timed how many wait with a time-out
   * @param names some of them
   */
  public record Group(
      ThreadState state,
      String place,
      @Nullable String on,
      List<Integer> threads,
      List<Integer> timed,
      List<String> names) {}

  /**
   * Threads that all dumps show with the same stack, in the same state.
   *
   * @param cpuMillis what they used between the first dump and the last, -1 if unknown
   */
  public record Unchanged(
      ThreadState state,
      String place,
      @Nullable String on,
      int threads,
      double cpuMillis,
      List<String> names) {}

  /** Counts all threads of some dumps. */
  public static ThreadSummary of(List<ThreadDump> dumps) {
    return of(dumps, name -> true);
  }

  /** Counts the threads whose name matches; owners of locks may have any name. */
  public static ThreadSummary of(List<ThreadDump> dumps, Predicate<String> name) {
    return new ThreadCounter(dumps, name).summary();
  }
}
