// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
