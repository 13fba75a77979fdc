// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes whose name here is not the name on the wire. The name on the wire stays what it was
 * before the class was renamed, for writing too: so nodes that do not know the new name read what
 * the others write. Immutable.
 */
public final class ClassAliases {
  /** The aliases of an application in which no class was renamed. */
  public static final ClassAliases NONE = new ClassAliases(Map.of(), Map.of());

  private final Map<String, String> localOfWire;
  private final Map<String, String> wireOfLocal;

  private ClassAliases(Map<String, String> localOfWire, Map<String, String> wireOfLocal) {
    this.localOfWire = localOfWire;
    this.wireOfLocal = wireOfLocal;
  }

  /**
   * Parses {@code wire.Name=local.Name;...}; empty for no aliases. Names are those of {@link
   * Class#getName()}; a nested class needs an entry of its own.
   *
   * @throws IllegalArgumentException if an entry is no pair of class names, names a class of the
   *     JDK, or a name stands twice on one side; the message names the entry
   */
  public static ClassAliases parse(String text) {
    Map<String, String> localOfWire = new HashMap<>();
    Map<String, String> wireOfLocal = new HashMap<>();
    for (String raw : text.split(";", -1)) {
      String entry = raw.strip();
      if (entry.isEmpty()) {
        continue;
      }
      int equals = entry.indexOf('=');
      String wire = equals < 0 ? "" : entry.substring(0, equals).strip();
      String local = entry.substring(equals + 1).strip();
      if (!isClassName(wire) || !isClassName(local)) {
        throw refused(entry, "must be two class names, wire.Name=local.Name");
      }
      if (wire.startsWith("java.") || local.startsWith("java.")) {
        throw refused(entry, "names a class of the JDK: those have ways of their own on the wire");
      }
      if (localOfWire.put(wire, local) != null || wireOfLocal.put(local, wire) != null) {
        throw refused(entry, "names a class for the second time on one side");
      }
    }
    return localOfWire.isEmpty()
        ? NONE
        : new ClassAliases(Map.copyOf(localOfWire), Map.copyOf(wireOfLocal));
  }

  private static IllegalArgumentException refused(String entry, String reason) {
    return new IllegalArgumentException("classAliases: entry \"" + entry + "\" " + reason);
  }

  private static boolean isClassName(String name) {
    boolean first = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '.' ? first : !Character.isJavaIdentifierPart(c)) {
        return false;
      }
      first = c == '.';
    }
    return !first;
  }

  /** Returns the name here of a class or array that bytes name. */
  public String localName(String wireName) {
    return map(wireName, localOfWire);
  }

  /** Returns the name on the wire of a class or array here. */
  public String wireName(String localName) {
    return map(localName, wireOfLocal);
  }

  /**
   * Returns why objects of a class or array here cannot be written, or null if they can. The reason
   * is another class here with its name on the wire: readers could not tell them apart. Continues a
   * sentence that begins with the class.
   */
  public @Nullable String usurped(String localName) {
    if (localOfWire.isEmpty()) {
      return null;
    }
    String name = elementName(localName);
    String usurper = wireOfLocal.containsKey(name) ? null : localOfWire.get(name);
    return usurper == null
        ? null
        : "has the name that class " + usurper + " has on the wire (classAliases)";
  }

  private static String map(String name, Map<String, String> names) {
    if (names.isEmpty()) {
      return name;
    }
    String mapped = names.get(elementName(name));
    if (mapped == null) {
      return name;
    }
    return name.startsWith("[")
        ? name.substring(0, name.lastIndexOf('[') + 2) + mapped + ";"
        : mapped;
  }

  /** Returns the class in the name of an array; the name itself of anything else. */
  private static String elementName(String name) {
    boolean isArrayOfObjects = name.startsWith("[") && name.endsWith(";");
    int start = name.lastIndexOf('[') + 2;
    return isArrayOfObjects && name.startsWith("L", start - 1)
        ? name.substring(start, name.length() - 1)
        : name;
  }
}
