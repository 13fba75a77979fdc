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

package org.holdfast.drill.cli;

import java.io.PrintWriter;

/** What commands say. */
public final class Lines {
  private Lines() {}

  /** Prints a line that is there at once, also where nobody watches. */
  public static void print(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  /** What an exception says, or at least what it is. */
  public static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }

  /** The same in one line, whatever was said in several. */
  public static String reasonInALine(Throwable cause) {
    return reason(cause).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
