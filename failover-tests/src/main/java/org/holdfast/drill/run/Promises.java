// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.holdfast.drill.report.PromiseReport;
import org.jspecify.annotations.Nullable;

/**
 * What was promised and what was seen of it. Whatever breaks a drill is a promise here, so that a
 * broken one never has a table of kept ones beside it. Not thread-safe.
 */
final class Promises {
  private final List<PromiseReport> promises = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  /** All that was promised, kept or not. */
  List<PromiseReport> all() {
    return List.copyOf(promises);
  }

  /** Why the drill is broken, the worst first; empty if it holds. */
  List<String> reasons() {
    return List.copyOf(reasons);
  }

  /**
   * @param reason why the drill is broken by it; null if the promise was kept
   */
  void add(String promised, String seen, @Nullable String reason) {
    promises.add(new PromiseReport(promised, seen, reason == null));
    if (reason != null) {
      reasons.add(reason);
    }
  }

  void addUnchecked(String promised, String why) {
    promises.add(PromiseReport.unchecked(promised, why));
  }

  /** Kept if it was broken no time; {@code what} tells what happened as often as {@code broken}. */
  void count(String promised, long broken, String what) {
    add(
        promised,
        broken == 0 ? "kept" : broken + " " + what,
        broken > 0 ? broken + " " + what : null);
  }

  /** Nothing if no bound was asked for. */
  void within(String promised, Optional<Duration> bound, @Nullable Double seenMillis) {
    bound.ifPresent(
        most -> {
          boolean kept = seenMillis != null && seenMillis <= most.toMillis();
          add(
              promised + " within " + most.toMillis() + " ms",
              millis(seenMillis),
              kept
                  ? null
                  : promised + ": " + millis(seenMillis) + ", bound " + most.toMillis() + " ms");
        });
  }

  /** Kept if there are no {@code troubles}, each of which is a reason of its own. */
  void addAll(String promised, List<String> troubles) {
    promises.add(
        new PromiseReport(
            promised,
            troubles.isEmpty() ? "kept" : String.join("; ", troubles),
            troubles.isEmpty()));
    reasons.addAll(troubles);
  }

  static String millis(@Nullable Double millis) {
    return millis == null ? "never seen" : format("%.0f ms", millis);
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
