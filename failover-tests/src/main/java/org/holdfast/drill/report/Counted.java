// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.Locale;

/** Counts things in words. */
public final class Counted {
  private Counted() {}

  /**
   * Such as {@code 1 user} and {@code 1,200 users}.
   *
   * @param one what there is one of; more of it have an {@code s} at the end
   */
  public static String of(long count, String one) {
    return String.format(Locale.ROOT, "%,d %s%s", count, one, count == 1 ? "" : "s");
  }
}
