// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which fields may hold objects of a class, and whether the other version keeps them: an unreadable
 * object in a field that is dropped does no harm. Found out from declared types. Filled, then
 * asked.
 */
final class HoldingFields {
  /** What becomes of objects that cannot be read. */
  enum Fate {
    /** A field that is kept holds them, or none does: they are attributes by themselves then. */
    KEPT,
    /** A field that is kept may hold them. */
    PERHAPS_KEPT,
    /** All fields that hold them are dropped. */
    DROPPED
  }

  /** A field of a class, and what becomes of it. */
  private record Holder(String className, String field, boolean dropped) {
    @Override
    public String toString() {
      return className + ", " + field;
    }
  }

  private final ApplicationClasses application;
  private final JdkTravel travel;
  private final Map<String, List<Holder>> holders = new HashMap<>();

  HoldingFields(ApplicationClasses application, JdkTravel travel) {
    this.application = application;
    this.travel = travel;
  }

  /**
   * @param dropped names of its fields that the other version reads past
   */
  void add(SessionClass type, Set<String> dropped) {
    for (int i = 0; i < type.local().size(); i++) {
      String field = type.local().get(i).name();
      Holder holder = new Holder(type.type().name(), field, dropped.contains(field));
      Set<String> mentioned = new HashSet<>();
      type.types().get(i).mention(mentioned);
      for (String name : mentioned) {
        if (application.find(name) != null && !name.equals(holder.className)) {
          holders.computeIfAbsent(name, absent -> new ArrayList<>()).add(holder);
        }
      }
    }
  }

  /**
   * Returns those of {@code unreadable} that are in dropped fields alone: of classes that are
   * present there, or of others that are in dropped fields alone themselves.
   */
  Set<String> dropped(Collection<String> unreadable) {
    Set<String> dropped = new HashSet<>(unreadable);
    dropped.removeIf(name -> !holders.containsKey(name));
    while (dropped.removeIf(name -> !holders(name).stream().allMatch(goes(dropped)))) {
      // without one, those that it holds may be kept
    }
    Set<String> reached = new HashSet<>();
    while (dropped.stream()
        .filter(name -> !reached.contains(name))
        .filter(
            name ->
                holders(name).stream()
                    .anyMatch(
                        holder ->
                            !dropped.contains(holder.className)
                                || reached.contains(holder.className)))
        .toList()
        .stream()
        .anyMatch(reached::add)) {
      // a ring of classes that no other holds is none that is dropped
    }
    return reached;
  }

  private java.util.function.Predicate<Holder> goes(Set<String> dropped) {
    return holder ->
        dropped.contains(holder.className)
            || (holder.dropped && travel.of(holder.className).level() != JdkTravel.Level.SURE);
  }

  private List<Holder> holders(String name) {
    return holders.getOrDefault(name, List.of());
  }

  /**
   * @param dropped what {@link #dropped} returned
   */
  Fate fate(String name, Set<String> dropped) {
    if (!dropped.contains(name)) {
      return Fate.KEPT;
    }
    boolean throughJdk =
        holders(name).stream()
            .anyMatch(holder -> travel.of(holder.className).level() != JdkTravel.Level.NEVER);
    boolean inSupertype =
        application.supertypesOf(name).stream()
            .filter(above -> !above.equals(name))
            .flatMap(above -> holders(above).stream())
            .anyMatch(holder -> !goes(dropped).test(holder));
    return throughJdk || inSupertype ? Fate.PERHAPS_KEPT : Fate.DROPPED;
  }

  boolean isHeld(String name) {
    return holders.containsKey(name);
  }

  /** Returns one of the fields that hold it, for messages. */
  String example(String name) {
    return holders(name).isEmpty() ? "" : holders(name).get(0).toString();
  }
}
