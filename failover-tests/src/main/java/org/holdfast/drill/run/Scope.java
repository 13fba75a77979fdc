// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Locale;

/** How much of a session travels with an update. */
public enum Scope {
  SESSION,
  MODIFIED_SESSION,
  MODIFIED_ATTRIBUTE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
