// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Knows which nodes take users. One thread changes it; any thread may look, which costs nothing
 * that grows with users.
 */
final class Balancer {
  private final int nodes;

  /** Never changed: replaced as a whole. */
  private volatile BitSet open;

  /**
   * @param nodes how many there are, numbered from 0
   * @param openNodes those that take users, at least one
   */
  Balancer(int nodes, BitSet openNodes) {
    if (openNodes.isEmpty() || openNodes.length() > nodes) {
      throw new IllegalArgumentException(
          "the nodes that take users must be one or more of 0 to "
              + (nodes - 1)
              + ", were "
              + openNodes);
    }
    this.nodes = nodes;
    this.open = (BitSet) openNodes.clone();
  }

  /** One whose nodes all take users. */
  static Balancer ofAll(int nodes) {
    BitSet all = new BitSet(nodes);
    all.set(0, nodes);
    return new Balancer(nodes, all);
  }

  int nodes() {
    return nodes;
  }

  boolean isOpen(int node) {
    return open.get(node);
  }

  /** Returns a copy. */
  BitSet open() {
    return (BitSet) open.clone();
  }

  /** The open node that comes after {@code node} in the round; itself if it is the only one. */
  int after(int node) {
    BitSet now = open;
    int next = now.nextSetBit(node + 1);
    return next >= 0 ? next : now.nextSetBit(0);
  }

  /** The node at which user {@code number} begins: users spread evenly over the open ones. */
  int firstOf(int number) {
    BitSet now = open;
    int node = now.nextSetBit(0);
    for (int step = number % now.cardinality(); step > 0; step--) {
      node = now.nextSetBit(node + 1);
    }
    return node;
  }

  /** Lets {@code node} take users; false if it did already. */
  boolean admit(int node) {
    requireKnown(node);
    BitSet next = open();
    next.set(node);
    return replace(next);
  }

  /**
   * Lets {@code node} take no more users; false if it took none before.
   *
   * @throws IllegalStateException if it is the only one that does
   */
  boolean retire(int node) {
    requireKnown(node);
    BitSet next = open();
    next.clear(node);
    if (next.isEmpty()) {
      throw new IllegalStateException(
          "node " + node + " is the only one that takes users: nobody could serve them without it");
    }
    return replace(next);
  }

  private boolean replace(BitSet next) {
    boolean changed = !next.equals(open);
    open = next;
    return changed;
  }

  /**
   * Chooses the users that move to a node that was just admitted, so that it has its even share:
   * about as many of each other node, drawn by {@code seed}. Users of nodes that are not open are
   * left out: they move anyway.
   *
   * @param homes node of each user, by number
   */
  List<Integer> movers(int[] homes, int node, long seed) {
    BitSet now = open;
    List<Integer> others = new ArrayList<>();
    int there = 0;
    for (int user = 0; user < homes.length; user++) {
      if (homes[user] == node) {
        there++;
      } else if (now.get(homes[user])) {
        others.add(user);
      }
    }
    int wanted = Math.max(0, (there + others.size()) / now.cardinality() - there);
    Collections.shuffle(others, new Random(seed));
    others.sort(Comparator.comparingInt(user -> homes[user]));
    List<Integer> chosen = new ArrayList<>(wanted);
    for (int index = 0; index < others.size(); index++) {
      long before = (long) index * wanted / others.size();
      if ((index + 1L) * wanted / others.size() > before) {
        chosen.add(others.get(index));
      }
    }
    return chosen;
  }

  private void requireKnown(int node) {
    if (node < 0 || node >= nodes) {
      throw new IllegalArgumentException(
          "node must be between 0 and " + (nodes - 1) + ", was " + node);
    }
  }
}
