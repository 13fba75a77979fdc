// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.List;

/** The counters that one user follows: none, or one for each page. Not thread-safe. */
final class CounterChecks {
  private final List<Page> pages;
  private final CounterCheck[] checks;

  CounterChecks(CrowdPlan plan) {
    this.pages = plan.pages();
    boolean single = pages.size() == 1;
    this.checks = new CounterCheck[plan.followsCounters() ? pages.size() : 0];
    for (int page = 0; page < checks.length; page++) {
      checks[page] = new CounterCheck(single);
    }
  }

  /** A request for {@code page} may have been applied, though it was not answered. */
  void unanswered(Page page) {
    if (checks.length > 0) {
      of(page).unanswered();
    }
  }

  CounterCheck.Seen accept(Page page, String body) {
    return checks.length > 0 ? of(page).accept(body) : CounterCheck.Seen.NOTHING;
  }

  private CounterCheck of(Page page) {
    return checks[pages.indexOf(page)];
  }
}
