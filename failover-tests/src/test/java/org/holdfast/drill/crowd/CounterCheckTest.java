// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.drill.crowd.CounterCheck.Seen.NOTHING;
import static org.holdfast.drill.crowd.CounterCheck.Seen.RIGHT;
import static org.holdfast.drill.crowd.CounterCheck.Seen.WRONG;

import org.junit.jupiter.api.Test;

class CounterCheckTest {
  private final CounterCheck check = new CounterCheck(true);

  @Test
  void followsTheDemosLine_fromOne() {
    assertThat(check.accept("counter=1 session=ab node=a new=true")).isEqualTo(RIGHT);
    assertThat(check.accept("counter=2 session=ab node=a new=false")).isEqualTo(RIGHT);
    assertThat(check.accept("counter=2 session=ab node=b new=false")).as("lost").isEqualTo(WRONG);
    assertThat(check.accept("counter=3 session=ab node=b new=false")).isEqualTo(RIGHT);
    assertThat(check.accept("counter=1 session=cd node=b new=true")).as("reset").isEqualTo(WRONG);
  }

  @Test
  void followsANumberAlone_fromZero_asClusterBenchHasIt() {
    assertThat(check.accept("0")).isEqualTo(RIGHT);
    assertThat(check.accept("1\n")).isEqualTo(RIGHT);
    assertThat(check.accept("3")).isEqualTo(WRONG);
    assertThat(check.accept("0")).isEqualTo(WRONG);
  }

  @Test
  void allowsForEachRequestThatMayHaveBeenServed() {
    check.unanswered();
    assertThat(check.accept("1")).isEqualTo(RIGHT);
    check.unanswered();
    assertThat(check.accept("4")).isEqualTo(RIGHT);
    assertThat(check.accept("8")).isEqualTo(WRONG);
  }

  @Test
  void judgesNothing_whenTheFirstAnswerIsNotTheStartOfACount() {
    assertThat(check.accept("4711")).isEqualTo(NOTHING);
    assertThat(check.accept("4711")).isEqualTo(NOTHING);
    CounterCheck page = new CounterCheck(true);
    assertThat(page.accept("<html>0</html>")).isEqualTo(NOTHING);
    assertThat(new CounterCheck(true).accept("")).isEqualTo(NOTHING);
    assertThat(new CounterCheck(true).accept("0 items")).isEqualTo(NOTHING);
  }

  @Test
  void mayGrowByMore_butMustGrow_whenOthersCountThereToo() {
    CounterCheck shared = new CounterCheck(false);
    assertThat(shared.accept("counter=1 session=ab node=a new=true")).isEqualTo(RIGHT);
    assertThat(shared.accept("counter=5 session=ab node=a new=false")).isEqualTo(RIGHT);
    assertThat(shared.accept("counter=5 session=ab node=b new=false")).isEqualTo(WRONG);
  }

  @Test
  void isWrong_whenACountTurnsIntoSomethingElse() {
    assertThat(check.accept("0")).isEqualTo(RIGHT);
    assertThat(check.accept("please log in")).isEqualTo(WRONG);
    assertThat(check.accept("12345678901234567890")).isEqualTo(WRONG);
  }
}
