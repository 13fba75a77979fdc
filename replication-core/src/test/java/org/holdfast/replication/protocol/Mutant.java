// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;

/**
 * A mistake that somebody could make in the protocol: a rule left out or turned around.
 *
 * @param name what goes wrong
 * @param rule which rule that is: a number of the list in {@code mutants.txt}, or a word of it
 * @param why why the simulator cannot notice and a directed test must; empty if the simulator must
 * @param seeds what the simulator is given to notice it
 * @param edits what is written instead
 */
record Mutant(String name, String rule, String why, Seeds seeds, List<Edit> edits) {
  /** Directories in which, and below which, files are that may be changed. */
  static final List<String> DIRECTORIES = List.of("protocol", "session");

  /** Which plans count. For all but {@link #ANY}, only the run with failures does. */
  enum Plans {
    ANY,
    /** Plans in which only the majority may serve. */
    CONSISTENT,
    /** Plans in which some values cannot be encoded. */
    ENCODING;

    /** The seeds begin after this one. */
    long before() {
      return this == ENCODING ? Plan.FIRST_OF_ALL_KINDS : 0;
    }
  }

  /**
   * @param most runs, or fewer if it is noticed before; 0 if nothing special was said
   */
  record Seeds(int most, Plans plans) {
    static final Seeds USUAL = new Seeds(0, Plans.ANY);
  }

  /**
   * @param file source with one of {@link Mutant#DIRECTORIES}, in or below which only one has the
   *     name
   * @param original found there exactly once
   */
  record Edit(String file, String original, String replacement) {
    boolean isOfSession() {
      return file.startsWith("session/");
    }
  }

  /** Whether a directed test must notice it. */
  boolean directed() {
    return !why.isEmpty();
  }

  /**
   * Whether it lies in what stands on the protocol, of which the simulator contains only what
   * decides which attributes a commit sends.
   */
  boolean isOfSession() {
    return edits.stream().anyMatch(Edit::isOfSession);
  }
}
