// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The way in which the value of a field travels. The codes are part of the wire format. */
public enum FieldKind {
  BOOLEAN('Z', "boolean", "java.lang.Boolean"),
  BYTE('B', "byte", "java.lang.Byte"),
  CHAR('C', "char", "java.lang.Character"),
  SHORT('S', "short", "java.lang.Short"),
  INT('I', "int", "java.lang.Integer"),
  LONG('J', "long", "java.lang.Long"),
  FLOAT('F', "float", "java.lang.Float"),
  DOUBLE('D', "double", "java.lang.Double"),
  /** A field declared as a string: the value travels without its class. */
  STRING('T', "java.lang.String", "java.lang.String"),
  /** A field declared as any other reference type: the value travels with its class. */
  OBJECT('O', "", "");

  private static final Map<String, FieldKind> BY_TYPE = new HashMap<>();
  private static final Map<String, FieldKind> BY_BOX = new HashMap<>();

  static {
    for (FieldKind kind : values()) {
      BY_TYPE.put(kind.typeName, kind);
      BY_BOX.put(kind.boxName, kind);
    }
  }

  private final int code;
  private final String typeName;
  private final String boxName;

  FieldKind(char code, String typeName, String boxName) {
    this.code = code;
    this.typeName = typeName;
    this.boxName = boxName;
  }

  int code() {
    return code;
  }

  static @Nullable FieldKind ofCode(int code) {
    for (FieldKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    return null;
  }

  /**
   * Returns the kind of a field.
   *
   * @param typeName declared type, as {@link Class#getName()} gives it
   */
  public static FieldKind ofType(String typeName) {
    return BY_TYPE.getOrDefault(typeName, OBJECT);
  }

  /** Returns the kind of the primitive that {@code typeName} boxes, null if it is no box. */
  static @Nullable FieldKind ofBox(String typeName) {
    FieldKind kind = BY_BOX.get(typeName);
    return kind == null || !kind.isPrimitive() ? null : kind;
  }

  /** Tells whether this is one of the eight primitive types. */
  public boolean isPrimitive() {
    return this != STRING && this != OBJECT;
  }

  boolean isNumber() {
    return isPrimitive() && this != BOOLEAN && this != CHAR;
  }

  /** Returns the declared type of such fields, for messages. */
  public String label() {
    return this == OBJECT ? "object" : this == STRING ? "String" : typeName;
  }
}
