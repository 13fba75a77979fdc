// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.upgrade.Finding.Severity;

/**
 * What a check found.
 *
 * @param classes of the old version that may be in a session
 * @param refusedByFilter serializable classes of the old version that may not, by the class filter
 * @param onlyByThemselves classes that are readable field by field, but not in an attribute with an
 *     object that takes it through JDK serialization; no declared type tells of such an object
 * @param findings the worst first
 */
record UpgradeReport(
    int classes,
    List<String> refusedByFilter,
    List<String> onlyByThemselves,
    List<Finding> findings) {
  /** Tells whether the new version reads all objects of the old one, with or without loss. */
  boolean readsAll() {
    return findings.stream().allMatch(finding -> finding.severity() == Severity.LOSS);
  }

  /** Returns the worst severity that was found, as a word; READABLE if nothing was. */
  String worst() {
    return findings.isEmpty() ? "READABLE" : findings.get(0).severity().name();
  }

  /** Returns how many findings there are of each severity. */
  Map<Severity, Long> counts() {
    Map<Severity, Long> counts = new LinkedHashMap<>();
    for (Severity severity : Severity.values()) {
      counts.put(
          severity, findings.stream().filter(finding -> finding.severity() == severity).count());
    }
    return counts;
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
    if (!refusedByFilter.isEmpty()) {
      lines.add(
          "not compared, as the class filter keeps them out of sessions: "
              + refusedByFilter.size()
              + " serializable classes, for example "
              + refusedByFilter.get(0));
      lines.add("");
    }
    if (!onlyByThemselves.isEmpty()) {
      lines.add(
          "not readable beside an object that needs JDK serialization (hooks, wrappers such as"
              + " Collections.unmodifiableList), for another serialVersionUID or retyped fields: "
              + onlyByThemselves.size()
              + " classes, for example "
              + onlyByThemselves.get(0));
      lines.add("");
    }
    lines.add("VERDICT: " + verdict());
    return lines;
  }

  /** Returns the verdict in words. */
  String verdict() {
    String ofAll = classes + " classes of the old version that a session may hold";
    if (readsAll()) {
      return "all " + ofAll + " are readable by the new one";
    }
    long unreadable = classesAt(Severity.UNREADABLE);
    long uncertain = classesAt(Severity.UNCERTAIN);
    return "of "
        + ofAll
        + ", "
        + (unreadable > 0 ? unreadable + " cannot be read by the new one" : "")
        + (unreadable > 0 && uncertain > 0 ? ", and " : "")
        + (uncertain > 0 ? uncertain + " not always" : "")
        + (unreadable > 0 ? "" : " by the new one");
  }

  /** Counts the classes of which that is the worst. */
  private long classesAt(Severity severity) {
    return findings.stream()
        .filter(finding -> finding.severity().compareTo(severity) <= 0)
        .map(Finding::className)
        .distinct()
        .filter(name -> worst(name) == severity)
        .count();
  }

  private Severity worst(String className) {
    return findings.stream()
        .filter(finding -> finding.className().equals(className))
        .map(Finding::severity)
        .min(Severity::compareTo)
        .orElse(Severity.LOSS);
  }
}
