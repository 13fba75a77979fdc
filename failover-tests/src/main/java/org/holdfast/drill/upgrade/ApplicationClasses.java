// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one version of an application, by name, and those of shared jars that they may
 * extend. Immutable once read; nothing is loaded but classes of the JDK.
 */
final class ApplicationClasses {
  private final Map<String, ClassFile> own = new TreeMap<>();
  private final Map<String, ClassFile> shared = new HashMap<>();

  private ApplicationClasses() {}

  /**
   * @param shared jars and directories of the container or of another loader above the application
   * @throws IOException if a path cannot be read, or holds what is no class file under the name of
   *     one; the message names it
   */
  static ApplicationClasses read(Path path, Path... shared) throws IOException {
    ApplicationClasses read = new ApplicationClasses();
    ClassFinder.find(path, type -> read.own.putIfAbsent(type.name(), type));
    for (Path each : shared) {
      ClassFinder.find(each, type -> read.shared.putIfAbsent(type.name(), type));
    }
    return read;
  }

  /** Returns the classes of the application itself, in the order of their names. */
  Collection<ClassFile> all() {
    return own.values();
  }

  @Nullable ClassFile find(@Nullable String name) {
    if (name == null) {
      return null;
    }
    ClassFile found = own.get(name);
    return found == null ? shared.get(name) : found;
  }

  /** Returns the class and its superclasses as far as they are here, the lowest first. */
  List<ClassFile> hierarchy(ClassFile type) {
    List<ClassFile> hierarchy = new ArrayList<>();
    for (ClassFile at = type; at != null && !hierarchy.contains(at); at = find(at.superName())) {
      hierarchy.add(at);
    }
    return hierarchy;
  }

  /** Returns the first superclass that is not here: one of the JDK or the container. */
  String outerSuperclass(ClassFile type) {
    List<ClassFile> hierarchy = hierarchy(type);
    String name = hierarchy.get(hierarchy.size() - 1).superName();
    return name == null ? "java.lang.Object" : name;
  }

  /** Returns the superclasses whose descriptions JDK serialization writes, those of the JDK too. */
  List<String> serializableSuperclasses(ClassFile type) {
    List<String> above = new ArrayList<>();
    String name = type.superName();
    while (name != null && isSubtype(name, SessionClass.SERIALIZABLE) && !above.contains(name)) {
      above.add(name);
      ClassFile here = find(name);
      Class<?> platform = here == null ? platformClass(name) : null;
      Class<?> superclass = platform == null ? null : platform.getSuperclass();
      name = here != null ? here.superName() : superclass == null ? null : superclass.getName();
    }
    return above;
  }

  /** Tells whether it is one as far as the supertypes are here or in the JDK. */
  boolean isSubtype(String name, String supertype) {
    if (name.startsWith("[") && supertype.startsWith("[")) {
      String element = element(name);
      String above = element(supertype);
      return element.equals(above)
          || (element.length() > 1 && above.length() > 1 && isSubtype(element, above));
    }
    return supertype.equals("java.lang.Object") || supertypesOf(name).contains(supertype);
  }

  /** Tells whether both are in the same package, and so can use what only that may use. */
  static boolean inOnePackage(String one, String other) {
    return one.substring(0, one.lastIndexOf('.') + 1)
        .equals(other.substring(0, other.lastIndexOf('.') + 1));
  }

  /**
   * Returns a supertype that is neither here nor in the JDK; null if all are known. The container's
   * own API does not count: of its types only servlets are serializable.
   */
  @Nullable String unknownSupertype(String name) {
    return supertypesOf(name).stream()
        .filter(each -> find(each) == null && platformClass(each) == null)
        .filter(each -> !each.startsWith("jakarta.") && !each.startsWith("javax."))
        .findFirst()
        .orElse(null);
  }

  /** Returns {@code name} and all above it, as far as it is known. */
  Set<String> supertypesOf(String name) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (seen.add(next)) {
        open.addAll(directSupertypes(next));
      }
    }
    return seen;
  }

  private static String element(String array) {
    String element = array.substring(1);
    return element.startsWith("L") ? element.substring(1, element.length() - 1) : element;
  }

  private List<String> directSupertypes(String name) {
    List<String> above = new ArrayList<>();
    ClassFile here = find(name);
    if (here != null) {
      above.addAll(here.interfaces());
      if (here.superName() != null) {
        above.add(here.superName());
      }
      return above;
    }
    Class<?> platform = platformClass(name);
    if (platform != null) {
      for (Class<?> each : platform.getInterfaces()) {
        above.add(each.getName());
      }
      if (platform.getSuperclass() != null) {
        above.add(platform.getSuperclass().getName());
      }
    }
    return above;
  }

  /** Returns the class of the JDK that runs this; null if it has none of that name. */
  static @Nullable Class<?> platformClass(String name) {
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }
}
