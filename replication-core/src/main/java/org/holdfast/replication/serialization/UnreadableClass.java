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

package org.holdfast.replication.serialization;

/**
 * Why objects of a class cannot be read here though their bytes are whole: another version of the
 * application wrote them. Texts that came with the bytes are cut and made printable.
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

  /** Returns all three as one sentence. */
  public String sentence() {
    return "class " + className + (field.isEmpty() ? " " : ", field " + field + ": ") + reason;
  }
}
