/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
