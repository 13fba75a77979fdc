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
