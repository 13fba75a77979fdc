// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.report.Timeline;
import org.holdfast.drill.report.Timeline.NodeSample;

/** An interval that is over, while what nodes say of it still comes in. Thread-safe. */
final class Slice {
  private final int number;
  private final double fromSeconds;
  private final double seconds;
  private final long answers;
  private final Quantiles responseMillis;
  private final Map<String, Long> errors = new TreeMap<>();
  private final AtomicReferenceArray<NodeSample> nodes;

  /**
   * @param number in the order of time
   * @param seen what users saw in it
   * @param silent a sample without figures for each node
   */
  Slice(int number, double fromSeconds, double seconds, PhaseFigures seen, NodeSample[] silent) {
    this.number = number;
    this.fromSeconds = fromSeconds;
    this.seconds = seconds;
    this.answers = seen.answers();
    this.responseMillis = Quantiles.ofMicros(seen.responseMicros());
    seen.failures()
        .forEach(
            (kind, count) -> {
              if (count > 0) {
                errors.put(kind.label(), count);
              }
            });
    this.nodes = new AtomicReferenceArray<>(silent);
  }

  int number() {
    return number;
  }

  void heard(int node, NodeSample sample) {
    nodes.set(node, sample);
  }

  Timeline.Interval interval() {
    NodeSample[] heard = new NodeSample[nodes.length()];
    for (int node = 0; node < heard.length; node++) {
      heard[node] = nodes.get(node);
    }
    return new Timeline.Interval(
        fromSeconds, seconds, answers, responseMillis, errors, List.of(heard));
  }
}
