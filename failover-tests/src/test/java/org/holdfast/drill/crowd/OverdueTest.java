// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/** Requests that are due before there is somebody to send them. */
class OverdueTest {
  private final VirtualWorld world = new VirtualWorld();
  private final AtomicInteger served = new AtomicInteger();

  @Test
  void areSentStill_whenNoMoreArrive() {
    Crowd crowd = crowd(ThinkFrom.RESPONSE, 10, 1_000);
    crowd.start(Duration.ZERO);
    world.run(5.05);
    crowd.leave(1);
    CrowdTally tally = crowd.tally();
    world.run(100);

    assertThat(tally.open()).as("one under way, the others wait").isBetween(44L, 46L);
    assertThat(tally.oldestOpenSeconds()).as("the one under way").isGreaterThan(4);
    assertThat(served.get()).as("all that were due in five seconds").isEqualTo(51);
    assertThat(crowd.tally().open()).isZero();
  }

  @Test
  void areAsOldAsTheyAreDue_whenAUserHasFallenBehind() {
    Crowd crowd = crowd(ThinkFrom.CYCLE, 0, 1_000);
    crowd.start(Duration.ZERO);
    world.run(1.5);

    assertThat(served.get()).isEqualTo(2);
    assertThat(crowd.tallies().get(0).openNanos()).as("due at 0.1 s").isEqualTo(1_400_000_000L);
  }

  /** One user that asks ten times a second, of a server that takes its time. */
  private Crowd crowd(ThinkFrom from, double rate, double millis) {
    Target server =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              served.incrementAndGet();
              line.answer(millis, VirtualWorld.ok("hello"));
            });
    return world.crowd(
        new CrowdPlan(
            1,
            List.of(new Page("/", RequestBody.NONE, 1)),
            new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(100)),
            from,
            rate,
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            "JSESSIONID",
            1),
        List.of(server),
        new CrowdRecorder(world::now, "test"));
  }
}
