// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.UnaryOperator;

/**
 * Runs a plan, so that this can be done from outside the protocol's class loader. Takes the plan as
 * text; returns what it breaks, in words that are the same for all runs that break it in that way,
 * or nothing.
 */
public final class PlannedRuns implements UnaryOperator<String> {

  @Override
  public String apply(String text) {
    Violation violation = Violation.of(Plan.parse(text));
    return violation == null ? "" : violation.kind();
  }
}
