// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.junit.jupiter.api.Test;

class NodePollTest {
  private static final long SECOND = 1_000_000_000L;

  private final TalkingNode node = new TalkingNode("node-1");
  private final NodePoll poll = new NodePoll(0, node, () -> now(), Runnable::run);
  private final List<NodeSample> heard = new ArrayList<>();
  private long seconds;

  @Test
  void takesTheCpuThatTheEngineCounts_whenTheNodeTellsNothing() {
    node.used(10_000_000);
    ask();
    node.used(10_400_000);
    ask();

    assertThat(heard)
        .containsExactly(NodeSample.silent("node-1"), NodeSample.silent("node-1", 40.0));
    assertThat(poll.words(0, 1).lives()).isEmpty();
  }

  @Test
  void takesNoOtherCount_whenANodeThatToldItsOwnSaysNothing() {
    node.says(1_000_000);
    ask();
    node.saysNothing();
    node.used(5_000_000);
    ask();
    ask();

    assertThat(heard.subList(1, 3)).containsOnly(NodeSample.silent("node-1"));
  }

  @Test
  void comparesNoCountOfTheNodeWithOneOfTheEngine() {
    node.used(1_000_000);
    ask();
    node.says(1_500_000);
    ask();
    node.says(1_600_000);
    ask();

    assertThat(heard.get(1).cpuPercent()).isNull();
    assertThat(heard.get(2).cpuPercent()).isEqualTo(10.0);
  }

  @Test
  void tellsNoCpu_whenNobodyCountsIt() {
    ask();
    ask();

    assertThat(heard).containsOnly(NodeSample.silent("node-1"));
  }

  private long now() {
    return seconds * SECOND;
  }

  private void ask() {
    NodeSample[] silent = {NodeSample.silent("node-1")};
    Slice slice = new Slice((int) seconds, seconds, 1, PhasesByHand.figures(Map.of()), silent);
    poll.ask(slice);
    heard.add(slice.interval().nodes().get(0));
    seconds++;
  }
}
