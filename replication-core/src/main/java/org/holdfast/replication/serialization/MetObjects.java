// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import java.util.Arrays;

/**
 * Takes note of the objects that an encoding meets, so that attributes that share some can be
 * found. Keeps 4 bytes for each and no reference: two objects have the same identity hash code with
 * a chance of 1 in 2^31, so attributes may rarely seem to share what they do not.
 *
 * <p>Belongs to the thread that encodes.
 */
public final class MetObjects {
  /**
   * The most objects that are known. Further objects are not recorded, so attributes that share one
   * of those are not found.
   */
  public static final int MOST = 20_000;

  private static final int FIRST_ROOM = 64;

  private int[] hashes = new int[FIRST_ROOM];
  private int count;

  /** Forgets all objects; an encoding begins, perhaps again. */
  public void begin() {
    count = 0;
  }

  /**
   * Takes note of a written object that may change, or whose identity the application may care for.
   */
  public void met(Object object) {
    if (count <= MOST) {
      if (count == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * count);
      }
      hashes[count++] = System.identityHashCode(object);
    }
  }

  /**
   * Returns the identity hash codes of all objects met since {@link #begin}, in ascending order;
   * none if there were more than {@link #MOST}.
   */
  public int[] sorted() {
    int[] sorted = Arrays.copyOf(hashes, count > MOST ? 0 : count);
    Arrays.sort(sorted);
    return sorted;
  }
}
