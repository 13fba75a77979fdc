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
