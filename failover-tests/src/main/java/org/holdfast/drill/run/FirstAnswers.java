// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.load.PhaseFigures;

/**
 * Whether users get right answers at all, before anything is done. Nothing is done to nodes that do
 * not serve: it would prove nothing, and they may be needed.
 */
final class FirstAnswers implements BooleanSupplier {
  private static final Duration ENOUGH = Duration.ofSeconds(5);

  /** What no patience mends: a wrong path or expression, and nobody there. */
  private static final Set<FailureKind> HOPELESS =
      Set.of(FailureKind.WRONG_ANSWER, FailureKind.ANSWER_TOO_LONG, FailureKind.REFUSED);

  private final LoadSettings load;
  private final LoadRecorder recorder;
  private final long sinceNanos = System.nanoTime();
  private boolean seen;

  /**
   * @param recorder that users begin to tell now
   */
  FirstAnswers(LoadSettings load, LoadRecorder recorder) {
    this.load = load;
    this.recorder = recorder;
  }

  /** Whether nobody had a right answer for so long, and in such a way, that none is to come. */
  @Override
  public boolean getAsBoolean() {
    if (seen || System.nanoTime() - sinceNanos < ENOUGH.toNanos()) {
      return false;
    }
    seen = answers() > 0;
    if (seen) {
      return false;
    }
    Map<FailureKind, Long> failures = failures();
    long all = failures.values().stream().mapToLong(Long::longValue).sum();
    long hopeless = HOPELESS.stream().mapToLong(kind -> failures.getOrDefault(kind, 0L)).sum();
    return 2 * hopeless > all; // some may have failed otherwise while everything was starting
  }

  /**
   * Complains if nobody had a right answer so far.
   *
   * @throws FaultException that tells what users had instead
   */
  void require() {
    if (answers() > 0) {
      return;
    }
    Map<FailureKind, Long> failures = failures();
    throw new FaultException(
        "no user had a right answer from any node, so nothing was done to them; attempts that"
            + " failed: "
            + (failures.isEmpty() ? "none, so far" : words(failures))
            + recorder.wrongAnswer().map(this::example).orElse(""));
  }

  private String example(String wrong) {
    return "; for example, "
        + load.path()
        + " was answered with "
        + wrong
        + load.expect()
            .filter(right -> !right.toString().equals(UserOptions.ANYTHING))
            .map(right -> ", but right is status 200 with \"" + right + "\" in it")
            .orElse("");
  }

  private static String words(Map<FailureKind, Long> failures) {
    return failures.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey().label())
        .collect(Collectors.joining(", "));
  }

  private long answers() {
    return recorder.figures().stream().mapToLong(PhaseFigures::answers).sum();
  }

  /** Kinds without any left out. */
  private Map<FailureKind, Long> failures() {
    Map<FailureKind, Long> sum = new EnumMap<>(FailureKind.class);
    for (PhaseFigures phase : recorder.figures()) {
      phase.failures().forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    }
    sum.values().removeIf(count -> count == 0);
    return sum;
  }
}
