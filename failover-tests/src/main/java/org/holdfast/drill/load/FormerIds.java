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

package org.holdfast.drill.load;

/**
 * How often users gave up ids of sessions, and what became of those.
 *
 * @param logins ids that were changed
 * @param loginsLost changes of id whose answer was lost: such a user begins a new session
 * @param logouts sessions that were ended
 * @param tried ids given up by either that were sent once more afterwards, and answered
 */
public record FormerIds(long logins, long loginsLost, long logouts, long tried) {
  public static final FormerIds NONE = new FormerIds(0, 0, 0, 0);

  /** Adds up two users, or more. */
  public FormerIds plus(FormerIds other) {
    return new FormerIds(
        logins + other.logins,
        loginsLost + other.loginsLost,
        logouts + other.logouts,
        tried + other.tried);
  }
}
