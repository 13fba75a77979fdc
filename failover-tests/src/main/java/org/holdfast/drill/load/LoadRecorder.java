// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts what users see, phase by phase; a phase may come again and goes on then. Thread-safe and
 * wait-free to record; memory grows with the number of names of phases, not with requests nor with
 * how often phases come. A request belongs to the phase in which it was answered, and an attempt
 * that failed to the one in which it did; but if it was under way in a disturbed phase, then to
 * that: late by what users wait, it shows what was wrong then.
 */
public final class LoadRecorder {
  private static final long MAX_RESPONSE_MICROS = TimeUnit.MINUTES.toMicros(10);

  @GuardedBy("this")
  private final Map<String, Phase> phases = new LinkedHashMap<>();

  private final LongAdder idleCloses = new LongAdder();
  private final Recorder untakenMicros = new Recorder(MAX_RESPONSE_MICROS, 3);
  private final Map<FailureKind, LongAdder> untakenFailures = new ConcurrentHashMap<>();
  private volatile @Nullable String wrongAnswer;
  private volatile Now now;
  private long takenNanos = System.nanoTime();

  /**
   * @param firstPhase name of the phase that begins now
   */
  public LoadRecorder(String firstPhase) {
    Phase first = new Phase(firstPhase);
    first.begin(System.nanoTime());
    phases.put(firstPhase, first);
    now = new Now(first, null, 0);
  }

  /**
   * Ends the current phase and begins the next, or lets one of that name go on, in which nothing is
   * expected to fail but what was under way before.
   */
  public synchronized void enter(String phase) {
    long nanos = System.nanoTime();
    Now last = now;
    long undisturbedNanos = last.isDisturbed() ? nanos : last.undisturbedNanos;
    now = new Now(change(phase, nanos), last.disturbed, undisturbedNanos);
  }

  /** The same with a disturbed phase. */
  public synchronized void enterDisturbed(String phase) {
    Phase next = change(phase, System.nanoTime());
    now = new Now(next, next, 0);
  }

  @GuardedBy("this")
  private Phase change(String phase, long nanos) {
    now.phase.end(nanos);
    Phase next = phases.computeIfAbsent(phase, Phase::new);
    next.begin(nanos);
    return next;
  }

  void answered(long responseNanos) {
    long micros = Math.min(MAX_RESPONSE_MICROS, responseNanos / 1_000);
    now.phase.responseMicros.recordValue(micros);
    untakenMicros.recordValue(micros);
  }

  /**
   * @param beganNanos when the attempt began, on {@link System#nanoTime}
   */
  void failed(FailureKind kind, long beganNanos) {
    now.phaseSince(beganNanos)
        .failures
        .computeIfAbsent(kind, ignored -> new LongAdder())
        .increment();
    untakenFailures.computeIfAbsent(kind, ignored -> new LongAdder()).increment();
  }

  /** Keeps the first answer that could not be believed. */
  void wrong(HttpAnswer answer) {
    if (wrongAnswer == null) {
      wrongAnswer = WrongAnswer.words(answer); // of two at once either will do
    }
  }

  /** The same of one that was not read to its end. */
  void tooLong() {
    if (wrongAnswer == null) {
      wrongAnswer = HttpAnswer.TOO_LONG;
    }
  }

  /** The first answer that could not be believed, in words; empty if there was none. */
  public Optional<String> wrongAnswer() {
    return Optional.ofNullable(wrongAnswer);
  }

  void idleClosed() {
    idleCloses.increment();
  }

  /** Connections that ended between two requests of their user. */
  public long idleCloses() {
    return idleCloses.sum();
  }

  /**
   * Figures of every phase so far, in the order in which they came first; all the times that one
   * came make one, the current one up to now.
   */
  public synchronized List<PhaseFigures> figures() {
    return phases.values().stream().map(Phase::figures).toList();
  }

  /** Failed attempts so far. */
  public synchronized long failures() {
    return phases.values().stream().mapToLong(Phase::totalFailures).sum();
  }

  /** Name of the current phase. */
  public String phase() {
    return now.phase.name;
  }

  /** Figures of the current phase up to now, since it began or began again. */
  public synchronized PhaseFigures currentFigures() {
    return now.phase.figuresOfThisTime();
  }

  /**
   * Takes what came since the last call, or since the start, under the name of the current phase:
   * each answer and failure is in one of the figures taken. For one caller, as nobody else gets it.
   */
  public synchronized PhaseFigures take() {
    long nanos = System.nanoTime();
    Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      LongAdder untaken = untakenFailures.get(kind);
      failures.put(kind, untaken == null ? 0 : untaken.sumThenReset());
    }
    double seconds = (nanos - takenNanos) / 1e9;
    takenNanos = nanos;
    return new PhaseFigures(
        now.phase.name, seconds, failures, untakenMicros.getIntervalHistogram());
  }

  /**
   * Where in its phases a run is.
   *
   * @param disturbed the current phase or the last before it that was disturbed, if any was
   * @param undisturbedNanos since when none was, if the current one is not
   */
  private record Now(Phase phase, @Nullable Phase disturbed, long undisturbedNanos) {
    boolean isDisturbed() {
      return phase == disturbed;
    }

    Phase phaseSince(long nanos) {
      return disturbed != null && !isDisturbed() && nanos - undisturbedNanos < 0
          ? disturbed
          : phase;
    }
  }

  /** Guarded by the recorder, but for what users record. */
  private static final class Phase {
    final String name;
    final ConcurrentHistogram responseMicros = new ConcurrentHistogram(MAX_RESPONSE_MICROS, 3);
    final Map<FailureKind, LongAdder> failures = new ConcurrentHashMap<>();
    private boolean current;
    private long beganNanos;
    private long earlierNanos;

    /** What there was when it began this time. */
    private PhaseFigures before;

    Phase(String name) {
      this.name = name;
      this.before = figures();
    }

    void begin(long now) {
      before = figures();
      beganNanos = now;
      current = true;
    }

    void end(long now) {
      earlierNanos += now - beganNanos;
      current = false;
    }

    long totalFailures() {
      return failures.values().stream().mapToLong(LongAdder::sum).sum();
    }

    PhaseFigures figures() {
      long nanos = earlierNanos + (current ? System.nanoTime() - beganNanos : 0);
      LongAdder none = new LongAdder();
      Map<FailureKind, Long> counts = new EnumMap<>(FailureKind.class);
      for (FailureKind kind : FailureKind.values()) {
        counts.put(kind, failures.getOrDefault(kind, none).sum());
      }
      return new PhaseFigures(name, nanos / 1e9, counts, responseMicros.copy());
    }

    PhaseFigures figuresOfThisTime() {
      PhaseFigures all = figures();
      Map<FailureKind, Long> counts = new EnumMap<>(all.failures());
      before.failures().forEach((kind, count) -> counts.merge(kind, -count, Long::sum));
      Histogram micros = all.responseMicros();
      micros.subtract(before.responseMicros());
      return new PhaseFigures(name, all.seconds() - before.seconds(), counts, micros);
    }
  }
}
