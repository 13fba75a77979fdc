// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.report.Timeline;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.Mark;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In virtual time, but for the last ones. */
class TimelineRecorderTest {
  private static final long SECOND = 1_000_000_000L;

  private final TalkingNode one = new TalkingNode("node-1");
  private final TalkingNode two = new TalkingNode("node-2");
  private final Deque<Runnable> questions = new ArrayDeque<>();
  private final Deque<PhaseFigures> seen = new ArrayDeque<>();
  private long now = 5 * SECOND;

  @Test
  void keepsWhatUsersSawInEachInterval() {
    TimelineRecorder recorder = recorder();
    seen.add(PhasesByHand.figures(Map.of(FailureKind.REFUSED, 2L), 10, 20, 30));
    second(recorder);
    seen.add(PhasesByHand.figures(Map.of(), 400));
    second(recorder);

    List<Interval> intervals = recorder.timeline().intervals();

    assertThat(intervals).extracting(Interval::fromSeconds).containsExactly(0.0, 1.0);
    assertThat(intervals).extracting(Interval::seconds).containsExactly(1.0, 1.0);
    assertThat(intervals).extracting(Interval::answers).containsExactly(3L, 1L);
    assertThat(intervals.get(0).responseMillis().p50()).isBetween(20.0, 20.1);
    assertThat(intervals.get(1).responseMillis().p50()).isBetween(400.0, 400.3);
    assertThat(intervals.get(0).errors()).containsExactly(Map.entry("refused", 2L));
    assertThat(intervals.get(1).errors()).isEmpty();
  }

  @Test
  void endsNoInterval_beforeItsTime() {
    TimelineRecorder recorder = recorder();
    now += SECOND - 1;

    assertThat(recorder.tick()).isEqualTo(1);
    assertThat(recorder.timeline().intervals()).isEmpty();
  }

  @Test
  void leavesNoGap_whenItWokeLate() {
    TimelineRecorder recorder = recorder();
    now += 3 * SECOND + SECOND / 4;

    long wait = recorder.tick();
    now += wait;
    recorder.tick();

    assertThat(wait).isEqualTo(SECOND * 3 / 4);
    assertThat(recorder.timeline().intervals())
        .extracting(Interval::fromSeconds)
        .containsExactly(0.0, 3.25);
    assertThat(recorder.timeline().intervals())
        .extracting(Interval::seconds)
        .containsExactly(3.25, 0.75);
  }

  @Test
  void notesWhatNodesSayOfThemselves() {
    one.saysAll(
        Map.of(
            "cpuMicros",
            1L,
            "heapBytes",
            2L,
            "directBytes",
            3L,
            "threads",
            4L,
            "openFiles",
            5L,
            "upMillis",
            6L));
    two.saysAll(Map.of());
    TimelineRecorder recorder = recorder();
    second(recorder);

    assertThat(recorder.timeline().intervals().get(0).nodes())
        .containsExactly(
            new NodeSample("node-1", 0.0, 7L, 2, 20L, 3L, 2L, 3L, 4L, 5L, 6L, null),
            new NodeSample("node-2", null, 7L, 2, 20L, 3L, null, null, null, null, null, null));
  }

  @Test
  void tellsProtectedSessions_asThoseThatAreNotDegraded() {
    one.says(1);
    TimelineRecorder recorder = recorder();
    second(recorder);

    List<NodeSample> nodes = recorder.timeline().intervals().get(0).nodes();

    assertThat(nodes.get(0).protectedSessions()).isEqualTo(17);
    assertThat(nodes.get(1).protectedSessions()).isNull();
  }

  @Test
  void tellsCpuOfEachIntervalOnly_fromWhatTheProcessUsedInIt() {
    one.says(10_000_000);
    TimelineRecorder recorder = recorder();
    one.says(10_250_000);
    second(recorder);
    one.says(11_750_000);
    second(recorder);

    assertThat(cpu(recorder, 0)).containsExactly(25.0, 150.0);
    assertThat(cpu(recorder, 1)).containsExactly(null, null);
  }

  @Test
  void tellsNoCpu_acrossTheTimeInWhichANodeSaidNothing() {
    one.says(10_000_000);
    TimelineRecorder recorder = recorder();
    one.saysNothing();
    second(recorder);
    one.says(12_000_000);
    second(recorder);
    one.says(12_400_000);
    second(recorder);

    assertThat(cpu(recorder, 0)).containsExactly(null, null, 40.0);
    assertThat(recorder.timeline().intervals().get(0).nodes().get(0))
        .isEqualTo(NodeSample.silent("node-1"));
  }

  @Test
  void tellsNoCpu_whenAnotherProcessAnswersUnderTheNameOfTheNode() {
    one.says(10_000_000);
    TimelineRecorder recorder = recorder();
    one.says(900_000);
    second(recorder);
    one.says(1_000_000);
    second(recorder);

    assertThat(cpu(recorder, 0)).containsExactly(null, 10.0);
  }

  @Test
  void asksTheOthersOn_whileOneOwesItsAnswer() {
    one.says(0);
    two.says(0);
    TimelineRecorder recorder = recorder();
    now += SECOND;
    recorder.tick();
    Runnable hung = questions.poll();
    answer();
    second(recorder);
    second(recorder);

    assertThat(members(recorder, 0)).containsExactly(null, null, null);
    assertThat(members(recorder, 1)).containsExactly(2, 2, 2);
    hung.run();
    second(recorder);
    assertThat(members(recorder, 0)).as("told late").containsExactly(2, null, null, 2);
  }

  @Test
  void marksWhatWasDone_andWhenItWasTakenBack() {
    TimelineRecorder recorder = recorder();
    now += 10 * SECOND;
    recorder.measured();
    now += 2 * SECOND;
    recorder.mark("killed node-1");
    recorder.mark("paused node-2");
    now += 3 * SECOND;
    recorder.markEnd("paused node-2");
    now += SECOND;
    recorder.mark("paused node-2");
    now += SECOND;
    recorder.markEnd("paused node-2");

    assertThat(recorder.timeline().measuredFromSeconds()).isEqualTo(10);
    assertThat(recorder.timeline().marks())
        .containsExactly(
            new Mark(12, null, "killed node-1"),
            new Mark(12, 15.0, "paused node-2"),
            new Mark(16, 17.0, "paused node-2"));
  }

  @Test
  void refusesToEndWhatIsNotMarked() {
    TimelineRecorder recorder = recorder();
    recorder.mark("paused node-2");
    recorder.markEnd("paused node-2");

    assertThatThrownBy(() -> recorder.markEnd("paused node-2"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"paused node-2\"");
  }

  @Test
  void choosesIntervals_soThatSome600AreKept() {
    assertThat(TimelineRecorder.intervalFor(Duration.ofSeconds(25))).hasSeconds(1);
    assertThat(TimelineRecorder.intervalFor(Duration.ofMinutes(10))).hasSeconds(1);
    assertThat(TimelineRecorder.intervalFor(Duration.ofMinutes(25))).hasSeconds(3);
    assertThat(TimelineRecorder.intervalFor(Duration.ofMinutes(30))).hasSeconds(3);
    assertThat(TimelineRecorder.intervalFor(Duration.ofHours(24))).hasSeconds(144);
  }

  @Test
  void keepsFewIntervals_howeverMuchLongerThanPlannedItTakes() {
    TimelineRecorder recorder = recorder();
    for (long end = now + Duration.ofHours(24).toNanos(); now < end; now += recorder.tick()) {
      questions.clear();
    }

    List<Interval> intervals = recorder.timeline().intervals();
    assertThat(intervals).hasSizeBetween(3_000, 5_000);
    assertThat(intervals.get(599).seconds()).isEqualTo(1);
    assertThat(intervals.get(600).seconds()).isEqualTo(2);
    assertThat(intervals.get(1_200).seconds()).isEqualTo(4);
  }

  @Test
  void keepsTheRest_whenItIsClosed() {
    one.says(0);
    TimelineRecorder recorder = recorder();
    second(recorder);
    now += SECOND / 2;
    seen.add(PhasesByHand.figures(Map.of(), 1, 1));

    recorder.close();
    recorder.close();

    assertThat(recorder.timeline().intervals()).hasSize(2);
    assertThat(recorder.timeline().intervals().get(1).seconds()).isEqualTo(0.5);
    assertThat(recorder.timeline().intervals().get(1).answers()).isEqualTo(2);
  }

  @Test
  @Timeout(30)
  void asksEachNodeOnAThreadOfItsOwn_andEndsThemAll() throws Exception {
    one.hangs();
    two.says(1);
    CountDownLatch asked = two.askedTimes(20);
    Timeline timeline;
    try (TimelineRecorder recorder =
        TimelineRecorder.start(
            () -> PhasesByHand.figures(Map.of(), 1), List.of(one, two), Duration.ofMillis(5))) {
      assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
      recorder.close();
      timeline = recorder.timeline();
    }

    assertThat(timeline.intervals()).hasSizeGreaterThan(18);
    assertThat(timeline.intervals())
        .allSatisfy(
            interval -> assertThat(interval.nodes().get(0)).isEqualTo(NodeSample.silent("node-1")));
    assertThat(timeline.intervals())
        .filteredOn(interval -> interval.nodes().get(1).viewMembers() != null)
        .hasSizeGreaterThan(15);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("holdfast-timeline")) {
        thread.join(TimeUnit.SECONDS.toMillis(5));
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  @Test
  void keepsWhatEachLifeOfANodeSaidLast() {
    one.saysAll(Map.of("upMillis", 5_000L, "requests", 10L));
    two.saysAll(Map.of("upMillis", 5_000L, "requests", 1L));
    TimelineRecorder recorder = recorder();
    one.saysAll(Map.of("upMillis", 6_000L, "requests", 20L));
    second(recorder);
    one.saysNothing();
    second(recorder);
    one.saysAll(Map.of("upMillis", 900L, "requests", 3L));
    second(recorder);
    two.saysAll(Map.of("upMillis", 9_000L, "requests", 7L));
    recorder.close();
    answer();

    NodeWords killed = recorder.words().get(0);
    assertThat(killed.lives()).extracting(life -> life.get("requests")).containsExactly(20L, 3L);
    assertThat(killed.sum("requests")).hasValue(23);
    assertThat(killed.sum("discardedVersions")).isEmpty();
    assertThat(killed.whole()).isFalse();
    NodeWords other = recorder.words().get(1);
    assertThat(other.sum("requests")).hasValue(7);
    assertThat(other.whole()).isTrue();
  }

  @Test
  void takesNoNodeForWhollyKnown_whenItsFirstOrItsLastAnswerIsMissing() {
    one.saysAll(Map.of("upMillis", 5_000L));
    two.saysNothing();
    TimelineRecorder recorder = recorder();
    two.saysAll(Map.of("upMillis", 5_000L));
    second(recorder);
    recorder.close();

    assertThat(recorder.words().get(0).whole()).as("the last is owed").isFalse();
    answer();
    assertThat(recorder.words().get(0).whole()).isTrue();
    assertThat(recorder.words().get(1).whole()).as("the first was missing").isFalse();
  }

  @Test
  void notesTheHeapThatLives_whenTheNodeKnowsIt() {
    one.saysAll(Map.of("upMillis", 1L));
    two.saysAll(Map.of("upMillis", 1L, "liveHeapBytes", 77L));
    TimelineRecorder recorder = recorder();
    second(recorder);

    assertThat(recorder.timeline().intervals().get(0).nodes())
        .extracting(NodeSample::liveHeapBytes)
        .containsExactly(null, 77L);
  }

  private TimelineRecorder recorder() {
    TimelineRecorder recorder =
        new TimelineRecorder(
            () -> seen.isEmpty() ? PhasesByHand.figures(Map.of()) : seen.remove(),
            List.of(one, two),
            Duration.ofSeconds(1),
            () -> now,
            new ByHand(questions));
    answer();
    return recorder;
  }

  private void second(TimelineRecorder recorder) {
    now += SECOND;
    long unused = recorder.tick();
    answer();
  }

  private void answer() {
    while (!questions.isEmpty()) {
      questions.remove().run();
    }
  }

  private static List<Double> cpu(TimelineRecorder recorder, int node) {
    List<Double> percents = new ArrayList<>();
    recorder
        .timeline()
        .intervals()
        .forEach(interval -> percents.add(interval.nodes().get(node).cpuPercent()));
    return percents;
  }

  private static List<Integer> members(TimelineRecorder recorder, int node) {
    List<Integer> members = new ArrayList<>();
    recorder
        .timeline()
        .intervals()
        .forEach(interval -> members.add(interval.nodes().get(node).viewMembers()));
    return members;
  }
}
