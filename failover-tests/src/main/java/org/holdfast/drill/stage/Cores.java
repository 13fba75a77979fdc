// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Tells of processors, of which a quota may allow a part. */
public final class Cores {
  private Cores() {}

  /** For example "1 core", "2 cores", "0.4 cores". */
  public static String words(double cores) {
    String number =
        BigDecimal.valueOf(cores)
            .setScale(cores < 0.1 ? 4 : 2, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString();
    return number + (number.equals("1") ? " core" : " cores");
  }
}
