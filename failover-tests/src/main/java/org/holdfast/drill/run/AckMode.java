// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Locale;

/** What the verdict allows to be lost. */
public enum AckMode {
  /** Nothing that was answered. */
  SYNC,
  /** What a node answered in the last moments before it died or hung, or was alone after a cut. */
  ASYNC;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
