// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

/** Bounds of the numbers of a command line. */
public final class Ranges {
  private Ranges() {}

  /**
   * @param option as it is named in the message
   * @throws IllegalArgumentException if {@code value} is not between the other two
   */
  public static void require(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          option + " must be between " + least + " and " + most + ", was " + value);
    }
  }
}
