// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import org.holdfast.replication.serialization.codec.CopyBudget;

/**
 * The shared content that all objects of one class in a stream are handed. They get it in their
 * fields, and by the reads of their {@code readObject}; it is shared if it stands elsewhere in the
 * stream, too.
 */
final class Handed {
  private long slotsOfFields;
  private long bytes;
  private long units;

  void field(Content content, boolean again) {
    slotsOfFields += content.unpaidSlots(again);
    read(content, again);
  }

  void read(Content content, boolean again) {
    bytes += content.unpaidBytes(again);
    units += content.unpaidUnits(again);
  }

  boolean isNothing() {
    return bytes == 0 && units == 0;
  }

  /** Returns the units of {@link CopyBudget} that this costs for a class with {@code hook}. */
  long units(ReadHook hook) {
    return switch (hook) {
      case NONE -> 0;
      case CONTAINER -> slotsOfFields;
      case PLATFORM -> units;
      case OWN -> bytes / CopyBudget.COPIES_PER_UNIT;
    };
  }
}
