// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

/**
 * One question asked of a stage.
 *
 * @param name stable, for programs
 * @param kind what a no means
 * @param passed whether the answer is yes
 * @param words the figure and its bound, for people
 */
public record Check(String name, Kind kind, boolean passed, String words) {

  /** What it means that a check did not pass; the first kind that has one decides. */
  public enum Kind {
    /** Requests failed or updates were lost: true however well the load was driven. */
    ERRORS,
    /** The stage measured something else than what was asked for: its times do not count. */
    VALIDITY,
    /** Responses took longer than allowed. */
    BOUND
  }
}
