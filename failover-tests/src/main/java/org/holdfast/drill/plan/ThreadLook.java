// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;
import org.holdfast.drill.threads.LiveDump;
import org.holdfast.drill.threads.ThreadDump;
import org.holdfast.drill.threads.ThreadReport;
import org.holdfast.drill.threads.ThreadSummary;
import org.holdfast.drill.threads.ThreadSummary.Group;

/**
 * Takes three thread dumps of each node while a stage is steady, and says what the threads do. On a
 * thread of its own, as a dump may take its time; one stage each.
 */
final class ThreadLook implements StageMeter.During {
  private static final int DUMPS = 3;
  private static final int GROUPS = 3;

  private final Map<String, RunningJvm> jvms;
  private final long pauseMillis;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Map<String, List<ThreadDump>> dumps = new LinkedHashMap<>();
  private final List<String> troubles = new ArrayList<>();
  private final Thread thread = new Thread(this::look, "thread-dumps");

  /**
   * @param jvms of the nodes, by their names
   * @param steady length of the steady state, over which the dumps are spread
   */
  ThreadLook(Map<String, RunningJvm> jvms, Duration steady) {
    this.jvms = new LinkedHashMap<>(jvms);
    this.pauseMillis = steady.toMillis() / (DUMPS + 1);
    this.thread.setDaemon(true);
  }

  @Override
  public void begins() {
    thread.start();
  }

  @Override
  public void ends() {
    over.countDown();
  }

  private void look() {
    try {
      for (int dump = 0; dump < DUMPS && !over.await(pauseMillis, TimeUnit.MILLISECONDS); dump++) {
        for (Map.Entry<String, RunningJvm> jvm : jvms.entrySet()) {
          take(jvm.getKey(), jvm.getValue());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(String node, RunningJvm jvm) {
    try {
      ThreadDump taken = LiveDump.take(jvm);
      synchronized (dumps) {
        dumps.computeIfAbsent(node, any -> new ArrayList<>()).add(taken);
      }
    } catch (UnreachableException | IOException e) {
      synchronized (dumps) {
        troubles.add(node + " gave no thread dump: " + e.getMessage());
      }
    }
  }

  /**
   * What was seen.
   *
   * @param summary one line for each node
   * @param lines the whole of it
   */
  record Seen(String summary, List<String> lines) {
    static final Seen NOTHING = new Seen("", List.of());

    Seen {
      lines = List.copyOf(lines);
    }
  }

  /** Adds something that went wrong. */
  void trouble(String words) {
    synchronized (dumps) {
      troubles.add(words);
    }
  }

  /** Waits for a dump that is under way, at most as long as one may take. */
  Seen seen() throws InterruptedException {
    over.countDown();
    thread.join(TimeUnit.SECONDS.toMillis(2L * RunningJvm.TIMEOUT_SECONDS * jvms.size()));
    List<String> summary = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    synchronized (dumps) {
      dumps.forEach(
          (node, taken) -> {
            ThreadSummary threads = ThreadSummary.of(taken);
            summary.add(node + ": " + words(threads));
            lines.add(node);
            lines.addAll(ThreadReport.lines(threads));
            lines.add("");
          });
      lines.addAll(troubles);
      summary.addAll(troubles);
    }
    return new Seen(String.join("; ", summary), lines);
  }

  /** The headline, and where most threads are. */
  static String words(ThreadSummary threads) {
    List<String> words = new ArrayList<>();
    words.add(ThreadReport.headline(threads));
    for (Group group : threads.groups().subList(0, Math.min(GROUPS, threads.groups().size()))) {
      words.add(
          String.format(
              Locale.ROOT,
              "%d %s at %s",
              Collections.max(group.threads()),
              group.state().words(),
              group.place()));
    }
    return String.join(", ", words);
  }
}
