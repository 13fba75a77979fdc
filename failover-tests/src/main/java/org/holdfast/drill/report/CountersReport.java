// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;
import java.util.Map;

/**
 * What nodes counted, beside what users saw of them.
 *
 * @param nodes in the order of the cluster; empty if the nodes have no such counters, or others
 *     than these users may have been there
 * @param contradictions where the two cannot both be true, in words
 */
public record CountersReport(List<Node> nodes, List<String> contradictions) {

  public CountersReport {
    nodes = List.copyOf(nodes);
    contradictions = List.copyOf(contradictions);
  }

  /**
   * One node.
   *
   * @param whole whether it was the same process from before the first user until after the last,
   *     so that its counters hold everything; else what it counted after its last answer before its
   *     end is missing
   * @param lives processes that were heard of
   * @param answers what it answered
   * @param unprotected of these, answers that said that no copy had them
   * @param begun of these, answers that began a session
   * @param unanswered attempts at it that failed, each of which it may have seen
   * @param counted what it counted itself, by the names of its counters, over all its lives
   */
  public record Node(
      String node,
      boolean whole,
      int lives,
      long answers,
      long unprotected,
      long begun,
      long unanswered,
      Map<String, Long> counted) {

    public Node {
      counted = Map.copyOf(counted);
    }
  }
}
