// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.fault;

/** What can be said of a fault that lasts: that a command succeeded is no proof of anything. */
public enum Effect {
  /** It was seen to act on each node. */
  SEEN,
  /**
   * It can be seen, and on some node there is nothing to see: what the drill found proves nothing.
   */
  NONE,
  /** Nobody can tell. */
  UNKNOWN
}
