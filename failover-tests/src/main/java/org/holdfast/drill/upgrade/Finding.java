// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

/**
 * What the new version makes of objects of one class of the old one.
 *
 * @param className its name in the old version
 * @param field the field or enum constant, empty if the class as a whole is the matter
 * @param reason continues a sentence that begins with the field, or else with the class
 */
record Finding(Severity severity, String className, String field, String reason) {
  /** How bad it is. */
  enum Severity {
    /** No attribute with such an object can be read, at least if none of its fields is null. */
    UNREADABLE("cannot be read"),
    /** It depends on the values, or on what class files do not tell. */
    UNCERTAIN("may be unreadable"),
    /** It can be read, but something is dropped. */
    LOSS("read with loss");

    private final String title;

    Severity(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /** Returns it with a severity that is not worse; the addition ends its reason then. */
  Finding atMost(Severity worst, String addition) {
    return severity.compareTo(worst) < 0
        ? new Finding(worst, className, field, reason + addition)
        : this;
  }

  String sentence() {
    return className + (field.isEmpty() ? " " : ", " + field + ": ") + reason;
  }
}
