/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
