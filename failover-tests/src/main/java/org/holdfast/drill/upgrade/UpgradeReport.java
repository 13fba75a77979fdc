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

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.upgrade.Finding.Severity;

/**
 * What a check found.
 *
 * @param classes of the old version that may be in a session
 * @param findings the worst first
 */
record UpgradeReport(int classes, List<Finding> findings) {
  /** Tells whether the new version reads all objects of the old one, with or without loss. */
  boolean readsAll() {
    return findings.stream().allMatch(finding -> finding.severity() == Severity.LOSS);
  }

  /** Returns the report for people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      List<Finding> some =
          findings.stream().filter(finding -> finding.severity() == severity).toList();
      if (!some.isEmpty()) {
        lines.add(severity.title());
        some.forEach(finding -> lines.add("  " + finding.sentence()));
        lines.add("");
      }
    }
    long classesAtFault =
        findings.stream()
            .filter(finding -> finding.severity() != Severity.LOSS)
            .map(Finding::className)
            .distinct()
            .count();
    lines.add(
        readsAll()
            ? "VERDICT: all "
                + classes
                + " classes of the old version that a session may hold are"
                + " readable by the new one"
            : "VERDICT: of "
                + classes
                + " classes of the old version that a session may hold, "
                + classesAtFault
                + " cannot be read by the new one, or not always");
    return lines;
  }
}
