// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The text of {@code jcmd Thread.dump_to_file}, of JDK 21 and newer. */
final class FileDump implements DumpText {
  private static final Set<String> STATES =
      Set.of("NEW", "RUNNABLE", "BLOCKED", "WAITING", "TIMED_WAITING", "TERMINATED");

  private final String source;
  private final String jvm;
  private final String time;
  private final TextPool pool;
  private final List<DumpedThread> threads = new ArrayList<>();
  private @Nullable ThreadBuilder thread;
  private boolean states;
  private boolean frames;

  FileDump(String source, String jvm, String time, TextPool pool) {
    this.source = source;
    this.jvm = jvm;
    this.time = time;
    this.pool = pool;
  }

  static boolean isThread(String line) {
    int quote = line.indexOf(" \"");
    return line.startsWith("#")
        && quote > 1
        && quote < 20
        && line.substring(1, quote).chars().allMatch(c -> c >= '0' && c <= '9')
        && line.lastIndexOf('"') > quote + 1;
  }

  @Override
  public void line(String line) throws NotADumpException {
    if (isThread(line)) {
      finish();
      thread = header(line);
      return;
    }
    String stripped = line.strip();
    if (thread == null || stripped.isEmpty() || stripped.length() == line.length()) {
      // Frames are indented; anything else ends the stack.
      finish();
    } else if (stripped.startsWith("- ")) {
      LockLine lock = LockLine.parse(stripped);
      if (lock != null) {
        thread.lock(lock);
      }
    } else if (stripped.endsWith(")")) {
      frames = true;
      thread.frame(stripped.startsWith("at ") ? stripped.substring(3) : stripped);
    }
  }

  private ThreadBuilder header(String line) throws NotADumpException {
    int open = line.indexOf(" \"");
    int close = line.lastIndexOf('"');
    String name = line.substring(open + 2, close);
    ThreadBuilder builder = new ThreadBuilder(pool, name, Long.parseLong(line, 1, open, 10));
    for (String token : line.substring(close + 1).strip().split(" +")) {
      if (token.equals("virtual")) {
        builder.virtual();
      } else if (STATES.contains(token)) {
        states = true;
        builder.state(token);
      }
    }
    return builder;
  }

  private void finish() throws NotADumpException {
    if (thread != null) {
      threads.add(thread.build());
    }
    thread = null;
  }

  @Override
  public @Nullable ThreadDump end() throws NotADumpException {
    finish();
    if (threads.isEmpty() || !frames) {
      return null;
    }
    List<DumpedThread> known = LockOwners.completed(threads, Map.of());
    return new ThreadDump(source, jvm, time, known, missing(states));
  }

  /** What files of {@code jcmd Thread.dump_to_file} lack: before JDK 25 they have no states. */
  static Set<Fact> missing(boolean states) {
    Set<Fact> missing = EnumSet.of(Fact.LOCK_OWNERS, Fact.JVM_THREADS);
    if (!states) {
      missing.remove(Fact.LOCK_OWNERS);
      missing.addAll(List.of(Fact.STATES, Fact.LOCKS));
    }
    return Set.copyOf(missing);
  }
}
