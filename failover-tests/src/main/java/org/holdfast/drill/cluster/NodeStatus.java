// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node says of itself.
 *
 * @param viewNumber number of the view it holds, 0 before the first and without replication
 * @param viewCreator name of the member that made it, empty before the first
 * @param viewMembers names of the view's members, sorted
 * @param settled whether every member has reported the rebalancing of this view done
 * @param primarySessions sessions it serves
 * @param secondarySessions copies it holds for others
 * @param degradedSessions of the primary sessions, those whose current version has too few
 *     acknowledged copies
 * @param counters further figures since its start, by name
 */
public record NodeStatus(
    String name,
    long viewNumber,
    String viewCreator,
    List<String> viewMembers,
    boolean settled,
    long primarySessions,
    long secondarySessions,
    long degradedSessions,
    Map<String, Long> counters) {

  /** Without saying who made the view. */
  public NodeStatus(
      String name,
      long viewNumber,
      List<String> viewMembers,
      boolean settled,
      long primarySessions,
      long secondarySessions,
      long degradedSessions,
      Map<String, Long> counters) {
    this(
        name,
        viewNumber,
        "",
        viewMembers,
        settled,
        primarySessions,
        secondarySessions,
        degradedSessions,
        counters);
  }

  public NodeStatus {
    viewMembers = List.copyOf(viewMembers);
    counters = Map.copyOf(counters);
  }

  /** The same with a further figure. */
  public NodeStatus with(String counter, long value) {
    Map<String, Long> more = new HashMap<>(counters);
    more.put(counter, value);
    return new NodeStatus(
        name,
        viewNumber,
        viewCreator,
        viewMembers,
        settled,
        primarySessions,
        secondarySessions,
        degradedSessions,
        more);
  }
}
