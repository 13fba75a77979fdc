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

package org.holdfast.drill.crowd;

import java.util.Locale;

/** Which counters that answers show are followed, so that a lost update is noticed. */
public enum FollowCounters {
  /** The one of the only page, if there is but one: what several pages count is not known. */
  AUTO,
  /** That of each page, which must count each of its requests; other pages may count there, too. */
  EACH,
  /** None: numbers in answers mean something else. */
  NONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
