// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.Locale;

/** Which counters that answers show are followed, so that a lost update is noticed. */
public enum FollowCounters {
  /** The one of the only page, if there is but one: what several pages count is not known. */
  AUTO,
  /** That of each page, which must count each of its requests; other pages may count there, too. */
  EACH,
  /** None: numbers in answers mean something else. */
  NONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
