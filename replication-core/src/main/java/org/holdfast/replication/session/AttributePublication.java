// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a capture is news.
 *
 * @param items attributes and units that no later capture has overtaken
 * @param unitsGone names of units that nobody belongs to any more
 * @param heldBack attributes of which the secondaries keep what they have
 */
record AttributePublication(
    List<AttributeCapture.Item> items, Set<String> unitsGone, List<HeldBack> heldBack) {
  /** The one item that differs, if that is all; else null. */
  AttributeCapture.@Nullable Item onlyChange() {
    AttributeCapture.Item found = null;
    for (AttributeCapture.Item item : items) {
      if (item.differs) {
        if (found != null) {
          return null;
        }
        found = item;
      }
    }
    return unitsGone.isEmpty() ? found : null;
  }

  /** Whether anything differs from what the secondaries have. */
  boolean isAnything() {
    for (AttributeCapture.Item item : items) {
      if (item.differs) {
        return true;
      }
    }
    return !unitsGone.isEmpty();
  }
}
