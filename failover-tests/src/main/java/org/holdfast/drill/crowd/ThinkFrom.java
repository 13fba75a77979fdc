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

/** From where a user's think time is measured. */
public enum ThinkFrom {
  /** From the answer to the next request: a slow server is asked less often. */
  RESPONSE,
  /**
   * From the time at which the last request was due to that of the next, on an absolute schedule:
   * what the answer took is taken off, and a user that falls behind catches up. Times from due then
   * show what a slow answer did to the requests after it.
   */
  CYCLE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
