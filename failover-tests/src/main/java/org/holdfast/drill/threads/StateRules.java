// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells from a stack what its thread does. Pure. */
final class StateRules {
  private static final int TOP_FRAMES = 8;
  private static final Set<String> OF_THE_JVM =
      Set.of(
          "java.lang.ref.Reference.waitForReferencePendingList",
          "java.lang.VirtualThread.takeVirtualThreadListToUnblock",
          // A carrier: what it runs is the virtual thread's.
          "jdk.internal.vm.Continuation.run");
  private static final List<String> IO_PACKAGES =
      List.of("sun.nio.ch.", "sun.nio.fs.", "java.net.", "java.io.");
  private static final List<String> NO_IO = List.of("sun.nio.ch.NativeThread.", "java.io.Object");
  private static final List<String> OTHER_IO =
      List.of(
          "java.lang.ProcessHandleImpl.waitForProcessExit0",
          "java.lang.ProcessImpl.",
          "java.lang.UNIXProcess.",
          "io.netty.channel.epoll.Native.epollWait",
          "io.netty.channel.kqueue.Native.keventWait",
          "org.apache.tomcat.jni.");
  private static final List<String> MECHANICS =
      List.of(
          "jdk.internal.misc.Unsafe.park",
          "jdk.internal.misc.VirtualThreads.",
          "sun.misc.Unsafe.park",
          "jdk.internal.vm.Continuation.",
          "java.lang.Object.wait",
          "java.lang.Thread.sleep",
          "java.lang.VirtualThread.",
          "java.lang.System$",
          "java.util.concurrent.locks.LockSupport.",
          "java.util.concurrent.locks.AbstractQueued",
          "java.util.concurrent.ForkJoinPool.managedBlock",
          "java.util.concurrent.ForkJoinPool.unmanagedBlock");

  private StateRules() {}

  /**
   * @param state of {@link Thread.State}, with what the dump says after it; empty if it says
   *     nothing
   */
  static ThreadState state(String state, List<Frame> stack, @Nullable DumpedLock waitsFor) {
    if (stack.isEmpty() || OF_THE_JVM.contains(stack.get(0).method())) {
      return ThreadState.INTERNAL;
    }
    if (state.startsWith("BLOCKED")) {
      return ThreadState.BLOCKED;
    }
    if (!state.startsWith("RUNNABLE")) {
      ThreadState waiting = waiting(stack, waitsFor);
      if (waiting != null) {
        return waiting;
      }
    }
    if (state.contains("WAITING")) {
      return state.contains("monitor") ? ThreadState.NOTIFY : ThreadState.PARKED;
    }
    if (isIo(stack.get(0))) {
      return ThreadState.IO;
    }
    return state.isEmpty() ? ThreadState.UNKNOWN : ThreadState.RUNNING;
  }

  private static @Nullable ThreadState waiting(List<Frame> stack, @Nullable DumpedLock waitsFor) {
    String top = stack.get(0).method();
    if (isObjectWait(stack)) {
      return ThreadState.NOTIFY;
    }
    if (top.startsWith("java.lang.Thread.sleep") || has(stack, "java.lang.VirtualThread.sleep")) {
      return ThreadState.SLEEPING;
    }
    if (!top.equals("jdk.internal.misc.Unsafe.park")
        && !top.equals("sun.misc.Unsafe.park")
        && !top.startsWith("java.lang.VirtualThread.park")
        && !top.startsWith("java.lang.VirtualThread.yieldContinuation")
        && !top.startsWith("jdk.internal.vm.Continuation.yield")) {
      return null;
    }
    if (waitsFor != null && waitsFor.isMutex()) {
      return ThreadState.BLOCKED;
    }
    return has(stack, "sun.nio.ch.Poller.poll") || has(stack, "sun.nio.ch.NioSocketImpl.park")
        ? ThreadState.IO
        : ThreadState.PARKED;
  }

  static boolean isObjectWait(List<Frame> stack) {
    return !stack.isEmpty() && stack.get(0).method().startsWith("java.lang.Object.wait");
  }

  private static boolean has(List<Frame> stack, String method) {
    return stack.stream().limit(TOP_FRAMES).anyMatch(frame -> frame.method().startsWith(method));
  }

  private static boolean isIo(Frame top) {
    String method = top.method();
    return top.isNative()
        && (OTHER_IO.stream().anyMatch(method::startsWith)
            || (IO_PACKAGES.stream().anyMatch(method::startsWith)
                && NO_IO.stream().noneMatch(method::startsWith)));
  }

  /**
   * Returns where a thread is for people: in the application, else in the JDK, but not in how it
   * waits.
   */
  static @Nullable Frame place(DumpedThread thread) {
    Frame application = thread.applicationFrame();
    if (application != null || thread.stack().isEmpty()) {
      return application;
    }
    for (Frame frame : thread.stack()) {
      if (MECHANICS.stream().noneMatch(frame.method()::startsWith)) {
        return frame;
      }
    }
    return thread.stack().get(0);
  }
}
