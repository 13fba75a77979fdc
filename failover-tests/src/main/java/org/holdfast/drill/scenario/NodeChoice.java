// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.holdfast.servlet.settings.NearestName;

/**
 * Names nodes of a cluster by what they are when it matters.
 *
 * @param number of the node, from 1, for {@link Kind#NODE}; else 0
 */
public record NodeChoice(Kind kind, int number) {

  /** How nodes are chosen. */
  public enum Kind {
    /** The running node with the most users: the primary of their sessions. */
    FULLEST,
    /** The running node with the fewest. */
    EMPTIEST,
    /** Of the running nodes not chosen yet, the one that is secondary for most users of those. */
    SECONDARY,
    /** The node that made the present view. */
    COORDINATOR,
    /** Any running node, drawn with the seed of the drill. */
    RANDOM,
    /** The nodes of the step before. */
    LAST,
    /** Fewer than half of the running nodes, as many as that can be. */
    MINORITY,
    /** More than half of them, as few as that can be. */
    MAJORITY,
    /** All running nodes. */
    ALL,
    /** The node with this number. */
    NODE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether it never names more than one node. */
  boolean isOne() {
    return switch (kind) {
      case FULLEST, EMPTIEST, SECONDARY, COORDINATOR, RANDOM, NODE -> true;
      case LAST, MINORITY, MAJORITY, ALL -> false;
    };
  }

  private static final String NODE_PREFIX = "node-";
  private static final int MAX_NODES = 64;

  /**
   * Reads a choice, such as {@code fullest} or {@code node-2}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static NodeChoice parse(String text) {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.NODE && kind.toString().equals(text)) {
        return new NodeChoice(kind, 0);
      }
    }
    if (text.matches(NODE_PREFIX + "[1-9]\\d?")) {
      int number = Integer.parseInt(text.substring(NODE_PREFIX.length()));
      if (number <= MAX_NODES) {
        return new NodeChoice(Kind.NODE, number);
      }
    }
    List<String> names = names();
    throw new IllegalArgumentException(
        "a node must be one of "
            + String.join(", ", names)
            + " or node-1 to node-64, was \""
            + text
            + "\", did you mean "
            + nearest(text, names)
            + "?");
  }

  /** A number alone is more like a node than like any word. */
  private static String nearest(String text, List<String> names) {
    List<String> all = new ArrayList<>(names);
    IntStream.rangeClosed(1, MAX_NODES).forEach(number -> all.add(NODE_PREFIX + number));
    return NearestName.to(text.matches("\\d{1,2}") ? NODE_PREFIX + text : text, all);
  }

  private static List<String> names() {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind != Kind.NODE)
        .map(Kind::toString)
        .toList();
  }

  @Override
  public String toString() {
    return kind == Kind.NODE ? NODE_PREFIX + number : kind.toString();
  }
}
