// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import org.holdfast.replication.serialization.codec.CopyBudget;

/**
 * The cost of copying or parsing an object that is handed to a {@code readObject}. It covers the
 * object's own contents, and not those of its elements, which are placed and not copied. One per
 * object of a stream. Numbers end at {@link Integer#MAX_VALUE}, which is beyond every budget.
 */
final class Content {
  // Each twice: all of it, and the part that stands elsewhere in the stream, which has not paid
  // with its length here.
  private int slots;
  private int sharedSlots;
  private int bytes;
  private int sharedBytes;
  private int units;
  private int sharedUnits;
  private boolean text;

  void addText(long length) {
    text = true;
    addBytes(length, length);
  }

  /** Adds elements of an array of primitives: elements wider than a byte are never parsed. */
  void addPrimitives(long length, int width) {
    long size = length * width;
    addBytes(size, width == 1 ? size : size / CopyBudget.COPIES_PER_UNIT);
  }

  /** Adds the bytes that the object's own methods have written. */
  void addWritten(long length) {
    addBytes(length, length);
  }

  private void addBytes(long size, long parsed) {
    bytes = sum(bytes, size);
    units = sum(units, parsed);
  }

  void addSlots(long more) {
    slots = sum(slots, more);
    addBytes(more, more);
  }

  /** Adds slots for which there are no bytes. */
  void addRepeatedSlots(long more) {
    addSlots(more);
    sharedSlots = sum(sharedSlots, more);
    sharedBytes = sum(sharedBytes, more);
    sharedUnits = sum(sharedUnits, more);
  }

  /**
   * Adds an element of an array: a class that parses texts parses each text of an array.
   *
   * @param again whether it is a reference to an object elsewhere in the stream
   */
  void addElement(Content element, boolean again) {
    if (element.text) {
      long each = (long) CopyBudget.FREE_TEXT + element.units;
      units = sum(units, each);
      sharedUnits = sum(sharedUnits, again ? each : 0);
    }
  }

  /** Adds the contents of an object that this one is a view of. */
  void addViewed(Content viewed, boolean again) {
    slots = sum(slots, viewed.slots);
    bytes = sum(bytes, viewed.bytes);
    units = sum(units, viewed.units);
    sharedSlots = sum(sharedSlots, viewed.unpaidSlots(again));
    sharedBytes = sum(sharedBytes, viewed.unpaidBytes(again));
    sharedUnits = sum(sharedUnits, again ? viewed.units : viewed.sharedUnits);
  }

  int unpaidSlots(boolean again) {
    return again ? slots : sharedSlots;
  }

  int unpaidBytes(boolean again) {
    return again ? bytes : sharedBytes;
  }

  /** Returns the units of {@link CopyBudget} that parsing it costs. */
  int unpaidUnits(boolean again) {
    if (!again) {
      return sharedUnits;
    }
    return text ? Math.max(0, units - CopyBudget.FREE_TEXT) : units;
  }

  static int sum(int one, long other) {
    return (int) Math.min(Integer.MAX_VALUE, one + other);
  }
}
