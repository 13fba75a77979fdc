// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.holdfast.drill.cluster.NodeStatus;
import org.junit.jupiter.api.Test;

class NodeUseTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void dividesByTheTimeBetween_andCpuByTheCoresToo() {
    NodeUse use =
        NodeUse.between(
            "node-1",
            2,
            new NodeSample(SECOND, SECOND, 100L, 0L, 0L, 5_000L, 0L, 10L),
            new NodeSample(
                11 * SECOND,
                11 * SECOND,
                5_100L,
                15 * SECOND,
                SECOND,
                105_000L,
                SECOND / 2,
                1_010L));

    assertThat(use)
        .isEqualTo(new NodeUse("node-1", 10, 2, 0.5, 0.1, 500.0, 1.5, 100_000.0, 0.5, 1_000.0));
  }

  @Test
  void tellsNothing_ofWhatOneOfTheSamplesDoesNotKnow() {
    NodeUse use =
        NodeUse.between(
            "node-1",
            1,
            new NodeSample(0, null, null, 0L, null, null, null, null),
            new NodeSample(SECOND, 1L, 1L, null, 1L, 1L, 1L, 1L));

    assertThat(use)
        .isEqualTo(new NodeUse("node-1", 1, 1, null, null, null, null, null, null, null));
  }

  @Test
  void doesNotKnowItsCpu_whenThatWentBack() {
    NodeUse use =
        NodeUse.between(
            "node-1",
            1,
            new NodeSample(0, 2L, 2L, null, null, null, null, null),
            new NodeSample(SECOND, 1L, 1L, null, null, null, null, null));

    assertThat(use.cpuShare()).isNull();
    assertThat(use.contextSwitchesPerSecond()).as("of threads that live").isZero();
  }

  @Test
  void readsAStatus_whereThereIsNoProcessHere() {
    NodeMeter meter =
        NodeMeter.of(
            "far",
            OptionalLong.empty(),
            () ->
                status(
                    Map.of(
                        "cpuMicros", 7L, "processors", 4L, "gcMillis", 3L, "ackWaitMicros", 2L)));

    assertThat(meter.cores()).isEqualTo(4);
    assertThat(meter.sample().cpuNanos()).isEqualTo(7_000);
    assertThat(meter.sample().gcNanos()).isEqualTo(3_000_000);
    assertThat(meter.sample().ackWaitNanos()).isEqualTo(2_000);
  }

  @Test
  void refusesANodeThatNothingTellsOf() {
    assertThatThrownBy(() -> NodeMeter.of("far", OptionalLong.empty(), () -> status(Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "nothing tells what CPU far uses: no process id was given, and it has no status with its"
                + " processors");
    assertThatThrownBy(() -> NodeMeter.of("near", OptionalLong.of(Long.MAX_VALUE), Optional::empty))
        .hasMessageContaining("/proc has no process 9223372036854775807");
  }

  @Test
  void takesTheCpusThatANodeTellsInThousandths_notTheProcessorsItRoundsUpTo() {
    NodeMeter meter =
        NodeMeter.of(
            "far",
            OptionalLong.empty(),
            () -> status(Map.of("processors", 2L, "milliCores", 1_500L)));

    assertThat(meter.cores()).isEqualTo(1.5);
  }

  @Test
  void asksAgain_whenANodeThatAloneCanTellItsCpuDoesNotAnswerAtOnce() {
    Deque<Optional<NodeStatus>> answers =
        new ArrayDeque<>(
            List.of(
                Optional.empty(),
                status(Map.of("processors", 1L)),
                Optional.empty(),
                Optional.empty(),
                status(Map.of("cpuMicros", 5L))));
    NodeMeter meter = NodeMeter.of("far", OptionalLong.empty(), answers::removeFirst);

    assertThat(meter.sample().cpuNanos()).isEqualTo(5_000);
    assertThat(answers).isEmpty();
  }

  private static Optional<NodeStatus> status(Map<String, Long> counters) {
    return Optional.of(new NodeStatus("far", 1, List.of("far"), true, 0, 0, 0, counters));
  }
}
