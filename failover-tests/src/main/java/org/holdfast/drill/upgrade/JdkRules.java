// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.jspecify.annotations.Nullable;

/**
 * What JDK serialization makes of a class that has changed: each serializable class of the
 * hierarchy must be there with the same {@code serialVersionUID}, and no primitive field may have
 * another type. Stateless.
 */
record JdkRules(ApplicationVersion old, ApplicationVersion next) {
  private static final String SERIAL_FIELDS = "serialPersistentFields";

  List<Finding> findings(SessionClass written, SessionClass local) {
    List<Finding> findings = new ArrayList<>();
    String constructor = Constructors.problemForJdk(local.type(), next.classes());
    if (!constructor.isEmpty()) {
      findings.add(finding(Severity.UNREADABLE, written, "", constructor + " there"));
    }
    for (ClassFile at : old.classes().hierarchy(written.type())) {
      if (at.equals(written.type()) || isSerializable(at, old)) {
        compare(written, at, local, findings);
      }
    }
    for (String above : old.classes().serializableSuperclasses(written.type())) {
      if (old.classes().find(above) == null
          && !next.classes().isSubtype(local.type().name(), above)) {
        findings.add(
            finding(
                Severity.LOSS,
                written,
                "",
                "no longer extends " + above + " there: what that held is dropped"));
      }
    }
    return isWrittenAsAnother(written.type())
        ? lowered(findings, " (if its writeReplace returns itself)")
        : findings;
  }

  private void compare(
      SessionClass written, ClassFile at, SessionClass local, List<Finding> findings) {
    ClassFile reading = next.classes().find(next.aliases().localName(at.name()));
    boolean inherited = !at.equals(written.type());
    String of = inherited ? "superclass " + at.name() + " " : "";
    if (reading == null) {
      findings.add(finding(Severity.UNREADABLE, written, "", of + "is missing"));
      return;
    }
    if (inherited && !isSerializable(reading, next)) {
      dropped(written, at, of + "is not serializable there", findings);
      return;
    }
    if (!reading.isRecord() && SerialVersionUid.of(at) != SerialVersionUid.of(reading)) {
      findings.add(
          finding(
              Severity.UNREADABLE,
              written,
              "",
              of
                  + "has serialVersionUID "
                  + uid(at)
                  + " and "
                  + uid(reading)
                  + " there, and goes through JDK serialization"));
      return;
    }
    if (inherited && !next.classes().isSubtype(local.type().name(), reading.name())) {
      dropped(written, at, of + "is no superclass there", findings);
    }
    if (!isExternalizable(at, old)) {
      compareFields(written, at, reading, findings);
    }
    if (readsItself(reading) && !readsItself(at)) {
      findings.add(
          finding(
              Severity.UNCERTAIN,
              written,
              "",
              of + "has a readObject there that it did not have: what that wants is not known"));
    }
  }

  private static void dropped(
      SessionClass written, ClassFile at, String reason, List<Finding> findings) {
    if (!SessionClass.travelling(at).isEmpty()) {
      findings.add(finding(Severity.LOSS, written, "", reason + ": its values are dropped"));
    }
  }

  private static boolean isSerializable(ClassFile type, ApplicationVersion version) {
    return version.classes().isSubtype(type.name(), SessionClass.SERIALIZABLE);
  }

  private static boolean isExternalizable(ClassFile type, ApplicationVersion version) {
    return version.classes().isSubtype(type.name(), SessionClass.EXTERNALIZABLE);
  }

  private static boolean readsItself(ClassFile type) {
    return type.declares("readObject", "(Ljava/io/ObjectInputStream;");
  }

  private boolean isWrittenAsAnother(ClassFile type) {
    return old.classes().hierarchy(type).stream().anyMatch(at -> at.declares("writeReplace", "("));
  }

  private static String uid(ClassFile type) {
    return SerialVersionUid.of(type) + (type.uid() == null ? " (not declared)" : "");
  }

  private void compareFields(
      SessionClass written, ClassFile at, ClassFile reading, List<Finding> findings) {
    List<Finding> ofFields = new ArrayList<>();
    for (Member field : SessionClass.travelling(at)) {
      Member there = field(reading, field.name());
      if (there == null) {
        ofFields.add(
            finding(
                Severity.LOSS,
                written,
                field.name(),
                "is not there: its values are dropped unless readObject asks for them"));
      } else {
        compareTypes(written, field, there, ofFields);
      }
    }
    boolean named = at.fields().stream().anyMatch(field -> field.name().equals(SERIAL_FIELDS));
    findings.addAll(
        named ? lowered(ofFields, " (unless " + SERIAL_FIELDS + " says otherwise)") : ofFields);
  }

  private void compareTypes(
      SessionClass written, Member field, Member there, List<Finding> findings) {
    String before = field.typeName();
    String after = there.typeName();
    boolean primitive =
        FieldKind.ofType(before).isPrimitive() || FieldKind.ofType(after).isPrimitive();
    if (!primitive) {
      FieldFit.Misfit misfit =
          new FieldFit(next, false).of(TypeUse.of(field), before, TypeUse.of(there), after);
      if (misfit != null) {
        findings.add(finding(misfit.severity(), written, field.name(), misfit.reason()));
      }
    } else if (!before.equals(after)) {
      findings.add(
          finding(
              Severity.UNREADABLE,
              written,
              field.name(),
              "was declared as "
                  + before
                  + " and is "
                  + after
                  + " there: JDK serialization converts nothing"));
    }
  }

  private static @Nullable Member field(ClassFile type, String name) {
    return SessionClass.travelling(type).stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Returns the findings as they are if it depends on what class files do not tell. */
  private static List<Finding> lowered(List<Finding> findings, String addition) {
    return findings.stream().map(finding -> finding.atMost(Severity.UNCERTAIN, addition)).toList();
  }

  private static Finding finding(
      Severity severity, SessionClass written, String field, String reason) {
    return new Finding(severity, written.type().name(), field, reason);
  }
}
