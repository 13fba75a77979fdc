// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.holdfast.drill.capacity.SurvivalCap.Measured;
import org.junit.jupiter.api.Test;

class SurvivalCapTest {

  @Test
  void leavesRoomForTheLoadOfTheLostNode() {
    assertThat(SurvivalCap.safeCap(2, 1, 0.9)).isCloseTo(0.45, within(1e-12));
    assertThat(SurvivalCap.safeCap(3, 1, 0.9)).isCloseTo(0.60, within(1e-12));
    assertThat(SurvivalCap.safeCap(4, 1, 0.9)).isCloseTo(0.675, within(1e-12));
    assertThat(SurvivalCap.safeCap(4, 2, 0.8)).isCloseTo(0.40, within(1e-12));
  }

  @Test
  void callsTheCapSafe_whenItIsExactlyThat() {
    SurvivalCap cap = SurvivalCap.of(3, 1, 0.9, 0.6);

    assertThat(cap.capIsSafe()).isTrue();
    assertThat(cap.survived()).isNull();
    assertThat(cap.verdict())
        .isEqualTo(
            "the cap of 60 % is safe: of 3 nodes losing 1, survivors stay at 90 % from a cap of"
                + " 60.0 %. Not tried");
  }

  @Test
  void callsTheCapTooHigh_whenSurvivorsWouldGetMoreThanTheyMay() {
    SurvivalCap cap = SurvivalCap.of(2, 1, 0.9, 0.6);

    assertThat(cap.capIsSafe()).isFalse();
    assertThat(cap.verdict())
        .startsWith(
            "the cap of 60 % is too high: of 2 nodes losing 1, survivors stay at 90 % from a cap of"
                + " 45.0 %");
  }

  @Test
  void comparesWithWhatTheSurvivorsUsed() {
    SurvivalCap cap =
        SurvivalCap.of(3, 1, 0.9, 0.6, measured(0.55, nodes(0.70, 0.77), 0.31, true, 0));

    assertThat(cap.measuredCap()).isCloseTo(0.9 * 0.55 / 0.77, within(1e-12));
    assertThat(cap.survived()).isTrue();
    assertThat(cap.verdict())
        .endsWith(
            ". Tried: CPU went from 55 % to 77 % on node-2, so the cap that would have been safe is"
                + " 64.3 %; bound held (0.31 s) and no update lost");
  }

  @Test
  void saysLessThan_whenTheSurvivorsHadNoMoreCpuToUse() {
    SurvivalCap cap = SurvivalCap.of(2, 1, 0.9, 0.6, measured(0.58, nodes(0.99), 2.4, false, 3));

    assertThat(cap.survived()).isFalse();
    assertThat(cap.verdict())
        .endsWith(
            "the cap that would have been safe is less than 52.7 %; not survived: the bound was"
                + " missed (2.40 s); 3 answered updates were lost; node-1 went to 99 % of its CPU,"
                + " over 90 %");
  }

  @Test
  void isNotSurvived_whenOnlyOneThingWasNotKept() {
    assertThat(survived(0.85, true, 0)).isTrue();
    assertThat(survived(0.91, true, 0)).isFalse();
    assertThat(survived(0.85, false, 0)).isFalse();
    assertThat(survived(0.85, true, 1)).isFalse();
  }

  @Test
  void neverAllowsMoreThanSurvivorsMayUse_whenTheLoadFell() {
    SurvivalCap cap =
        SurvivalCap.of(3, 1, 0.9, 0.6, measured(0.55, nodes(0.40, 0.40), 0.1, true, 0));

    assertThat(cap.measuredCap()).isCloseTo(0.9, within(1e-12));
  }

  @Test
  void doesNotKnow_whenTheSurvivorsWereNotMeasured_andNothingBroke() {
    SurvivalCap cap = SurvivalCap.of(3, 1, 0.9, 0.6, measured(0.5, List.of(), 0.1, true, 0));
    SurvivalCap half = SurvivalCap.of(3, 1, 0.9, 0.6, measured(0.5, nodes(0.6), 0.1, true, 0));

    assertThat(cap.survived()).isNull();
    assertThat(cap.measuredCap()).isNull();
    assertThat(cap.misses()).containsExactly("CPU of the survivors could not be measured");
    assertThat(cap.verdict()).endsWith("not known: CPU of the survivors could not be measured");
    assertThat(half.survived()).isNull();
  }

  @Test
  void isNotSurvived_whenTheSurvivorsWereNotMeasured_butSomethingBroke() {
    assertThat(SurvivalCap.of(2, 1, 0.9, 0.45, measured(0.4, List.of(), 0.1, true, 3)).misses())
        .containsExactly("3 answered updates were lost");
    assertThat(SurvivalCap.of(2, 1, 0.9, 0.45, measured(0.4, List.of(), 2.4, false, 0)).survived())
        .isFalse();
    assertThat(SurvivalCap.of(2, 1, 0.9, 0.45, unanswered()).verdict())
        .endsWith("; not survived: nothing was answered");
  }

  @Test
  void isNotSurvived_whenMoreRequestsFailThanTheKillExplains() {
    SurvivalCap many = SurvivalCap.of(2, 1, 0.9, 0.45, failing(51, 50, List.of()));
    SurvivalCap few = SurvivalCap.of(2, 1, 0.9, 0.45, failing(50, 50, List.of()));

    assertThat(many.survived()).isFalse();
    assertThat(many.misses()).containsExactly("51 requests failed, of which the kill explains 50");
    assertThat(few.survived()).isTrue();
    assertThat(few.verdict()).endsWith("; 50 requests failed, which the kill explains");
  }

  @Test
  void doesNotKnow_whenADriverWithDoubtsMissedTheBound_orEvenIfItDidNot() {
    List<String> doubts = List.of("the driver is busy");

    assertThat(SurvivalCap.of(2, 1, 0.9, 0.45, failing(51, 50, doubts)).survived()).isNull();
    assertThat(SurvivalCap.of(2, 1, 0.9, 0.45, failing(0, 50, doubts)).misses())
        .containsExactly("the driver is busy");
  }

  @Test
  void doesNotClaimThatNoUpdateWasLost_whereNoneWasFollowed() {
    Measured ping =
        new Measured(
            0.4,
            nodes(0.8),
            0.1,
            true,
            false,
            0,
            new SurvivalCap.Failures(0, 0),
            List.of(),
            List.of());

    assertThat(SurvivalCap.of(2, 1, 0.9, 0.45, ping).verdict())
        .endsWith("; bound held (0.10 s) and updates were not followed");
  }

  @Test
  void tellsACapAsItWasGiven_andAShareSoThatItIsSeenToBeOver() {
    SurvivalCap four =
        SurvivalCap.of(4, 1, 0.9, 0.675, measured(0.6, nodes(0.5, 0.5, 0.902), 0.1, true, 0));

    assertThat(four.verdict())
        .startsWith("the cap of 67.5 % is safe")
        .endsWith("node-3 went to 90.2 % of its CPU, over 90 %");
  }

  @Test
  void tellsWhatSurvivorsUsed_whereNothingWasUsedBefore() {
    SurvivalCap idle = SurvivalCap.of(2, 1, 0.9, 0.45, measured(0, nodes(0.01), 0.1, true, 0));

    assertThat(idle.survived()).isTrue();
    assertThat(idle.measuredCap()).isNull();
    assertThat(idle.verdict()).contains(". Tried: CPU went to 1.0 % on node-1; bound held");
  }

  @Test
  void refusesToLoseAllNodes() {
    assertThatThrownBy(() -> SurvivalCap.safeCap(1, 1, 0.9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nodes lost must be between 0.0 and 0.0, was 1.0");
    assertThatThrownBy(() -> SurvivalCap.safeCap(3, 1, 90))
        .hasMessage("share of CPU that survivors may use must be between 0.0 and 1.0, was 90.0");
    assertThatThrownBy(() -> measured(58, nodes(0.5), 0.1, true, 0))
        .hasMessage("CPU share before the kill must be between 0.0 and 1.2, was 58.0");
  }

  private static Boolean survived(double cpu, boolean boundHeld, long lost) {
    return SurvivalCap.of(3, 1, 0.9, 0.6, measured(0.5, nodes(cpu, cpu), 0.3, boundHeld, lost))
        .survived();
  }

  private static Measured measured(
      double before, List<NodeUsage> survivors, double response, boolean boundHeld, long lost) {
    return new Measured(
        before,
        survivors,
        response,
        boundHeld,
        true,
        lost,
        new SurvivalCap.Failures(0, 0),
        List.of(),
        List.of());
  }

  private static Measured failing(long requests, long explained, List<String> doubts) {
    return new Measured(
        0.4,
        nodes(0.8),
        0.1,
        true,
        true,
        0,
        new SurvivalCap.Failures(requests, explained),
        List.of(),
        doubts);
  }

  private static Measured unanswered() {
    return new Measured(
        0.4, List.of(), null, false, true, 0, new SurvivalCap.Failures(0, 0), List.of(), List.of());
  }

  private static List<NodeUsage> nodes(double... shares) {
    return Stages.users(1).cpu(shares).build().nodes();
  }
}
