// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.Arrays;
import java.util.Locale;

/** Who keeps the sessions of nodes that the planner starts. */
public enum Manager {
  /** Holdfast, with one copy besides the primary. */
  HOLDFAST,
  /** Tomcat's own manager in each node: sessions die with their node. */
  NONE,
  /** Tomcat's BackupManager: one copy, held as live objects. */
  TOMCAT_BACKUP,
  /** Tomcat's DeltaManager: a copy on every node. */
  TOMCAT_DELTA,
  /** Whoever does in servers that run already. */
  GIVEN;

  /**
   * Reads the name that a command line gives.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  static Manager parse(String option, String name) {
    for (Manager manager : values()) {
      if (manager != GIVEN && manager.toString().equals(name.strip().toLowerCase(Locale.ROOT))) {
        return manager;
      }
    }
    throw new IllegalArgumentException(
        option
            + " must be of "
            + String.join(
                ", ",
                Arrays.stream(values())
                    .filter(manager -> manager != GIVEN)
                    .map(Manager::toString)
                    .toList())
            + ", was \""
            + name
            + "\"");
  }

  /** Whether sessions survive their node. */
  boolean replicates() {
    return this != NONE && this != GIVEN;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
