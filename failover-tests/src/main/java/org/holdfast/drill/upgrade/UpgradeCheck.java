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
import java.util.Comparator;
import java.util.List;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.Conversion;
import org.holdfast.replication.serialization.schema.SchemaMatch;

/**
 * Compares each class of the old version that may be in a session with the class that reads its
 * objects in the new one. Classes without hooks are judged as they travel by default; in one
 * attribute with an object that has hooks they go through JDK serialization too, whose rules are
 * stricter. What the application's own hooks make of what they read cannot be told.
 */
final class UpgradeCheck {
  private final ApplicationClasses old;
  private final ApplicationClasses next;
  private final ClassAliases aliases;
  private final FieldFit fit;
  private final List<Finding> findings = new ArrayList<>();
  private int classes;

  private UpgradeCheck(ApplicationClasses old, ApplicationClasses next, ClassAliases aliases) {
    this.old = old;
    this.next = next;
    this.aliases = aliases;
    this.fit = new FieldFit(next, aliases);
  }

  /**
   * @param aliases of the new version; the old one is taken to have none
   */
  static UpgradeReport run(ApplicationClasses old, ApplicationClasses next, ClassAliases aliases) {
    UpgradeCheck check = new UpgradeCheck(old, next, aliases);
    for (ClassFile type : old.all()) {
      SessionClass written = SessionClass.of(type, old, ClassAliases.NONE);
      if (written.way() != SessionClass.Way.REFUSED) {
        check.classes++;
        check.compare(written);
      }
    }
    check.findings.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(Finding::className)
            .thenComparing(Finding::field));
    return new UpgradeReport(check.classes, List.copyOf(check.findings));
  }

  private void compare(SessionClass written) {
    ClassFile reading = next.find(aliases.localName(written.wireName()));
    if (reading == null) {
      add(Severity.UNREADABLE, written, "", "is missing; if it was renamed, it needs an alias");
      return;
    }
    SessionClass local = SessionClass.of(reading, next, aliases);
    if (local.way() == SessionClass.Way.REFUSED) {
      add(Severity.UNREADABLE, written, "", "is not serializable there, or abstract");
    } else if (written.way() == SessionClass.Way.JDK) {
      compareForJdk(written, local);
    } else if (local.way() == SessionClass.Way.JDK) {
      add(
          Severity.UNREADABLE,
          written,
          "",
          "is written field by field, but has serialization hooks there or extends a JDK class");
    } else {
      compareSchemas(written, local);
    }
  }

  private void compareSchemas(SessionClass written, SessionClass local) {
    SchemaMatch match = SchemaMatch.of(written.schema(), local.way().form(), local.local());
    UnreadableClass problem = match.problem();
    if (problem != null) {
      add(
          Severity.UNREADABLE,
          written,
          problem.field(),
          problem.reason().replaceAll("\\bhere$", "there"));
      return;
    }
    for (int i = 0; i < match.steps().size(); i++) {
      SchemaMatch.Step step = match.steps().get(i);
      String field = step.written().name();
      if (step.local() == SchemaMatch.DROPPED) {
        add(Severity.LOSS, written, field, "is not there: its values are dropped");
      } else if (step.fit() != Conversion.Fit.NEVER) {
        compareTypes(
            written,
            field,
            written.local().get(i).typeName(),
            local.local().get(step.local()).typeName());
      }
    }
    compareConstants(written, local);
  }

  private void compareTypes(
      SessionClass written, String field, String writtenType, String localType) {
    FieldFit.Misfit misfit = fit.of(writtenType, localType);
    if (misfit != null) {
      add(misfit.severity(), written, field, misfit.reason());
    }
  }

  private void compareConstants(SessionClass written, SessionClass local) {
    List<String> there = local.type().constants();
    for (String constant : written.type().constants()) {
      if (!there.contains(constant)) {
        add(Severity.UNREADABLE, written, constant, "is no constant of this enum there");
      }
    }
  }

  private void compareForJdk(SessionClass written, SessionClass local) {
    if (local.way() == SessionClass.Way.ENUM) {
      add(Severity.UNREADABLE, written, "", "is an enum there");
      return;
    }
    if (written.isExternalizable(old) != local.isExternalizable(next)) {
      add(Severity.UNREADABLE, written, "", "is Externalizable in one of the versions alone");
      return;
    }
    new JdkRules(old, next, aliases, fit).findings(written, findings);
  }

  private void add(Severity severity, SessionClass written, String field, String reason) {
    findings.add(new Finding(severity, written.type().name(), field, reason));
  }
}
