// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Chooses where a user turns when a node fails it: at random among the nodes not yet tried for this
 * request, so that the users of a dead node spread over the others. Nodes that take no users are
 * never chosen. Not thread-safe.
 */
public final class FailoverPath {
  private final int nodes;
  private final @Nullable Balancer balancer;
  private final SplittableRandom random;
  private final BitSet tried;

  /**
   * @param nodes how many there are, numbered from 0; all take users
   */
  public FailoverPath(int nodes, SplittableRandom random) {
    this(nodes, null, random);
  }

  /**
   * @param balancer says which nodes take users, at the moment of each choice
   */
  FailoverPath(Balancer balancer, SplittableRandom random) {
    this(balancer.nodes(), balancer, random);
  }

  private FailoverPath(int nodes, @Nullable Balancer balancer, SplittableRandom random) {
    this.nodes = nodes;
    this.balancer = balancer;
    this.random = random;
    this.tried = new BitSet(nodes);
  }

  /** Forgets what was tried: a new request begins. */
  public void reset() {
    tried.clear();
  }

  /** Notes that {@code node} failed; tells whether there is a node left to try at once. */
  public boolean fail(int node) {
    tried.set(node);
    if (!left().isEmpty()) {
      return true;
    }
    tried.clear();
    return false;
  }

  /** Whether {@code node} takes users and was not tried for this request. */
  boolean isLeft(int node) {
    return left().get(node);
  }

  /**
   * Returns a node not tried yet and other than {@code failed}, or else one that was tried; {@code
   * failed} only if there is no other.
   */
  public int next(int failed) {
    BitSet choice = left();
    choice.clear(failed);
    if (choice.isEmpty()) {
      choice = open();
      choice.clear(failed);
    }
    if (choice.isEmpty()) {
      return failed;
    }
    int node = choice.nextSetBit(0);
    for (int step = random.nextInt(choice.cardinality()); step > 0; step--) {
      node = choice.nextSetBit(node + 1);
    }
    return node;
  }

  private BitSet left() {
    BitSet left = open();
    left.andNot(tried);
    return left;
  }

  /** A set of its own for each call: nothing is kept for the users that never need it. */
  private BitSet open() {
    if (balancer != null) {
      return balancer.open();
    }
    BitSet all = new BitSet(nodes);
    all.set(0, nodes);
    return all;
  }
}
