// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.schema.Conversion;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaField;
import org.holdfast.replication.serialization.schema.SchemaMatch;
import org.holdfast.replication.serialization.schema.SchemaMatch.LocalField;

/**
 * What becomes of a class without hooks, field by field, as the codec's own match of schemas says;
 * and of an enum, constant by constant. Stateless.
 *
 * @param next the version that reads
 * @param local the class there
 */
record FieldRules(ApplicationVersion next, SessionClass written, SessionClass local) {

  /** Returns what is found of the class there, all of its fields. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    List<Integer> fields =
        new ArrayList<>(IntStream.range(0, written.local().size()).boxed().toList());
    SchemaMatch match = match(fields);
    for (UnreadableClass problem = match.problem(); problem != null; problem = match.problem()) {
      findings.add(
          finding(
              Severity.UNREADABLE,
              problem.field(),
              problem.reason().replaceAll("\\bhere$", "there")));
      String field = problem.field();
      if (field.isEmpty()) {
        return findings;
      }
      fields.removeIf(index -> written.local().get(index).name().equals(field));
      match = match(fields);
    }
    for (int i = 0; i < fields.size(); i++) {
      findings.addAll(ofStep(match.steps().get(i), fields.get(i)));
    }
    findings.addAll(ofConstants());
    return findings;
  }

  /** Returns the names of the fields that are read past there; of a class with hooks there too. */
  Set<String> dropped() {
    Set<String> there = local.local().stream().map(LocalField::name).collect(Collectors.toSet());
    return written.local().stream()
        .map(LocalField::name)
        .filter(name -> !there.contains(name))
        .collect(Collectors.toSet());
  }

  private SchemaMatch match(List<Integer> fields) {
    Schema schema = written.schema();
    List<SchemaField> some = fields.stream().map(schema.fields()::get).toList();
    return SchemaMatch.of(
        new Schema(schema.className(), schema.form(), some), local.way().form(), local.local());
  }

  private List<Finding> ofStep(SchemaMatch.Step step, int field) {
    String name = step.written().name();
    if (step.local() == SchemaMatch.DROPPED) {
      return List.of(finding(Severity.LOSS, name, "is not there: its values are dropped"));
    }
    if (step.fit() == Conversion.Fit.NEVER) {
      return List.of();
    }
    FieldFit.Misfit misfit =
        new FieldFit(next, true)
            .of(
                written.types().get(field),
                written.local().get(field).typeName(),
                local.types().get(step.local()),
                local.local().get(step.local()).typeName());
    return misfit == null ? List.of() : List.of(finding(misfit.severity(), name, misfit.reason()));
  }

  private List<Finding> ofConstants() {
    List<String> there = local.type().constants();
    List<String> lost =
        written.type().constants().stream().filter(name -> !there.contains(name)).toList();
    boolean all = lost.size() == written.type().constants().size();
    Severity severity = all ? Severity.UNREADABLE : Severity.UNCERTAIN;
    return lost.stream()
        .map(constant -> finding(severity, constant, "is no constant of this enum there"))
        .toList();
  }

  private Finding finding(Severity severity, String field, String reason) {
    return new Finding(severity, written.type().name(), field, reason);
  }
}
