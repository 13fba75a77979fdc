/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
