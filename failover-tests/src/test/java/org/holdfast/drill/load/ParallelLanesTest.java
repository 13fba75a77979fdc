// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.history.Violation;
import org.junit.jupiter.api.Test;

/** Users with several requests of one session under way at once. */
class ParallelLanesTest {
  private static final LoadSettings FOUR = VirtualNodes.settings().withParallel(4);
  private static final String COOKIE = "JSESSIONID=S1.a; Path=/";

  private final VirtualNodes nodes = new VirtualNodes("ab");

  @Test
  void beginsTheSessionAlone_andSendsTheOthersWithItsCookie() {
    VirtualUser user = nodes.started(FOUR);
    assertThat(nodes.due.keySet()).as("lanes with a time").containsExactly(0);
    VirtualNodes.Opened first = nodes.last().connected();
    first.answered(VirtualNodes.line(1, COOKIE));
    assertThat(nodes.due.keySet()).containsExactly(0, 1, 2, 3);
    assertThat(nodes.due.get(1)).as("at once, not after a pause").isLessThan(nodes.due.get(0));

    List<VirtualNodes.Opened> lanes = wakeAll(user, first);

    assertThat(nodes.opened).as("a connection each").hasSize(4);
    assertThat(first.sent).containsExactly("/counter ", "/counter JSESSIONID=S1.a");
    assertThat(lanes.subList(1, 4))
        .allSatisfy(lane -> assertThat(lane.sent).containsExactly("/counter JSESSIONID=S1.a"));
  }

  @Test
  void staysWithOneRequestAtATime_whenTheApplicationSetsNoCookie() {
    VirtualUser user = nodes.started(FOUR);
    nodes.last().connected().answered(VirtualNodes.line(1));

    assertThat(user.sessionKey()).isEmpty();
    assertThat(nodes.due.keySet()).containsExactly(0);
  }

  @Test
  void isToldTheTruth_inAnyOrder() {
    VirtualUser user = begun();
    List<VirtualNodes.Opened> lanes = wakeAll(user, nodes.opened.get(0));
    user.arm(Victims.of(), System.nanoTime());

    lanes.get(2).answered(VirtualNodes.line(5));
    assertThat(user.recovery().right()).isTrue();
    lanes.get(0).answered(VirtualNodes.line(3));
    lanes.get(3).answered(VirtualNodes.line(2));
    lanes.get(1).answered(VirtualNodes.line(4));

    assertThat(HistoryChecks.of(user)).isEmpty();
  }

  @Test
  void judgesEachAnswerByWhatWasAnsweredBeforeItsRequestWasSent() {
    VirtualUser user = begun();
    List<VirtualNodes.Opened> lanes = wakeAll(user, nodes.opened.get(0));
    lanes.get(0).answered(VirtualNodes.line(4));
    nodes.wake(user, 0);
    user.arm(Victims.of(), System.nanoTime());
    lanes.get(1).answered(VirtualNodes.line(2));
    assertThat(user.recovery().right()).as("sent before 4 was answered").isTrue();

    user.arm(Victims.of(), System.nanoTime());
    lanes.get(0).answered(VirtualNodes.line(3));
    assertThat(user.recovery().right()).as("sent after it").isFalse();
    assertThat(HistoryChecks.of(user)).isNotEmpty();
  }

  @Test
  void isWrong_whenASessionWasBegunInItsPlace() {
    VirtualUser user = begun();
    List<VirtualNodes.Opened> lanes = wakeAll(user, nodes.opened.get(0));
    user.arm(Victims.of(), System.nanoTime());

    lanes.get(1).answered(created("cd34"));

    assertThat(user.recovery().right()).isFalse();
    assertThat(HistoryChecks.of(user)).containsExactly(Violation.Kind.RESET);
  }

  @Test
  void asksOnceMoreAndAlone_whenItsLanesAreThrough() {
    VirtualUser user = begun();
    List<VirtualNodes.Opened> lanes = wakeAll(user, nodes.opened.get(0));
    lanes.get(0).answered(VirtualNodes.line(2));
    lanes.get(1).answered(VirtualNodes.line(3));

    user.finish(System.nanoTime());
    assertThat(nodes.due).as("those that think").doesNotContainKey(1).containsKey(0);
    nodes.wake(user, 0);
    assertThat(lanes.get(0).sent).as("while others are under way").hasSize(2);
    lanes.get(2).answered(VirtualNodes.line(4));
    assertThat(nodes.due).doesNotContainKey(0).doesNotContainKey(2).containsKey(3);
    lanes.get(3).answered(VirtualNodes.line(5));
    nodes.wake(user, 0);
    assertThat(lanes.get(0).sent).hasSize(3);
    assertThat(nodes.finished).isZero();
    lanes.get(0).answered(VirtualNodes.line(6));

    assertThat(nodes.finished).isEqualTo(1);
    assertThat(nodes.due).isEmpty();
    assertThat(nodes.opened).allMatch(opened -> opened.closed);
    assertThat(HistoryChecks.of(user)).isEmpty();
  }

  @Test
  void keepsItsLanesTogether_whenTheirNodeFailsThem() {
    VirtualNodes three = new VirtualNodes("abc");
    VirtualUser user = three.started(FOUR);
    three.last().connected().answered(VirtualNodes.line(1, COOKIE));
    List<VirtualNodes.Opened> lanes = wakeAll(three, user, three.last());
    user.arm(Victims.of(0), System.nanoTime());

    lanes.forEach(VirtualNodes.Opened::ended);

    assertThat(user.recovery().turnedAtOnce()).isTrue();
    assertThat(three.asked().subList(4, 8)).as("all go to one node").containsOnly(user.home());
    assertThat(Failures.of(user.history())).hasSize(4).containsOnly(FailureKind.LOST_IN_FLIGHT);
  }

  @Test
  void leavesWithAllItsLanes_whenItsNodeIsRetired() {
    VirtualUser user = begun();
    List<VirtualNodes.Opened> lanes = wakeAll(user, nodes.opened.get(0));
    lanes.get(0).answered(VirtualNodes.line(2));

    nodes.retire(0, user);
    lanes.get(1).answered(VirtualNodes.line(3));
    nodes.wake(user, 0);
    nodes.wake(user, 1);

    assertThat(nodes.asked().subList(4, 6)).containsOnly(1);
    assertThat(lanes.get(2).closed).as("still waits").isFalse();
    assertThat(Failures.of(user.history())).isEmpty();
  }

  @Test
  void goesRoundWithEachRequest_whicheverLaneSendsIt() {
    VirtualUser user = nodes.started(FOUR.withRouting(Routing.ROUND_ROBIN));
    nodes.last().connected().answered(VirtualNodes.line(1, COOKIE));
    for (int lane = 0; lane < 4; lane++) {
      nodes.wake(user, lane);
    }

    assertThat(nodes.asked()).containsExactly(0, 1, 0, 1, 0);
  }

  @Test
  void tellsTheIdOfItsSessionWithoutItsRoute_andNobodyElse() {
    VirtualUser user = begun();

    assertThat(user.sessionKey()).isEqualTo("S1");
    assertThat(SessionCookie.find("JSESSIONID", List.of(COOKIE)).orElseThrow().toString())
        .doesNotContain("S1");
    assertThat(new Question(null, false, "/counter", 0, "JSESSIONID=S1.a", "ab12", "", 0, 0))
        .asString()
        .doesNotContain("S1");
    assertThat(user.history().exchanges().toString()).doesNotContain("S1");
  }

  private VirtualUser begun() {
    VirtualUser user = nodes.started(FOUR);
    nodes.last().connected().answered(VirtualNodes.line(1, COOKIE));
    return user;
  }

  private List<VirtualNodes.Opened> wakeAll(VirtualUser user, VirtualNodes.Opened first) {
    return wakeAll(nodes, user, first);
  }

  /** Every lane sends; the first has its connection. */
  private static List<VirtualNodes.Opened> wakeAll(
      VirtualNodes nodes, VirtualUser user, VirtualNodes.Opened first) {
    nodes.wake(user, 0);
    for (int lane = 1; lane < 4; lane++) {
      nodes.wake(user, lane);
      nodes.last().connected();
    }
    return List.of(first, nodes.opened.get(1), nodes.opened.get(2), nodes.opened.get(3));
  }

  private static HttpAnswer created(String session) {
    return new HttpAnswer(
        200,
        List.of("JSESSIONID=S2.a; Path=/"),
        "true",
        "",
        "",
        true,
        "counter=1 session=" + session + " node=x new=true");
  }
}
