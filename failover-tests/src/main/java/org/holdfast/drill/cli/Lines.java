// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
