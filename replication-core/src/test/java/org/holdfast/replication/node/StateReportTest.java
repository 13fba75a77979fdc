// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

class StateReportTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Member SELF = member("node-1");

  private final List<String> info = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final StateReport report =
      new StateReport(SELF, 1, () -> this.now, info::add, warnings::add);
  private StateReport.Figures now = calm();
  private long clock = -5 * SECOND;
  private long number;

  private static Member member(String name) {
    return new Member(name, 1, "127.0.0.1", 9_000);
  }

  private static StateReport.Figures calm() {
    return new StateReport.Figures(0, 200, 0, 0, 0, null);
  }

  private static StateReport.Figures unprotected(int sessions) {
    return new StateReport.Figures(sessions, 200, 0, 0, 0, null);
  }

  private void view(String... names) {
    List<Member> members = Arrays.stream(names).map(StateReportTest::member).toList();
    report.onView(View.of(++number, "node-1", members));
  }

  private void pass(long seconds) {
    for (long i = 0; i < 100 * seconds; i++) {
      clock += SECOND / 100;
      report.tick(clock);
    }
  }

  @Test
  void namesWhoJoinedAndLeft_atEachViewButTheFirst() {
    view("node-1");
    view("node-1", "node-2", "node-3");
    view("node-1", "node-3");

    assertThat(info)
        .containsExactly(
            "view 2 of node-1 on node-1: 3 members; joined: node-2/dw1j (127.0.0.1:9000),"
                + " node-3/dw1j (127.0.0.1:9000)",
            "view 3 of node-1 on node-1: 2 members; left: node-2/dw1j (127.0.0.1:9000)");
    assertThat(warnings).isEmpty();
  }

  @Test
  void countsTakeoversTogether_insteadOfALineForEach() {
    for (int i = 1; i <= 30; i++) {
      now = new StateReport.Figures(0, 200, 10L * i, 100L * i, 0, null);
      pass(1);
    }
    pass(10);

    assertThat(info).hasSizeLessThanOrEqualTo(5);
    assertThat(info.get(0)).contains("node-1 took over 110 sessions", "10 for requests");
    long total =
        info.stream()
            .mapToLong(line -> Long.parseLong(line.replaceAll(".*took over (\\d+) .*", "$1")))
            .sum();
    assertThat(total).isEqualTo(3_300);
  }

  @Test
  void saysWhenProtectionIsLostAndRegained_withSessionsAndDuration() {
    view("node-1");
    now = unprotected(12);
    pass(2);
    now = calm();
    pass(1);
    now = unprotected(118);
    pass(2);
    view("node-1", "node-2");
    now = calm();
    pass(20);

    assertThat(warnings)
        .containsExactly(
            "protection lost on node-1: 12 of 200 sessions have fewer than 1 acknowledged copies on"
                + " other members (members in the view: 1); a crash now would lose their updates");
    assertThat(info)
        .last()
        .isEqualTo(
            "protection regained on node-1 after 5.0 s: at most 118 sessions were unprotected at"
                + " once");
  }

  @Test
  void logsFewLines_whenProtectionComesAndGoes() {
    for (int i = 0; i < 30; i++) {
      now = unprotected(1);
      pass(1);
      now = calm();
      pass(1);
    }

    assertThat(warnings).hasSizeBetween(2, 7);
    assertThat(info).hasSameSizeAs(warnings);
  }

  @Test
  void saysWhenTheNodeIsExcluded_andWhenItServesAgain() {
    now = new StateReport.Figures(0, 200, 0, 0, 0, "the other nodes continue without this node");
    pass(4);
    now = calm();
    pass(1);

    assertThat(warnings)
        .containsExactly(
            "node-1 answers 503 to requests with sessions: the other nodes continue without"
                + " this node");
    assertThat(info).containsExactly("node-1 serves sessions again after 4.0 s");
  }

  @Test
  void saysHowManySessionsOthersWentOnWith() {
    now = new StateReport.Figures(0, 200, 0, 0, 7, null);
    pass(1);

    assertThat(warnings).singleElement().asString().contains("node-1 lost 7 sessions");
  }

  @Test
  void doesNotCallSessionsUnprotected_whenNoCopyIsWanted() {
    StateReport alone = new StateReport(SELF, 0, () -> unprotected(9), info::add, warnings::add);
    alone.tick(0);

    assertThat(warnings).isEmpty();
  }
}
