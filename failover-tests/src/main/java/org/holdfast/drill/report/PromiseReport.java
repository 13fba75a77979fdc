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
