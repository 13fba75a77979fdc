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

package org.holdfast.drill.load;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Recorder;

/**
 * Counts what users see, phase by phase. Thread-safe and wait-free to record; memory does not grow
 * with requests. A request belongs to the phase in which it was answered.
 */
public final class LoadRecorder {
  private static final long MAX_RESPONSE_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final List<Phase> phases = new CopyOnWriteArrayList<>();
  private final LongAdder idleCloses = new LongAdder();
  private final Recorder untakenMicros = new Recorder(MAX_RESPONSE_MICROS, 3);
  private final Map<FailureKind, LongAdder> untakenFailures = new ConcurrentHashMap<>();
  private volatile Phase current;
  private long takenNanos = System.nanoTime();

  /**
   * @param firstPhase name of the phase that begins now
   */
  public LoadRecorder(String firstPhase) {
    current = new Phase(firstPhase, System.nanoTime());
    phases.add(current);
  }

  /** Ends the current phase and begins the next. */
  public synchronized void enter(String phase) {
    long now = System.nanoTime();
    current.endNanos = now;
    Phase next = new Phase(phase, now);
    phases.add(next);
    current = next;
  }

  void answered(long responseNanos) {
    long micros = Math.min(MAX_RESPONSE_MICROS, responseNanos / 1_000);
    current.responseMicros.recordValue(micros);
    untakenMicros.recordValue(micros);
  }

  void failed(FailureKind kind) {
    current.failures.computeIfAbsent(kind, ignored -> new LongAdder()).increment();
    untakenFailures.computeIfAbsent(kind, ignored -> new LongAdder()).increment();
  }

  void idleClosed() {
    idleCloses.increment();
  }

  /** Connections that ended between two requests of their user. */
  public long idleCloses() {
    return idleCloses.sum();
  }

  /** Figures of every phase so far, in order; the last one up to now. */
  public List<PhaseFigures> figures() {
    return phases.stream().map(Phase::figures).toList();
  }

  /** Name of the current phase. */
  public String phase() {
    return current.name;
  }

  /** Figures of the current phase up to now. */
  public PhaseFigures currentFigures() {
    return current.figures();
  }

  /**
   * Takes what came since the last call, or since the start, under the name of the current phase:
   * each answer and failure is in one of the figures taken. For one caller, as nobody else gets it.
   */
  public synchronized PhaseFigures take() {
    long now = System.nanoTime();
    Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      LongAdder untaken = untakenFailures.get(kind);
      failures.put(kind, untaken == null ? 0 : untaken.sumThenReset());
    }
    double seconds = (now - takenNanos) / 1e9;
    takenNanos = now;
    return new PhaseFigures(current.name, seconds, failures, untakenMicros.getIntervalHistogram());
  }

  private static final class Phase {
    final String name;
    final long startNanos;
    final ConcurrentHistogram responseMicros = new ConcurrentHistogram(MAX_RESPONSE_MICROS, 3);
    final Map<FailureKind, LongAdder> failures = new ConcurrentHashMap<>();
    volatile long endNanos;

    Phase(String name, long startNanos) {
      this.name = name;
      this.startNanos = startNanos;
    }

    PhaseFigures figures() {
      long end = endNanos;
      long nanos = (end == 0 ? System.nanoTime() : end) - startNanos;
      LongAdder none = new LongAdder();
      Map<FailureKind, Long> counts = new EnumMap<>(FailureKind.class);
      for (FailureKind kind : FailureKind.values()) {
        counts.put(kind, failures.getOrDefault(kind, none).sum());
      }
      return new PhaseFigures(name, nanos / 1e9, counts, responseMicros.copy());
    }
  }
}
