// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Two servers to be measured one directly after the other, so that what drifts hits both alike. A
 * container whose own sessions alone were asked for is a pair with itself.
 *
 * @param own the container with its own sessions
 */
record Pair(ServerKind own, ServerKind kind) {

  /**
   * Pairs each of {@code kinds} with its container's own sessions; a server in such a pair has no
   * pair with itself.
   */
  static List<Pair> of(Collection<ServerKind> kinds) {
    List<Pair> pairs = new ArrayList<>();
    for (ServerKind kind : kinds) {
      boolean alone = kinds.stream().noneMatch(other -> other != kind && other.own() == kind);
      if (kind != kind.own() || alone) {
        pairs.add(new Pair(kind.own(), kind));
      }
    }
    return pairs;
  }

  /**
   * Returns the pairs in another order each round.
   *
   * @param round from 1
   */
  static List<Pair> inRound(List<Pair> pairs, int round) {
    List<Pair> turned = new ArrayList<>(pairs);
    Collections.rotate(turned, round - 1);
    return turned;
  }

  /**
   * Returns the servers to measure, in turn: the own one first in odd rounds, last in even ones.
   *
   * @param round from 1
   */
  List<ServerKind> order(int round) {
    if (kind == own) {
      return List.of(own);
    }
    return round % 2 == 1 ? List.of(own, kind) : List.of(kind, own);
  }
}
