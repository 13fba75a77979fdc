// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

/** What a dump may lack, by its format, and how to get it. */
public enum Fact {
  /** {@code jcmd Thread.dump_to_file} before JDK 25. */
  STATES("states of threads, but for what stacks tell (take it with jcmd PID Thread.print)"),
  /** {@code jcmd Thread.dump_to_file} before JDK 25. */
  LOCKS("locks and their owners (take it with jcmd PID Thread.print -l)"),
  /** Any dump without {@code -l}, and every file of {@code jcmd Thread.dump_to_file}. */
  LOCK_OWNERS(
      "owners of java.util.concurrent locks (take it with jstack -l or jcmd PID Thread.print -l)"),
  /** Any dump but those of {@code jcmd Thread.dump_to_file}. */
  VIRTUAL_THREADS(
      "virtual threads, at least those without a carrier (jcmd PID Thread.dump_to_file has them)"),
  /** {@code jcmd Thread.dump_to_file}. */
  JVM_THREADS(
      "CPU time, and threads that are no Java threads (take it with jcmd PID Thread.print)"),
  /** The end of the dump. */
  END("the end of the dump: it is cut off");

  private final String words;

  Fact(String words) {
    this.words = words;
  }

  /** Returns what is missing, for people. */
  public String words() {
    return words;
  }
}
