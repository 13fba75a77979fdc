// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * The way in which objects of a class as it was written become objects of the class as it is here.
 * Fields are found by name. A field that is only here keeps its type's default; one that is only
 * there is read and dropped; one that was retyped is converted if {@link Conversion} allows it,
 * else the class is unreadable.
 */
public final class SchemaMatch {
  /** The index that stands for no field here. */
  public static final int DROPPED = -1;

  /**
   * A field of the class here.
   *
   * @param owner wire name of the declaring class
   * @param typeName declared type, as {@link Class#getName()} gives it
   */
  public record LocalField(String name, String owner, String typeName) {}

  /**
   * The step that puts the next value of each object into a field here, or drops it.
   *
   * @param local index of the field here that takes it, or {@link #DROPPED}
   */
  public record Step(SchemaField written, int local, Conversion.Fit fit) {}

  /** The match of a class that is only written: it takes no value. */
  public static final SchemaMatch UNUSED = new SchemaMatch(List.of(), null);

  private final List<Step> steps;
  private final @Nullable UnreadableClass problem;

  private SchemaMatch(List<Step> steps, @Nullable UnreadableClass problem) {
    this.steps = List.copyOf(steps);
    this.problem = problem;
  }

  /**
   * Compares the class as it was written with the class here; costs one look-up per field.
   *
   * @param localForm what the class is here
   * @param local its fields here, those of serializable superclasses included
   */
  public static SchemaMatch of(Schema written, Schema.Form localForm, List<LocalField> local) {
    if (written.form() != localForm) {
      return new SchemaMatch(
          List.of(),
          new UnreadableClass(
              written.className(),
              "",
              "was written as "
                  + written.form().label()
                  + " and is "
                  + localForm.label()
                  + " here"));
    }
    Map<String, List<Integer>> byName = new HashMap<>();
    for (int i = 0; i < local.size(); i++) {
      byName.computeIfAbsent(local.get(i).name(), name -> new ArrayList<>(1)).add(i);
    }
    int[] chosen = choose(written, byName, local);
    boolean[] taken = new boolean[local.size()];
    for (int index : chosen) {
      if (index != DROPPED) {
        taken[index] = true;
      }
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < chosen.length; i++) {
      SchemaField field = written.fields().get(i);
      for (int candidate : byName.getOrDefault(field.name(), List.of())) {
        if (chosen[i] == DROPPED && !taken[candidate]) {
          return refused(
              written,
              field,
              "has namesakes in superclasses, there or here, and cannot be told from them");
        }
      }
      String type = chosen[i] == DROPPED ? "" : local.get(chosen[i]).typeName();
      Conversion.Fit fit =
          chosen[i] == DROPPED ? Conversion.Fit.ALWAYS : Conversion.fit(field.kind(), type);
      if (fit == Conversion.Fit.NEVER) {
        return refused(
            written, field, "was written as " + field.kind().label() + " and is " + type + " here");
      }
      steps.add(new Step(field, chosen[i], fit));
    }
    return new SchemaMatch(steps, null);
  }

  private static SchemaMatch refused(Schema written, SchemaField field, String reason) {
    return new SchemaMatch(
        List.of(), new UnreadableClass(written.className(), field.name(), reason));
  }

  private static int[] choose(
      Schema written, Map<String, List<Integer>> byName, List<LocalField> local) {
    int[] chosen = new int[written.fields().size()];
    for (int i = 0; i < chosen.length; i++) {
      SchemaField field = written.fields().get(i);
      List<Integer> candidates = byName.getOrDefault(field.name(), List.of());
      chosen[i] = field.owner().isEmpty() && candidates.size() == 1 ? candidates.get(0) : DROPPED;
      for (int candidate : candidates) {
        if (local.get(candidate).owner().equals(field.owner())) {
          chosen[i] = candidate;
        }
      }
    }
    return chosen;
  }

  /** Returns why no object of the class can be read here, null if objects can. */
  public @Nullable UnreadableClass problem() {
    return problem;
  }

  /** Returns one step for each written field, in the order of the values; empty if unreadable. */
  public List<Step> steps() {
    return steps;
  }
}
