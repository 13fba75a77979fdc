// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A set of identity hash codes, without an object for each. Belongs to one thread. */
final class IdentitySet {
  private static final int FIRST_ROOM = 64;

  /**
   * The hash codes: a place with 0 is free, and {@code hasZero} stands for a code of 0. The length
   * is a power of two.
   */
  private int[] places = new int[FIRST_ROOM];

  private int size;
  private boolean hasZero;

  /**
   * @param hashes returns the codes of an element of {@code all}, null for none
   */
  static <T> IdentitySet of(List<T> all, Function<T, int @Nullable []> hashes) {
    IdentitySet set = new IdentitySet();
    for (T one : all) {
      int[] some = hashes.apply(one);
      if (some != null) {
        set.addAll(some);
      }
    }
    return set;
  }

  void addAll(int[] hashes) {
    for (int hash : hashes) {
      add(hash);
    }
  }

  private void add(int hash) {
    if (hash == 0) {
      hasZero = true;
      return;
    }
    if (2 * (size + 1) > places.length) {
      int[] before = places;
      places = new int[2 * before.length];
      for (int known : before) {
        if (known != 0) {
          places[placeOf(known)] = known;
        }
      }
    }
    int place = placeOf(hash);
    if (places[place] == 0) {
      places[place] = hash;
      size++;
    }
  }

  boolean isEmpty() {
    return size == 0 && !hasZero;
  }

  boolean containsAny(int[] hashes) {
    for (int hash : hashes) {
      if (hash == 0 ? hasZero : places[placeOf(hash)] == hash) {
        return true;
      }
    }
    return false;
  }

  /** Returns the place where {@code hash} is, or would be. */
  private int placeOf(int hash) {
    // Identity hash codes are random enough in their low bits.
    int place = hash & (places.length - 1);
    while (places[place] != 0 && places[place] != hash) {
      place = (place + 1) & (places.length - 1);
    }
    return place;
  }
}
