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

import org.holdfast.drill.demo.StandardWorkload;

/** Paths and queries in which the number of the user stands that asks. */
public final class UserPaths {
  /** What stands for the number of the user that asks, 0 for the first of all. */
  public static final String USER = "{user}";

  private UserPaths() {}

  /**
   * What users of {@code workload} ask for: who says who it is is told if given another's session.
   */
  public static String of(StandardWorkload workload) {
    return workload == StandardWorkload.SESSION_VALIDATION
        ? workload.path() + "?client=" + USER
        : workload.path();
  }

  /** Path and query as {@code user} asks for them. */
  public static String of(String target, int user) {
    return target.contains(USER) ? target.replace(USER, Integer.toString(user)) : target;
  }
}
