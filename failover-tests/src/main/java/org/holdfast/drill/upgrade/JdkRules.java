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

import java.util.List;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.jspecify.annotations.Nullable;

/**
 * What JDK serialization makes of a class that has changed: each serializable class of the
 * hierarchy must be there with the same {@code serialVersionUID}, and no primitive field may have
 * another type. Stateless.
 */
record JdkRules(
    ApplicationClasses old, ApplicationClasses next, ClassAliases aliases, FieldFit fit) {

  void findings(SessionClass written, List<Finding> findings) {
    for (ClassFile at : old.hierarchy(written.type())) {
      if (!old.isSubtype(at.name(), "java.io.Serializable")) {
        continue;
      }
      ClassFile reading = next.find(aliases.localName(at.name()));
      String of = at.name().equals(written.type().name()) ? "" : "superclass " + at.name() + " ";
      if (reading == null) {
        findings.add(finding(Severity.UNREADABLE, written, "", of + "is missing"));
      } else if (!at.isRecord() && SerialVersionUid.of(at) != SerialVersionUid.of(reading)) {
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
      } else if (!written.isExternalizable(old)) {
        compareFields(written, at, reading, findings);
      }
    }
  }

  private static String uid(ClassFile type) {
    return SerialVersionUid.of(type) + (type.uid() == null ? " (not declared)" : "");
  }

  private void compareFields(
      SessionClass written, ClassFile at, ClassFile reading, List<Finding> findings) {
    for (Member field : SessionClass.travelling(at)) {
      Member local = field(reading, field.name());
      if (local == null) {
        findings.add(
            finding(
                Severity.LOSS,
                written,
                field.name(),
                "is not there: its values are dropped unless readObject asks for them"));
        continue;
      }
      String writtenType = field.typeName();
      String localType = local.typeName();
      boolean primitive =
          FieldKind.ofType(writtenType).isPrimitive() || FieldKind.ofType(localType).isPrimitive();
      if (primitive && !writtenType.equals(localType)) {
        findings.add(
            finding(
                Severity.UNREADABLE,
                written,
                field.name(),
                "was declared as "
                    + writtenType
                    + " and is "
                    + localType
                    + " there: JDK serialization converts nothing"));
      } else if (!primitive) {
        FieldFit.Misfit misfit = fit.of(writtenType, localType);
        if (misfit != null) {
          findings.add(finding(misfit.severity(), written, field.name(), misfit.reason()));
        }
      }
    }
  }

  private static @Nullable Member field(ClassFile type, String name) {
    return SessionClass.travelling(type).stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Finding finding(
      Severity severity, SessionClass written, String field, String reason) {
    return new Finding(severity, written.type().name(), field, reason);
  }
}
