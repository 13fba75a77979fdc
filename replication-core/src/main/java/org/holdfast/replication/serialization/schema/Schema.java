// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import java.util.List;

/**
 * The description of a class by the node that wrote its objects. It travels once per attribute,
 * before the first object of the class. With it a node that has another version of the class can
 * read the objects: see {@link SchemaMatch}. Immutable.
 *
 * @param className the name on the wire, which {@link ClassAliases} may map to another name here;
 *     of arrays as {@link Class#getName()} gives it
 * @param form the parts that its objects are made of
 * @param fields the fields in the order in which each object has their values; empty unless {@code
 *     form} has fields
 */
public record Schema(String className, Form form, List<SchemaField> fields) {
  /** The most bytes of an encoded schema. JDK serialization writes a class that needs more. */
  public static final int MAX_BYTES = 1 << 16;

  /** The form of the objects of a class. The codes are part of the wire format. */
  public enum Form {
    BEAN('B', "a class with fields"),
    RECORD('R', "a record"),
    /** An enum, whose constants travel by their name. */
    ENUM('E', "an enum"),
    /** An array: a length, then elements with their classes. */
    ARRAY('A', "an array");

    private final int code;
    private final String label;

    Form(char code, String label) {
      this.code = code;
      this.label = label;
    }

    int code() {
      return code;
    }

    /** Returns the form in words with an article, for messages. */
    public String label() {
      return label;
    }

    boolean hasFields() {
      return this == BEAN || this == RECORD;
    }
  }

  public Schema {
    fields = List.copyOf(fields);
    if (!form.hasFields() && !fields.isEmpty()) {
      throw new IllegalArgumentException(
          "class " + className + " is " + form.label() + " and has no fields, was given " + fields);
    }
  }
}
