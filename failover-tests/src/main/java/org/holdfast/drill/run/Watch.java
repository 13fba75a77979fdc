// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.report.Counted;

/** Waits, and tells people a line a second how users fare. Not thread-safe. */
final class Watch {
  private static final long TICK_MILLIS = 50;
  private static final long LINE_NANOS = 1_000_000_000L;

  private final LoadRecorder recorder;
  private final int users;
  private final Consumer<String> progress;
  private Agenda.Part meanwhile = () -> {};
  private long lineNanos = System.nanoTime();
  private long answersBefore;

  Watch(LoadRecorder recorder, int users, Consumer<String> progress) {
    this.recorder = recorder;
    this.users = users;
    this.progress = progress;
  }

  void say(String line) {
    progress.accept(line);
  }

  /** Does {@code part} again and again while it waits, from now on. */
  void meanwhile(Agenda.Part part) {
    meanwhile = part;
  }

  /** Waits until {@code end} says so; false when {@code longest} passed first. */
  boolean until(Duration longest, BooleanSupplier end) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!end.getAsBoolean()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      Thread.sleep(Math.max(1, Math.min(TICK_MILLIS, left / 1_000_000)));
      meanwhile.play();
      line();
    }
    return true;
  }

  /** Waits for {@code time}, and does nothing else meanwhile. */
  void rest(Duration time) throws InterruptedException {
    Agenda.Part before = meanwhile;
    meanwhile = () -> {};
    try {
      boolean unused = until(time, () -> false);
    } finally {
      meanwhile = before;
    }
  }

  private void line() {
    long now = System.nanoTime();
    if (now - lineNanos < LINE_NANOS) {
      return;
    }
    PhaseFigures figures = recorder.currentFigures();
    say(
        String.format(
            Locale.ROOT,
            "%-8s %4.0f s  %s  %5.0f requests/s  p90 %.1f ms  %s",
            figures.name(),
            figures.seconds(),
            Counted.of(users, "user"),
            answersPerSecond(figures, answersBefore, (now - lineNanos) / 1e9),
            figures.responseMicros().getValueAtPercentile(90) / 1e3,
            Counted.of(figures.totalFailures(), "error")));
    lineNanos = now;
    answersBefore = figures.answers();
  }

  /**
   * How many answers came in a second of {@code phase} since the last line, which was {@code
   * secondsSince} ago and saw {@code answersBefore}. A phase that has not lasted for that long
   * began after that line, as one of the same name does with each further fault, and counts from
   * its begin.
   */
  static double answersPerSecond(PhaseFigures phase, long answersBefore, double secondsSince) {
    if (phase.seconds() < secondsSince || phase.answers() < answersBefore) {
      return phase.answers() / Math.max(phase.seconds(), 1e-3);
    }
    return (phase.answers() - answersBefore) / secondsSince;
  }
}
