// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.drill.upgrade.ClassFile.Member;

/**
 * Which classes without hooks travel through JDK serialization nevertheless, as one object that
 * needs it takes its whole attribute along. Found out from declared types: what a class holds, and
 * what holds it. Immutable.
 */
final class JdkTravel {
  /** How sure that is. */
  enum Level {
    NEVER,
    /** If a field or container holds what it may hold. */
    MAYBE,
    /** Unless a field is null. */
    SURE;

    Level atMost(Level other) {
      return compareTo(other) < 0 ? this : other;
    }

    Level orMore(Level other) {
      return compareTo(other) > 0 ? this : other;
    }
  }

  /**
   * How a class travels.
   *
   * @param cause the class that needs JDK serialization, or class and field of one that holds it;
   *     empty for NEVER
   */
  record Why(Level level, String cause) {}

  private static final Why BY_ITSELF = new Why(Level.NEVER, "");

  private final ApplicationClasses application;
  private final Map<String, SessionClass> classes = new HashMap<>();
  private final Map<String, List<SessionClass>> below = new HashMap<>();
  private final Map<String, Why> holds = new HashMap<>();
  private final Map<String, Why> isHeld = new HashMap<>();

  /**
   * @param classes all of {@code application} that a session may hold
   */
  JdkTravel(ApplicationClasses application, Collection<SessionClass> classes) {
    this.application = application;
    for (SessionClass each : classes) {
      String name = each.type().name();
      this.classes.put(name, each);
      if (each.way() == SessionClass.Way.JDK) {
        holds.put(name, new Why(Level.SURE, name));
      }
      for (String above : application.supertypesOf(name)) {
        below.computeIfAbsent(above, absent -> new ArrayList<>()).add(each);
      }
    }
    while (findsMoreHolders()) {
      // what a class holds may hold something in turn
    }
    List.copyOf(holds.keySet()).forEach(this::takeAlong);
  }

  /** Returns how objects of a class travel that are written field by field. */
  Why of(String className) {
    Why holding = holds.getOrDefault(className, BY_ITSELF);
    return holding.level == Level.NEVER ? isHeld.getOrDefault(className, BY_ITSELF) : holding;
  }

  private boolean findsMoreHolders() {
    boolean more = false;
    for (SessionClass each : classes.values()) {
      Why before = holds.getOrDefault(each.type().name(), BY_ITSELF);
      Why after = before;
      for (int i = 0; i < each.local().size(); i++) {
        Level level = level(each.types().get(i));
        if (level.compareTo(after.level) > 0) {
          after = new Why(level, each.type().name() + ", " + each.local().get(i).name());
        }
      }
      if (!after.equals(before)) {
        holds.put(each.type().name(), after);
        more = true;
      }
    }
    return more;
  }

  private Level level(TypeUse type) {
    Level level = type.name().isEmpty() ? Level.NEVER : ofClass(type.className());
    if (type.isArray()) {
      level = level.atMost(Level.MAYBE);
    }
    for (TypeUse argument : type.arguments()) {
      level = level.orMore(level(argument).atMost(Level.MAYBE));
    }
    return level;
  }

  private Level ofClass(String name) {
    if (application.find(name) == null) {
      return PlatformTypes.level(name);
    }
    List<SessionClass> values = below.getOrDefault(name, List.of());
    if (classes.containsKey(name) && held(name) == Level.SURE) {
      return Level.SURE;
    }
    List<Level> levels = values.stream().map(each -> held(each.type().name())).toList();
    if (!levels.isEmpty() && levels.stream().allMatch(each -> each == Level.SURE)) {
      return Level.SURE;
    }
    return levels.stream().allMatch(each -> each == Level.NEVER) ? Level.NEVER : Level.MAYBE;
  }

  private Level held(String name) {
    return holds.getOrDefault(name, BY_ITSELF).level;
  }

  /** Notes all that objects of a class may refer to. */
  private void takeAlong(String holder) {
    Why why = new Why(Level.MAYBE, holds.getOrDefault(holder, BY_ITSELF).cause);
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(holder));
    while (!open.isEmpty()) {
      SessionClass next = classes.get(open.remove());
      if (next == null) {
        continue;
      }
      for (String mentioned : mentioned(next)) {
        for (SessionClass value : below.getOrDefault(mentioned, List.of())) {
          if (seen.add(value.type().name())) {
            isHeld.putIfAbsent(value.type().name(), why);
            open.add(value.type().name());
          }
        }
      }
    }
  }

  /** Returns the classes of the application that the declared types of its fields name. */
  private Set<String> mentioned(SessionClass type) {
    Set<String> names = new HashSet<>();
    for (ClassFile at : application.hierarchy(type.type())) {
      for (Member field : SessionClass.travelling(at)) {
        TypeUse.of(field).mention(names);
      }
    }
    names.removeIf(name -> application.find(name) == null);
    return names;
  }
}
