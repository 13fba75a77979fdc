// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What jstack, {@code jcmd Thread.print} and {@code kill -3} print, nearly alike since JDK 5, and
 * what IntelliJ's debugger exports in the same manner.
 */
final class PrintedDump implements DumpText {
  private static final String STATE = "java.lang.Thread.State: ";
  private static final String HELD_BY = "which is held by \"";

  /** What the lines mean that come now. */
  private enum Part {
    BETWEEN,
    STACK,
    SYNCHRONIZERS,
    DEADLOCK
  }

  private final String source;
  private final String jvm;
  private final String time;
  private final TextPool pool;
  private final List<DumpedThread> threads = new ArrayList<>();
  private final Map<String, String> heldBy = new HashMap<>();
  private Part part = Part.BETWEEN;
  private @Nullable ThreadBuilder thread;
  private @Nullable ThreadBuilder mounted;
  private String deadlocked = "";
  private boolean synchronizers;
  private boolean whole;
  private boolean frames;

  PrintedDump(String source, String jvm, String time, TextPool pool) {
    this.source = source;
    this.jvm = jvm;
    this.time = time;
    this.pool = pool;
  }

  static boolean isThread(String line) {
    int quote = line.lastIndexOf('"');
    return quote > 0 && line.startsWith("\"") && line.indexOf(" tid=0x", quote) > 0;
  }

  @Override
  public void line(String line) throws NotADumpException {
    if (isThread(line)) {
      finish();
      thread = header(line);
      part = Part.STACK;
      return;
    }
    String stripped = line.strip();
    if (stripped.startsWith("JNI global ref")) {
      finish();
      whole = true;
      part = Part.BETWEEN;
    } else if (line.startsWith("Found one Java-level deadlock")) {
      finish();
      part = Part.DEADLOCK;
    } else if (part == Part.DEADLOCK) {
      deadlock(stripped);
    } else if (thread != null) {
      ofThread(thread, stripped);
    }
  }

  private void ofThread(ThreadBuilder platform, String line) throws NotADumpException {
    ThreadBuilder top = mounted == null ? platform : mounted;
    if (line.isEmpty()) {
      part = Part.BETWEEN;
    } else if (line.startsWith("Locked ownable synchronizers:")) {
      part = Part.SYNCHRONIZERS;
      synchronizers = true;
    } else if (line.startsWith("Mounted virtual thread #")) {
      mounted = new ThreadBuilder(pool, "", number(line)).mounted();
    } else if (line.startsWith("Carrying virtual thread #")) {
      platform.ofTheJvm();
    } else if (line.startsWith("- ") || line.startsWith("waiting for ")) {
      LockLine lock = LockLine.parse(line);
      if (lock != null && (lock.use() == LockLine.Use.OWN) == (part == Part.SYNCHRONIZERS)) {
        top.lock(lock);
      }
    } else if (part == Part.STACK && line.startsWith("at ")) {
      frames = true;
      top.frame(line.substring(3));
    } else if (part == Part.STACK && line.startsWith(STATE)) {
      platform.state(line.substring(STATE.length()));
    }
  }

  private ThreadBuilder header(String line) throws NotADumpException {
    int quote = line.lastIndexOf('"');
    long number = -1;
    double cpu = -1;
    for (String token : line.substring(quote + 1).strip().split(" +")) {
      if (token.startsWith("#")) {
        number = number(token);
      } else if (token.startsWith("cpu=") && token.endsWith("ms")) {
        cpu = decimal(token.substring(4, token.length() - 2));
      } else if (token.startsWith("tid=")) {
        break;
      }
    }
    return new ThreadBuilder(pool, line.substring(1, quote), number).cpuMillis(cpu);
  }

  private static long number(String text) {
    String digits = text.substring(text.indexOf('#') + 1);
    return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : -1;
  }

  private static double decimal(String text) {
    return text.matches("\\d{1,15}(\\.\\d{1,9})?") ? Double.parseDouble(text) : -1;
  }

  private void deadlock(String line) throws NotADumpException {
    if (line.length() > 2 && line.startsWith("\"") && line.endsWith("\":")) {
      deadlocked = pool.keep(line.substring(1, line.length() - 2));
    } else if (line.contains(HELD_BY) && line.endsWith("\"")) {
      int start = Math.min(line.indexOf(HELD_BY) + HELD_BY.length(), line.length() - 1);
      heldBy.put(deadlocked, pool.keep(line.substring(start, line.length() - 1)));
    }
  }

  private void finish() throws NotADumpException {
    if (thread != null) {
      threads.add(thread.build());
    }
    if (mounted != null) {
      threads.add(mounted.build());
    }
    thread = null;
    mounted = null;
  }

  @Override
  public @Nullable ThreadDump end() throws NotADumpException {
    finish();
    if (threads.isEmpty() || !frames) {
      // Without one stack it is cut off after a line or two, or of another format.
      return null;
    }
    Set<Fact> missing = EnumSet.of(Fact.VIRTUAL_THREADS);
    if (!synchronizers) {
      missing.add(Fact.LOCK_OWNERS);
    }
    if (!whole) {
      missing.add(Fact.END);
    }
    List<DumpedThread> known = LockOwners.completed(threads, heldBy);
    return new ThreadDump(source, jvm, time, known, Set.copyOf(missing));
  }
}
