// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import picocli.CommandLine.ParseResult;

/**
 * Refuses options that would change nothing beside the others of their line: who gives one expects
 * something of it, and the figures would hide that nothing came.
 */
public final class IdleOptions {
  private final ParseResult line;

  /**
   * @param line as it was given; what has its default was not
   */
  public IdleOptions(ParseResult line) {
    this.line = line;
  }

  /**
   * Whether the line has this option, be it with its default.
   *
   * @param option its longest name, with dashes
   */
  public boolean isGiven(String option) {
    return line.hasMatchedOption(option);
  }

  /**
   * Refuses each of {@code options} that is given.
   *
   * @param idle whether they change nothing; nothing is refused if not
   * @param why ends the sentence "--option means nothing"
   * @throws IllegalArgumentException if one is given all the same
   */
  public void refuse(boolean idle, String why, String... options) {
    for (String option : options) {
      if (idle && isGiven(option)) {
        throw new IllegalArgumentException(option + " means nothing " + why);
      }
    }
  }
}
