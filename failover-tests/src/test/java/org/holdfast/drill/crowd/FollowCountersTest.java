// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/** A server whose pages count for themselves loses one update of one of them. */
class FollowCountersTest {
  private static final Page A = new Page("/a", RequestBody.NONE, 1);
  private static final Page B = new Page("/b?x=1", RequestBody.NONE, 1);

  @Test
  void noticesTheLostUpdateOfAPage_whenEachIsFollowed() {
    CrowdFigures figures = drive(FollowCounters.EACH, A, B);

    assertThat(figures.countersWrong()).isEqualTo(1);
    assertThat(figures.countersRight()).isEqualTo(figures.answers() - 1);
  }

  @Test
  void judgesNothingOfSeveralPages_whenNobodySaysThatTheyCount() {
    CrowdFigures figures = drive(FollowCounters.AUTO, A, B);

    assertThat(figures.countersRight() + figures.countersWrong()).isZero();
  }

  @Test
  void followsTheOnlyPage_unlessToldNotTo() {
    assertThat(drive(FollowCounters.AUTO, B).countersWrong()).isEqualTo(1);
    CrowdFigures unfollowed = drive(FollowCounters.NONE, B);
    assertThat(unfollowed.countersRight() + unfollowed.countersWrong()).isZero();
  }

  private static CrowdFigures drive(FollowCounters which, Page... pages) {
    VirtualWorld world = new VirtualWorld();
    CrowdRecorder recorder = new CrowdRecorder(world::now, "test");
    Map<String, Integer> counters = new HashMap<>();
    Target server =
        world.open(
            "a",
            1,
            (line, target, cookie, body) -> {
              int before = counters.merge(target, 1, Integer::sum);
              if (before == 30
                  && target.startsWith("/b")
                  && counters.putIfAbsent("lost", 1) == null) {
                counters.put(target, 29);
              }
              line.answer(1, VirtualWorld.ok("counter=" + counters.get(target) + " x"));
            });
    CrowdPlan plan =
        new CrowdPlan(
            1,
            List.of(pages),
            new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(9)),
            ThinkFrom.RESPONSE,
            0,
            Duration.ofSeconds(5),
            Duration.ofMillis(20),
            "JSESSIONID",
            1);
    Crowd crowd = world.crowd(plan.following(which), List.of(server), recorder);
    crowd.start(Duration.ZERO);
    world.run(2);
    crowd.close();
    return recorder.currentFigures();
  }
}
