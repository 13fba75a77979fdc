// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a node said of itself last, in each of its lives.
 *
 * @param whole whether it had one life only, and was heard before the first user came and after the
 *     last was gone, so that its counters hold everything
 * @param lives counters of each life, from its last answer; what came after that is not in them
 */
public record NodeWords(String node, boolean whole, List<Map<String, Long>> lives) {
  public NodeWords {
    lives = List.copyOf(lives);
  }

  /** What it counted under this name over its lives; empty if none of them told that. */
  public OptionalLong sum(String counter) {
    List<Long> told =
        lives.stream().map(life -> life.get(counter)).filter(Objects::nonNull).toList();
    return told.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(told.stream().mapToLong(Long::longValue).sum());
  }
}
