// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says by which of the rules of a drill what was lost may be lost. */
final class AllowedLosses {
  private static final String UNPROTECTED =
      "that unprotected answers may lose, as the scenario allows";

  private AllowedLosses() {}

  /** What users lost, such as {@code updates that ... may lose (15 updates, 1 session)}. */
  static String words(DrillReport report) {
    TruthReport truth = report.truth();
    List<String> parts = new ArrayList<>();
    if (truth.lostUpdatesAllowed() > 0) {
      parts.add(Counted.of(truth.lostUpdatesAllowed(), "update"));
    }
    if (truth.resetSessionsAllowed() > 0) {
      parts.add(Counted.of(truth.resetSessionsAllowed(), "session"));
    }
    String what =
        truth.lostUpdatesAllowed() > 0 ? "updates " + why(report) : "sessions " + whyReset(report);
    return what + " (" + String.join(", ", parts) + ")";
  }

  /** Why updates may be, as an attribute of them. */
  static String why(DrillReport report) {
    List<String> reasons = new ArrayList<>();
    if (report.truth().orphanedSessions() > 0) {
      reasons.add("of sessions all of whose holders ended at once");
    }
    boolean unbound = report.truth().lostUpdatesUnbound() > 0;
    if (isAsync(report)) {
      reasons.add(
          withinTheWindow(report) + (unbound ? ", by a login of that time or unprotected" : ""));
    } else if (unbound) {
      reasons.add(UNPROTECTED);
    }
    return reasons.isEmpty() ? "that may be" : String.join(", or ", reasons);
  }

  /** Why sessions may be reset, as an attribute of them. */
  static String whyReset(DrillReport report) {
    return isAsync(report) ? "of sessions that began " + withinTheWindow(report) : UNPROTECTED;
  }

  private static boolean isAsync(DrillReport report) {
    return report.setup().ack().equals("async");
  }

  private static String withinTheWindow(DrillReport report) {
    return String.format(
        Locale.ROOT, "within the %d ms that async may lose", report.setup().asyncWindowMillis());
  }
}
