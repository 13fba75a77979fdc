// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.KeyCharges;
import org.jspecify.annotations.Nullable;

/**
 * An object in a stream, as {@link StreamShape} sees it: its parts, and the containers that will
 * hash it.
 */
final class StreamNode {
  private static final StreamNode[] NO_PARTS = {};

  /**
   * The steps along a chain that count as one visit; {@link HashWeigher} charges each several
   * times.
   */
  private static final int CHAIN_STEPS_PER_VISIT = 16;

  /** The objects that one object of the stream reads by itself. */
  static final class Container {
    private final ReadMethod method;
    private int keys;
    private @Nullable KeyCharges charges;

    Container(ReadMethod method) {
      this.method = method;
    }

    boolean hashes() {
      return method.hashes();
    }

    /** Returns the charges for the keys; to be called when the whole stream is known. */
    KeyCharges charges() {
      if (charges == null) {
        charges = new KeyCharges(method.keeping(), keys, CHAIN_STEPS_PER_VISIT);
      }
      return charges;
    }
  }

  private List<Container> containers = List.of();
  private int suspect;
  private boolean whole;
  private final boolean endless;
  private StreamNode[] parts = NO_PARTS;
  private int partCount;
  private long visits = 1;
  private long times = 1;
  private long weight;
  private final Content content = new Content();

  /**
   * @param endless whether hashing it never ends if it holds itself
   */
  StreamNode(boolean endless) {
    this.endless = endless;
  }

  /** Adds the visits that hashing it takes besides its parts. */
  void addVisits(long more) {
    visits += more;
  }

  /** Returns the cost of copying or parsing it. */
  Content content() {
    return content;
  }

  void addPart(StreamNode part) {
    if (partCount == parts.length) {
      parts = Arrays.copyOf(parts, Math.max(2, 2 * partCount));
    }
    parts[partCount++] = part;
  }

  /** Counts each visit of its parts {@code count} times, at least once. */
  void repeat(int count) {
    times = Math.max(1, count);
  }

  /**
   * Returns the most visits that looking at all its parts takes, those of the parts included. To be
   * called once it is complete, and so after its parts; a part that is not complete is an object
   * around it.
   */
  long weigh() {
    long sum = 0;
    for (int i = 0; i < partCount; i++) {
      sum = Math.min(HashBudget.INFINITE, sum + parts[i].weightSoFar());
    }
    sum += visits;
    weight = sum > HashBudget.INFINITE / times ? HashBudget.INFINITE : times * sum;
    parts = NO_PARTS;
    return weight;
  }

  /** Replaces the weight that {@link #weigh} found, where hashing visits other than all parts. */
  void weighs(long visitsOfAll) {
    weight = visitsOfAll;
  }

  private long weightSoFar() {
    if (weight > 0) {
      return weight;
    }
    return endless ? HashBudget.INFINITE : 1;
  }

  /** Returns the containers that it is a key of, once per use. */
  List<Container> containers() {
    return containers;
  }

  /** Returns how often a class of the application reads this object by itself, and may hash it. */
  int suspect() {
    return suspect;
  }

  /** Tells whether all that it holds stands before this place in the stream. */
  boolean isWhole() {
    return whole;
  }

  void becomesWhole() {
    whole = true;
  }

  void keyOf(Container container) {
    containers = containers.isEmpty() ? new ArrayList<>(1) : containers;
    containers.add(container);
    container.keys++;
  }

  void readByApplication() {
    suspect++;
  }
}
