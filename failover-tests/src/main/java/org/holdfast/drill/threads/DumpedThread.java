// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a dump.
 *
 * @param name empty for a virtual thread without one, or of which the dump has the number only
 * @param number as of {@code Thread.threadId()}, -1 for threads that are no Java threads, and where
 *     the dump has none, as before JDK 8
 * @param timed waits with a time-out
 * @param stack topmost frame first, at most 1,000
 * @param waitsFor the lock it is blocked by, or the object it waits for; null if the dump has none
 * @param holds monitors and, if the dump has them, owned synchronizers; none it gave up to wait
 * @param ownerHint who holds {@code waitsFor}, where the dump says so: {@code #NUMBER} or a name;
 *     or empty
 * @param cpuMillis CPU time since its start, -1 if the dump does not say
 */
public record DumpedThread(
    String name,
    long number,
    boolean virtual,
    ThreadState state,
    boolean timed,
    List<Frame> stack,
    @Nullable DumpedLock waitsFor,
    List<DumpedLock> holds,
    String ownerHint,
    double cpuMillis) {

  /**
   * Returns the topmost frame that is not of the JDK, nor of an adapter made for a lambda; or null.
   */
  public @Nullable Frame applicationFrame() {
    for (Frame frame : stack) {
      if (frame.isApplication()) {
        return frame;
      }
    }
    return null;
  }

  /** Returns the name, or the number of a thread without one. */
  public String label() {
    return name.isEmpty() ? "#" + number : name;
  }

  DumpedThread blocked(String owner) {
    return new DumpedThread(
        name,
        number,
        virtual,
        ThreadState.BLOCKED,
        timed,
        stack,
        waitsFor,
        holds,
        ownerHint.isEmpty() ? owner : ownerHint,
        cpuMillis);
  }
}
