// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the objects of one attribute by identity, from 0 on. One probe tells a known object and
 * finds the place of a new one; emptying costs as much as was put in, not as much as there is room,
 * so that one large attribute does not slow down the small ones after it. One thread at a time.
 */
final class WrittenObjects {
  private static final int INITIAL_OBJECTS = 64;

  /** The most objects for which room is kept, some 1 MB. */
  private static final int KEPT_OBJECTS = 1 << 16;

  // By number: the object, and where in the table it is.
  private @Nullable Object[] objects = new Object[INITIAL_OBJECTS];
  private int[] slots = new int[INITIAL_OBJECTS];
  private int size;

  // Open addressing, at most half full: the number + 1 of the object, 0 if free.
  private int[] table = new int[2 * INITIAL_OBJECTS];
  private int probed;

  /** Returns the object's number, or -1 if it has none; then {@link #addProbed} may follow. */
  int find(Object object) {
    int mask = table.length - 1;
    int slot = start(object) & mask;
    for (int entry = table[slot]; entry != 0; entry = table[slot]) {
      if (objects[entry - 1] == object) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    probed = slot;
    return -1;
  }

  /** Numbers the object that {@link #find} just did not find. */
  int addProbed(Object object) {
    if (size == objects.length) {
      grow();
      int unused = find(object);
    }
    int number = size++;
    objects[number] = object;
    slots[number] = probed;
    table[probed] = number + 1;
    return number;
  }

  void clear() {
    if (objects.length > KEPT_OBJECTS) {
      objects = new Object[INITIAL_OBJECTS];
      slots = new int[INITIAL_OBJECTS];
      table = new int[2 * INITIAL_OBJECTS];
    } else {
      for (int number = 0; number < size; number++) {
        table[slots[number]] = 0;
      }
      Arrays.fill(objects, 0, size, null);
    }
    size = 0;
  }

  private void grow() {
    int capacity = 2 * objects.length;
    objects = Arrays.copyOf(objects, capacity);
    slots = new int[capacity];
    table = new int[2 * capacity];
    for (int number = 0; number < size; number++) {
      int unused = find(java.util.Objects.requireNonNull(objects[number]));
      table[probed] = number + 1;
      slots[number] = probed;
    }
  }

  private static int start(Object object) {
    int hash = System.identityHashCode(object) * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }
}
