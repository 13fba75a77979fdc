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

import java.time.Duration;

/**
 * What users do.
 *
 * @param users closed users, at least 1
 * @param path path and query every request asks for
 * @param failoverTimeout how long a user waits for a connection and an answer before it turns to
 *     another node
 * @param retryDelay how long a user waits after a 503, a wrong answer, or when every node failed it
 * @param seed of think times and failover choices; equal seeds draw equal numbers for each user
 * @param eagerEvery every how manieth user asks at once, without thinking to the end, when its idle
 *     connection is closed and its node refuses a new one; 0 for none
 * @param loginPercent of 100 requests of a user with a session, how many change the id of the
 *     session, as at a login, and how many end it, 0 to 25; the id that was given up is tried once
 *     more afterwards
 */
public record LoadSettings(
    int users,
    String path,
    ThinkTime thinkTime,
    Duration failoverTimeout,
    Duration retryDelay,
    long seed,
    int eagerEvery,
    int loginPercent) {

  public LoadSettings {
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1, was " + users);
    }
    if (loginPercent < 0 || loginPercent > 25) {
      throw new IllegalArgumentException(
          "logins in percent must be between 0 and 25, was " + loginPercent);
    }
    requirePositive("failoverTimeout", failoverTimeout);
    requirePositive("retryDelay", retryDelay);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(
          name + " must be above 0 ms, was " + value.toMillis() + " ms");
    }
  }
}
