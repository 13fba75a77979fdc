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
