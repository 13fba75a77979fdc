// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which update was made on which. Each is one attribute of its session besides what it changes: the
 * updates take turns with two names, so that a state shows its newest update and the one before,
 * and what two members wrote apart cannot be mixed without a trace.
 *
 * <p>Updates are numbered from 1; 0 is that there is none. A step along the line costs an access to
 * an array.
 */
final class Lineage {
  /** Names of the attributes in which updates are found. */
  static final List<String> TOKENS = List.of("even", "odd");

  private static final int NONE = 0;

  private long[] values = new long[256];
  private int[] parents = new int[256];
  private int[] depths = new int[256];
  private int newest = NONE;

  /** Takes in an update of the state whose newest one is {@code parent}; returns its number. */
  int add(int parent, long value) {
    int update = ++newest;
    if (update == values.length) {
      values = Arrays.copyOf(values, 2 * update);
      parents = Arrays.copyOf(parents, 2 * update);
      depths = Arrays.copyOf(depths, 2 * update);
    }
    values[update] = value;
    parents[update] = parent;
    depths[update] = depths[parent] + 1;
    return update;
  }

  /** The name and value by which an update is found in what it made. */
  Map.Entry<String, byte[]> token(int update) {
    return Map.entry(
        TOKENS.get(depths[update] % 2), ByteBuffer.allocate(Integer.BYTES).putInt(update).array());
  }

  long valueOf(int update) {
    return values[update];
  }

  int depthOf(int update) {
    return depths[update];
  }

  /** The newest update in a state, which must be the work of one line of updates (I8). */
  int newestIn(String key, SessionImage image) {
    Map<String, byte[]> attributes = image.attributes();
    return newestIn(key, attributes::get);
  }

  /** The same of its attributes, by name. */
  int newestIn(String key, Function<String, byte @Nullable []> attributes) {
    int even = number(attributes.apply(TOKENS.get(0)));
    int odd = number(attributes.apply(TOKENS.get(1)));
    int head = depths[even] > depths[odd] ? even : odd;
    int before = head == even ? odd : even;
    long value = SimulatedClient.counter(attributes.apply(SimulatedClient.COUNTER));
    if (head == NONE || parents[head] != before || values[head] != value) {
      throw SessionHistory.broken(
          "I8",
          key,
          "shows "
              + value
              + " with update "
              + head
              + ", which wrote "
              + values[head]
              + " on "
              + parents[head]
              + ", and update "
              + before);
    }
    return head;
  }

  /** Whether one was built on the other, or both are the same. */
  boolean isOneLine(int one, int other) {
    int late = depths[one] >= depths[other] ? one : other;
    int early = late == one ? other : one;
    while (depths[late] > depths[early]) {
      late = parents[late];
    }
    return late == early || early == NONE;
  }

  private static int number(byte @Nullable [] token) {
    return token == null ? NONE : ByteBuffer.wrap(token).getInt();
  }
}
