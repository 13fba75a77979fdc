// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

/**
 * The reason why objects of a class cannot be read here though their bytes are whole: another
 * version of the application wrote them. Texts that came with the bytes are cut and made printable.
 *
 * @param className its name here; of a class that is missing, its name in the bytes
 * @param field the field or enum constant, empty if the class as a whole is the matter
 * @param reason continues a sentence that begins with the field, or else with the class
 */
public record UnreadableClass(String className, String field, String reason) {
  public UnreadableClass {
    className = Printable.message(className);
    field = Printable.part(field);
    reason = Printable.message(reason);
  }

  /** Returns class, field and reason as one sentence. */
  public String sentence() {
    return "class " + className + (field.isEmpty() ? " " : ", field " + field + ": ") + reason;
  }
}
