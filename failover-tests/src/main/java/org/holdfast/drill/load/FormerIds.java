// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
