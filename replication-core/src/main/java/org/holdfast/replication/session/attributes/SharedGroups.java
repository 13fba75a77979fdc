// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A search for the elements of a list that share objects with each other. Pure. */
final class SharedGroups {
  private SharedGroups() {}

  /**
   * Groups the elements that share an object, directly or through others. Costs a sort of all
   * objects that they met.
   *
   * @param met returns the identity hash codes of an element's objects
   */
  static <T> Collection<List<T>> of(List<T> all, Function<T, int[]> met) {
    int[] leader = new int[all.size()];
    int total = 0;
    for (int i = 0; i < leader.length; i++) {
      leader[i] = i;
      total += met.apply(all.get(i)).length;
    }
    long[] pairs = new long[total];
    int at = 0;
    for (int i = 0; i < leader.length; i++) {
      for (int hash : met.apply(all.get(i))) {
        pairs[at++] = (long) hash << 32 | i;
      }
    }
    Arrays.sort(pairs);
    for (int i = 1; i < pairs.length; i++) {
      if (pairs[i] >> 32 == pairs[i - 1] >> 32) {
        leader[leaderOf(leader, (int) pairs[i])] = leaderOf(leader, (int) pairs[i - 1]);
      }
    }
    Map<Integer, List<T>> groups = new LinkedHashMap<>();
    for (int i = 0; i < leader.length; i++) {
      groups.computeIfAbsent(leaderOf(leader, i), first -> new ArrayList<>()).add(all.get(i));
    }
    return groups.values();
  }

  private static int leaderOf(int[] leader, int of) {
    int at = of;
    while (leader[at] != at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }
}
