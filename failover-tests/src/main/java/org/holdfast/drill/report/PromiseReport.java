// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

/**
 * One promise and what was seen of it.
 *
 * @param promised such as {@code no answered update is lost}
 * @param seen such as {@code 0 of 10,705 lost}
 * @param kept whether it was
 */
public record PromiseReport(String promised, String seen, boolean kept) {
  private static final String UNCHECKED = "not checked, as ";

  /** One that nobody could check; it is held against nobody. */
  public static PromiseReport unchecked(String promised, String why) {
    return new PromiseReport(promised, UNCHECKED + why, true);
  }

  /** Whether somebody could check it. */
  boolean wasChecked() {
    return !seen.startsWith(UNCHECKED);
  }
}
