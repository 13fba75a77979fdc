// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.Locale;

/** From where a user's think time is measured. */
public enum ThinkFrom {
  /** From the answer to the next request: a slow server is asked less often. */
  RESPONSE,
  /**
   * From the time at which the last request was due to that of the next, on an absolute schedule:
   * what the answer took is taken off, and a user that falls behind catches up. Times from due then
   * show what a slow answer did to the requests after it.
   */
  CYCLE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
