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

import java.util.List;
import org.holdfast.replication.history.Findings;
import org.holdfast.replication.history.HistoryChecker;
import org.holdfast.replication.history.HistoryRules;
import org.holdfast.replication.history.SessionLog;
import org.holdfast.replication.history.Violation;

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
