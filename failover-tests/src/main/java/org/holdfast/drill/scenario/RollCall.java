// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Knows by their numbers which nodes surely run and which surely do not, as far as a schedule says
 * so before anybody plays it. Any other may run or not: of nodes chosen as they are used nobody
 * knows yet who they are, and one that is started again may come later than planned.
 */
final class RollCall {
  private final int places;

  /** Nodes that surely run. */
  private final BitSet there = new BitSet();

  /** Nodes that surely do not. */
  private final BitSet missing = new BitSet();

  /** Those of the missing that their step starts again; nothing else does. */
  private final BitSet returning = new BitSet();

  /** The highest number of a node that may have been started yet. */
  private int started;

  /**
   * @param nodes that run at the start
   * @param places that may run at once
   */
  RollCall(int nodes, int places) {
    this.places = places;
    this.started = nodes;
    there.set(1, nodes + 1);
    missing.set(nodes + 1, places + 1);
  }

  /** Why a node surely does not run; empty if it may. */
  Optional<String> whyMissing(int node) {
    if (!missing.get(node)) {
      return Optional.empty();
    }
    return Optional.of(
        node > started ? "as no step before starts it" : "as a step before has ended it");
  }

  /**
   * Nodes are ended.
   *
   * @param named their numbers, as far as the step tells them
   */
  void end(Action.Inflict inflict, List<Integer> named) {
    for (int node : named) {
      there.clear(node);
      missing.set(node);
      returning.set(node, inflict.lasting().isPresent());
    }
    if (named.size() < inflict.nodes().size()) {
      there.clear(); // it may be any of them
    }
  }

  /** The time has come at which {@code node} is started again; 0 if nobody knows who that is. */
  void mayBeBack(int node) {
    missing.clear(node);
    returning.clear(node);
  }

  /** Whether a step that grows to {@code to} may start a node. */
  boolean growsTo(int to) {
    return !isKnown() || there.cardinality() + returning.cardinality() < to;
  }

  /** Further nodes are started, the lowest numbers first. */
  void grow(int to) {
    boolean known = isKnown();
    for (int node = 1; node <= Math.min(to, places); node++) {
      // Of the first so many, none is left out: with all of them there would be enough.
      if (missing.get(node) && !returning.get(node) && growsTo(to)) {
        missing.clear(node);
        there.set(node, known);
      }
    }
    started = Math.max(started, to);
  }

  /** Whether a step that shrinks to {@code to} may stop a node. */
  boolean shrinksTo(int to) {
    return !isKnown() || there.cardinality() > to;
  }

  /** Nodes are stopped, the highest numbers first. */
  void shrink(int to) {
    int lowerThere = 0;
    int lowerPerhaps = 0;
    for (int node = 1; node <= places; node++) {
      boolean wasThere = there.get(node);
      boolean wasPerhaps = !missing.get(node);
      if (wasThere && lowerPerhaps >= to) {
        there.clear(node);
        missing.set(node, lowerThere >= to);
      }
      lowerThere += wasThere ? 1 : 0;
      lowerPerhaps += wasPerhaps ? 1 : 0;
    }
  }

  /** Whether it is known of each node whether it runs. */
  private boolean isKnown() {
    return there.cardinality() + missing.cardinality() == places;
  }
}
