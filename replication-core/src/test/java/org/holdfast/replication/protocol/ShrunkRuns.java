// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Shrinks a plan that fails, so that this can be done from outside the protocol's class loader.
 * Takes the plan as text; returns two lines, the smallest plan and what it breaks, or nothing if
 * the plan breaks nothing.
 */
public final class ShrunkRuns implements UnaryOperator<String> {

  @Override
  public String apply(String text) {
    Plan plan = Plan.parse(text);
    Violation violation = Violation.of(plan);
    if (violation == null) {
      return "";
    }
    Plan smallest = new Shrinker(plan, violation, TimeUnit.SECONDS.toNanos(60)).shrink();
    return smallest + "\n" + violation.kind();
  }
}
