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
