// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.List;
import java.util.Locale;

/**
 * What is to be thought of a stage.
 *
 * @param checks all that was asked, in the order in which reasons are told
 */
public record Verdict(List<Check> checks) {

  /** Which of the three it is. */
  public enum Outcome {
    /** Measured as asked, and the bound held. */
    VALID,
    /** Not measured as asked: says nothing about the servers. */
    INVALID,
    /** The bound was missed, or requests failed. */
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Verdict {
    checks = List.copyOf(checks);
  }

  /**
   * Errors come first: they are the servers', and upset the measurement too. A bound that was
   * missed counts only if the measurement does: a driver that is late sees long responses.
   */
  public Outcome outcome() {
    if (anyFailed(Check.Kind.ERRORS)) {
      return Outcome.FAILED;
    }
    if (anyFailed(Check.Kind.VALIDITY)) {
      return Outcome.INVALID;
    }
    return anyFailed(Check.Kind.BOUND) ? Outcome.FAILED : Outcome.VALID;
  }

  /** Why it is not valid, in words; empty when it is. */
  public List<String> reasons() {
    return checks.stream().filter(check -> !check.passed()).map(Check::words).toList();
  }

  private boolean anyFailed(Check.Kind kind) {
    return checks.stream().anyMatch(check -> !check.passed() && check.kind() == kind);
  }
}
