// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.Locale;

/** The two versions of what nodes run that a rolling upgrade goes between. */
public enum NodeVersion {
  /** What the cluster was launched with. */
  FIRST,
  /** What it is upgraded to. */
  NEXT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
