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

package org.holdfast.drill.jvm;

/** A JVM cannot be asked, or has nothing to tell; the message says which and why. */
public final class UnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says which JVM, and why. */
  public UnreachableException(String message) {
    super(message);
  }

  /** Says which JVM, and why, where something else has failed. */
  public UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
