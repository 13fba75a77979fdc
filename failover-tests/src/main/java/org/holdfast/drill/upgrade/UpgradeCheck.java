// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.schema.ClassAliases;

/**
 * Compares each class of the old version that may be in a session with the class that reads its
 * objects in the new one. What the application's own hooks make of what they read cannot be told,
 * nor what a field of a type as wide as a list holds.
 */
final class UpgradeCheck {
  private static final String NOT_FOUND = " (its supertype %s was not found: --classpath)";

  private final ApplicationVersion old;
  private final ApplicationVersion next;
  private final JdkRules jdkRules;
  private final Map<String, SessionClass> classes = new TreeMap<>();
  private final Set<String> refused = new TreeSet<>();
  private final Set<String> onlyByThemselves = new TreeSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private final JdkTravel travel;
  private final HoldingFields holders;

  private UpgradeCheck(ApplicationVersion old, ApplicationVersion next) {
    this.old = old;
    this.next = next;
    this.jdkRules = new JdkRules(old, next);
    for (ClassFile type : old.classes().all()) {
      SessionClass written = SessionClass.of(type, old);
      if (written.way() != SessionClass.Way.REFUSED) {
        classes.put(type.name(), written);
      } else if (written.refusal().endsWith(SessionClass.REFUSED_BY_FILTER)) {
        refused.add(type.name());
      }
    }
    this.travel = new JdkTravel(old.classes(), classes.values());
    this.holders = new HoldingFields(old.classes(), travel);
  }

  /** Checks with the default class filter. */
  static UpgradeReport run(ApplicationClasses old, ApplicationClasses next, ClassAliases aliases) {
    return run(old, next, aliases, ClassFilter.DEFAULT);
  }

  /**
   * @param aliases of the new version; the old one is taken to have none
   * @param filter of both
   */
  static UpgradeReport run(
      ApplicationClasses old, ApplicationClasses next, ClassAliases aliases, ClassFilter filter) {
    NameFilter names = new NameFilter(filter);
    UpgradeCheck check =
        new UpgradeCheck(
            new ApplicationVersion(old, ClassAliases.NONE, names),
            new ApplicationVersion(next, aliases, names));
    check.classes.values().forEach(check::compare);
    List<Finding> judged = check.withFates();
    judged.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(Finding::className)
            .thenComparing(Finding::field));
    return new UpgradeReport(
        check.classes.size(),
        List.copyOf(check.refused),
        List.copyOf(check.onlyByThemselves),
        List.copyOf(judged));
  }

  private void compare(SessionClass written) {
    ClassFile reading = next.classes().find(next.aliases().localName(written.wireName()));
    if (reading == null) {
      holders.add(written, Set.of());
      add(Severity.UNREADABLE, written, "", "is missing; if it was renamed, it needs an alias");
      return;
    }
    SessionClass local = SessionClass.of(reading, next);
    FieldRules fieldRules = new FieldRules(next, written, local);
    holders.add(written, fieldRules.dropped());
    List<Finding> found = compare(written, local, fieldRules);
    String unknown = written.unknown() == null ? local.unknown() : written.unknown();
    for (Finding finding : found) {
      findings.add(
          unknown == null
              ? finding
              : finding.atMost(Severity.UNCERTAIN, String.format(Locale.ROOT, NOT_FOUND, unknown)));
    }
  }

  private List<Finding> compare(SessionClass written, SessionClass local, FieldRules fieldRules) {
    if (local.way() == SessionClass.Way.REFUSED) {
      return List.of(unreadable(written, local.refusal() + " there"));
    }
    if (written.way() == SessionClass.Way.JDK) {
      return compareForJdk(written, local);
    }
    List<Finding> fieldwise =
        local.way() == SessionClass.Way.JDK
            ? List.of(
                unreadable(
                    written,
                    "is written field by field, but has serialization hooks there or extends a JDK"
                        + " class"))
            : fieldRules.findings();
    JdkTravel.Why why = travel.of(written.type().name());
    if (!written.way().isFieldwise() || local.way() == SessionClass.Way.ENUM) {
      return fieldwise;
    }
    List<Finding> throughJdk = compareForJdk(written, local);
    if (why.level() == JdkTravel.Level.NEVER) {
      if (isUnreadable(throughJdk) && !isUnreadable(fieldwise)) {
        onlyByThemselves.add(written.type().name());
      }
      return fieldwise;
    }
    return both(fieldwise, throughJdk, why);
  }

  private static boolean isUnreadable(List<Finding> findings) {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.UNREADABLE);
  }

  /** Joins what is found of objects that travel either way, depending on what they hold. */
  private static List<Finding> both(
      List<Finding> fieldwise, List<Finding> throughJdk, JdkTravel.Why why) {
    boolean sure = why.level() == JdkTravel.Level.SURE;
    List<Finding> both = new ArrayList<>();
    for (Finding finding : throughJdk) {
      String addition = " (as " + why.cause() + " " + (sure ? "takes" : "may take") + " it along)";
      if (finding.severity() == Severity.LOSS) {
        continue; // fieldwise it is found too, or does not matter
      }
      Severity worst = sure ? finding.severity() : Severity.UNCERTAIN;
      Finding lowered = finding.atMost(worst, "");
      both.add(
          new Finding(
              lowered.severity(),
              lowered.className(),
              lowered.field(),
              lowered.reason() + addition));
    }
    Set<String> fields = both.stream().map(Finding::field).collect(Collectors.toSet());
    for (Finding finding : fieldwise) {
      Finding lowered = sure ? finding.atMost(Severity.UNCERTAIN, "") : finding;
      boolean said = fields.contains(finding.field()) && lowered.severity() == Severity.UNCERTAIN;
      if (!said) {
        both.add(lowered);
      }
    }
    return both;
  }

  private List<Finding> compareForJdk(SessionClass written, SessionClass local) {
    if (local.way() == SessionClass.Way.ENUM) {
      return List.of(unreadable(written, "is an enum there"));
    }
    boolean externalizable = isExternalizable(written, old);
    if (externalizable != isExternalizable(local, next)) {
      return List.of(unreadable(written, "is Externalizable in one of the versions alone"));
    }
    return jdkRules.findings(written, local);
  }

  private static boolean isExternalizable(SessionClass type, ApplicationVersion version) {
    return version.classes().isSubtype(type.type().name(), SessionClass.EXTERNALIZABLE);
  }

  /** Returns the findings as bad as they are where the objects are. */
  private List<Finding> withFates() {
    Set<String> bad =
        findings.stream()
            .filter(finding -> finding.severity() != Severity.LOSS)
            .map(Finding::className)
            .collect(Collectors.toSet());
    Set<String> dropped = holders.dropped(bad);
    List<Finding> judged = new ArrayList<>();
    for (Finding finding : findings) {
      String name = finding.className();
      HoldingFields.Fate fate = holders.fate(name, dropped);
      judged.add(
          switch (fate) {
            case DROPPED ->
                finding.atMost(
                    Severity.LOSS,
                    " (held by fields that are dropped there, as " + holders.example(name) + ")");
            case PERHAPS_KEPT ->
                finding.atMost(
                    Severity.UNCERTAIN,
                    " (" + holders.example(name) + " is dropped there, others may hold it)");
            case KEPT -> isOnlySuperclass(finding) ? superclass(finding) : finding;
          });
    }
    return judged;
  }

  /** Tells whether the class is missing, but one that extends it is not: the usual refactoring. */
  private boolean isOnlySuperclass(Finding finding) {
    String name = finding.className();
    return next.classes().find(next.aliases().localName(name)) == null
        && !holders.isHeld(name)
        && classes.values().stream()
            .anyMatch(
                each ->
                    name.equals(each.type().superName())
                        && next.classes().find(next.aliases().localName(each.wireName())) != null);
  }

  private static Finding superclass(Finding finding) {
    return finding.atMost(
        Severity.UNCERTAIN, " (classes that extend it are there: if it has objects of its own)");
  }

  private static Finding unreadable(SessionClass written, String reason) {
    return new Finding(Severity.UNREADABLE, written.type().name(), "", reason);
  }

  private void add(Severity severity, SessionClass written, String field, String reason) {
    Finding finding = new Finding(severity, written.type().name(), field, reason);
    String unknown = written.unknown();
    findings.add(
        unknown == null
            ? finding
            : finding.atMost(Severity.UNCERTAIN, String.format(Locale.ROOT, NOT_FOUND, unknown)));
  }
}
