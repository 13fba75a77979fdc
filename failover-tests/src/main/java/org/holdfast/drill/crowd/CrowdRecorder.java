// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.holdfast.drill.load.FailureKind;

/**
 * Counts what a crowd sees, phase by phase. Thread-safe and wait-free to record: a few additions
 * and three histogram buckets a request, whatever came before. Memory is fixed when a phase begins.
 * A request belongs to the phase in which it was answered; one that is being recorded at the very
 * moment a phase ends may be in the figures of neither, but is in what is counted over the run.
 */
public final class CrowdRecorder {
  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final LongSupplier clock;
  private final LongAdder answersOfRun = new LongAdder();
  private final LongAdder unansweredOfRun = new LongAdder();
  private final LongAdder countersWrongOfRun = new LongAdder();
  private volatile Phase current;

  /**
   * @param clock nanoseconds, as of {@link System#nanoTime}
   * @param firstPhase name of the phase that begins now
   */
  public CrowdRecorder(LongSupplier clock, String firstPhase) {
    this.clock = clock;
    this.current = new Phase(firstPhase, clock.getAsLong());
  }

  /**
   * Begins the next phase.
   *
   * @return figures of the one that ends
   */
  public synchronized CrowdFigures enter(String phase) {
    long now = clock.getAsLong();
    Phase ended = current;
    current = new Phase(phase, now);
    return figures(ended, now);
  }

  /** Figures of the current phase up to now. */
  public CrowdFigures currentFigures() {
    return figures(current, clock.getAsLong());
  }

  /** Requests of the run so far that were answered, with whatever status. */
  public long answersOfRun() {
    return answersOfRun.sum();
  }

  /** Attempts of the run so far that may have been served, though no answer came. */
  public long unansweredOfRun() {
    return unansweredOfRun.sum();
  }

  /** Answers of the run so far whose counter did not follow: lost updates. */
  public long countersWrongOfRun() {
    return countersWrongOfRun.sum();
  }

  void woken(long latenessNanos) {
    current.lateness.recordValue(clamp(latenessNanos));
  }

  /** A user ended its pause: what was planned, with {@code delayNanos} more than drawn. */
  void paused(long plannedNanos, long measuredNanos, long delayNanos) {
    Phase phase = current;
    phase.delay.add(delayNanos);
    phase.pauses.increment();
    phase.plannedPause.add(plannedNanos);
    phase.measuredPause.add(measuredNanos);
  }

  void answered(long fromSendNanos, long fromDueNanos, long freeNanos, long now) {
    Phase phase = current;
    phase.fromSend.recordValue(clamp(fromSendNanos));
    phase.fromDue.recordValue(clamp(fromDueNanos));
    phase.responseNanos.add(fromSendNanos);
    phase.cycle(freeNanos, now);
    long gap = now - phase.lastAnswer;
    phase.lastAnswer = now;
    phase.longestGap.accumulate(gap);
  }

  /** An answer came, be it right or not. */
  void heard() {
    answersOfRun.increment();
  }

  void attemptFailed(FailureKind kind, boolean maybeServed) {
    current.failures(kind).increment();
    if (maybeServed) {
      unansweredOfRun.increment();
    }
  }

  void requestFailed(long fromSendNanos, long freeNanos, long now) {
    Phase phase = current;
    phase.failedRequests.increment();
    phase.failedNanos.add(fromSendNanos);
    phase.cycle(freeNanos, now);
  }

  void idleClosed() {
    current.idleCloses.increment();
  }

  void counterSeen(boolean right) {
    (right ? current.countersRight : current.countersWrong).increment();
    if (!right) {
      countersWrongOfRun.increment();
    }
  }

  void sessionReplaced() {
    current.sessionsReplaced.increment();
  }

  void sessionBegun() {
    current.sessionsBegun.increment();
  }

  /** Cookies were set; {@code name} is of one that is not the session's, empty without any. */
  void otherCookie(Supplier<String> name) {
    Phase phase = current;
    if (phase.otherCookie.isEmpty()) {
      phase.otherCookie = name.get();
    }
  }

  /** An answer was wrong; {@code words} say how, and are asked for of the first alone. */
  void wrongAnswer(Supplier<String> words) {
    Phase phase = current;
    if (phase.wrongAnswer.isEmpty()) {
      phase.wrongAnswer = words.get();
    }
  }

  /** A connection was not even asked for; {@code cause} is told of the first. */
  void notOpened(Throwable cause) {
    Phase phase = current;
    if (phase.notOpened.isEmpty()) {
      phase.notOpened = cause.toString();
    }
  }

  private static long clamp(long nanos) {
    return Math.max(0, Math.min(MAX_MICROS, nanos / 1_000));
  }

  private static CrowdFigures figures(Phase phase, long now) {
    Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    phase.failures.forEach(
        (kind, count) -> {
          if (count.sum() > 0) {
            failures.put(kind, count.sum());
          }
        });
    return new CrowdFigures(
        phase.name,
        phase.startNanos,
        now,
        phase.fromSend.copy(),
        phase.fromDue.copy(),
        phase.lateness.copy(),
        phase.responseNanos.sum() / 1e9,
        phase.failedNanos.sum() / 1e9,
        phase.pauses.sum(),
        phase.plannedPause.sum() / 1e9,
        phase.measuredPause.sum() / 1e9,
        phase.delay.sum() / 1e9,
        phase.wholeCycles.sum() / 1e9,
        Math.max(phase.longestGap.get(), now - phase.lastAnswer) / 1e9,
        failures,
        phase.failedRequests.sum(),
        phase.idleCloses.sum(),
        new CrowdFigures.Sessions(
            phase.sessionsBegun.sum(),
            phase.sessionsReplaced.sum(),
            phase.countersRight.sum(),
            phase.countersWrong.sum(),
            phase.otherCookie),
        phase.notOpened,
        phase.wrongAnswer);
  }

  private static final class Phase {
    final String name;
    final long startNanos;
    final ConcurrentHistogram fromSend = new ConcurrentHistogram(MAX_MICROS, 3);
    final ConcurrentHistogram fromDue = new ConcurrentHistogram(MAX_MICROS, 3);
    final ConcurrentHistogram lateness = new ConcurrentHistogram(MAX_MICROS, 2);
    final LongAdder responseNanos = new LongAdder();
    final LongAdder failedNanos = new LongAdder();
    final LongAdder pauses = new LongAdder();
    final LongAdder plannedPause = new LongAdder();
    final LongAdder measuredPause = new LongAdder();
    final LongAdder delay = new LongAdder();
    final LongAdder wholeCycles = new LongAdder();
    final LongAdder failedRequests = new LongAdder();
    final LongAdder idleCloses = new LongAdder();
    final LongAdder countersRight = new LongAdder();
    final LongAdder countersWrong = new LongAdder();
    final LongAdder sessionsReplaced = new LongAdder();
    final LongAdder sessionsBegun = new LongAdder();
    final LongAccumulator longestGap = new LongAccumulator(Math::max, 0);
    final Map<FailureKind, LongAdder> failures = new EnumMap<>(FailureKind.class);
    volatile long lastAnswer;
    volatile String otherCookie = "";
    volatile String notOpened = "";
    volatile String wrongAnswer = "";

    Phase(String name, long startNanos) {
      this.name = name;
      this.startNanos = startNanos;
      this.lastAnswer = startNanos;
      for (FailureKind kind : FailureKind.values()) {
        failures.put(kind, new LongAdder());
      }
    }

    /** A request ended, after which its user is free; the one before it ended at {@code free}. */
    void cycle(long free, long now) {
      if (free - startNanos >= 0) {
        wholeCycles.add(now - free);
      }
    }

    LongAdder failures(FailureKind kind) {
      LongAdder count = failures.get(kind);
      if (count == null) {
        throw new AssertionError("no place to count " + kind);
      }
      return count;
    }
  }
}
