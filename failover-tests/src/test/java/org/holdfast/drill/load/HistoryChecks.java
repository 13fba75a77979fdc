// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.List;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/** What the history checker says of users, where every answer binds. */
final class HistoryChecks {
  private HistoryChecks() {}

  static List<Violation.Kind> of(VirtualUser user) {
    return of(user.history());
  }

  static List<Violation.Kind> of(SessionLog log) {
    Findings findings = HistoryChecker.check(log, HistoryRules.everyAnswer());
    return findings.violations().stream().map(Violation::kind).toList();
  }
}
