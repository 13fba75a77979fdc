// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects one thread of a dump, line by line. */
final class ThreadBuilder {
  static final int MAX_LOCKS = 1_000;

  private final TextPool pool;
  private final String name;
  private final long number;
  private final List<Integer> frames = new ArrayList<>();
  private final List<DumpedLock> held = new ArrayList<>();
  private @Nullable DumpedLock waitsFor;
  private LockLine.@Nullable Use waitUse;
  private String owner = "";
  private boolean virtual;
  private boolean mounted;
  private boolean ofTheJvm;
  private String state = "";
  private double cpuMillis = -1;

  ThreadBuilder(TextPool pool, String name, long number) throws NotADumpException {
    this.pool = pool;
    this.name = pool.thread(name);
    this.number = number;
  }

  ThreadBuilder virtual() {
    virtual = true;
    return this;
  }

  /** A virtual thread on its carrier: it runs, or is about to wait, and the dump has no state. */
  ThreadBuilder mounted() {
    mounted = true;
    return virtual();
  }

  /** A carrier, or no Java thread. */
  ThreadBuilder ofTheJvm() {
    ofTheJvm = true;
    return this;
  }

  ThreadBuilder state(String threadState) {
    state = threadState;
    return this;
  }

  ThreadBuilder cpuMillis(double millis) {
    cpuMillis = millis;
    return this;
  }

  ThreadBuilder owner(String ownerOfLock) {
    owner = ownerOfLock;
    return this;
  }

  void frame(String line) throws NotADumpException {
    if (frames.size() < TextPool.MAX_FRAMES_PER_STACK) {
      frames.add(pool.frame(line));
    }
  }

  void lock(LockLine line) throws NotADumpException {
    DumpedLock named = line.lock();
    DumpedLock lock = named == null ? null : pool.lock(named);
    if (line.use() == LockLine.Use.HOLD || line.use() == LockLine.Use.OWN) {
      if (lock != null && held.size() < MAX_LOCKS) {
        held.add(lock);
      }
    } else if (waitUse == null) {
      waitUse = line.use();
      waitsFor = lock;
      owner = line.owner();
    }
  }

  DumpedThread build() throws NotADumpException {
    List<Frame> stack = pool.stack(frames);
    if (waitsFor == null && StateRules.isObjectWait(stack) && !held.isEmpty()) {
      // The JVM has lost the reference. Who waits has locked the object before, nearly always last.
      waitsFor = held.get(0);
    }
    DumpedLock lock = waitsFor;
    ThreadState does =
        ofTheJvm ? ThreadState.INTERNAL : StateRules.state(effectiveState(), stack, lock);
    if (mounted && does == ThreadState.UNKNOWN) {
      does = ThreadState.RUNNING;
    }
    // In a wait the monitor is given up, though the stack has it as locked.
    List<DumpedLock> holds = held.stream().filter(each -> !each.equals(lock)).distinct().toList();
    return new DumpedThread(
        name,
        number,
        virtual,
        does,
        state.startsWith("TIMED"),
        stack,
        lock,
        holds,
        owner,
        cpuMillis);
  }

  /** A wait for a class is RUNNABLE to the JVM; a mounted virtual thread has no state there. */
  private String effectiveState() {
    if (waitUse == LockLine.Use.CLASS
        || waitUse == LockLine.Use.ENTER
        || waitUse == LockLine.Use.RELEASE
        || waitUse == LockLine.Use.RELOCK) {
      return "BLOCKED";
    }
    return state;
  }
}
