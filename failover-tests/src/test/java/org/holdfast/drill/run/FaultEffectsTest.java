// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.Test;

class FaultEffectsTest {
  private static final Optional<Duration> FOR_GOOD = Optional.empty();
  private static final Optional<Duration> SHORT = Optional.of(Duration.ofSeconds(2));
  private static final Optional<Duration> LONG = Optional.of(Duration.ofSeconds(12));

  @Test
  void sendUsersElsewhere_whenTheNodeEndsOrHangsForLong() {
    assertThat(away(new Fault.Kill(), LONG, false)).isEqualTo(BitSet.valueOf(new long[] {1}));
    assertThat(away(new Fault.Pause(), FOR_GOOD, false).cardinality()).isOne();
    assertThat(away(new Fault.Pause(), SHORT, false).isEmpty()).isTrue();
    assertThat(away(new Fault.SlowCpu(10), LONG, true).isEmpty()).isTrue();
  }

  @Test
  void sendUsersOfTheSmallerSideElsewhere_whenOnlyAMajorityMayServe() {
    Fault cut = new Fault.Cut(Fault.Direction.BOTH);

    assertThat(away(cut, LONG, false).isEmpty()).as("both sides serve").isTrue();
    assertThat(away(cut, SHORT, true).isEmpty()).as("over before anybody notices").isTrue();
    assertThat(away(cut, LONG, true)).isEqualTo(BitSet.valueOf(new long[] {1}));
    assertThat(FaultEffects.awayFrom(cut, List.of(0, 1), List.of(2), true, LONG))
        .isEqualTo(BitSet.valueOf(new long[] {4}));
    assertThat(
            FaultEffects.awayFrom(
                new Fault.Cut(Fault.Direction.INBOUND), List.of(0, 1), List.of(2), true, LONG))
        .isEqualTo(BitSet.valueOf(new long[] {3}));
  }

  @Test
  void leaveUsersWhereTheyAre_whenALinkIsCut() {
    Fault link = new Fault.CutLink(Fault.Direction.BOTH);

    assertThat(FaultEffects.awayFrom(link, List.of(0, 1), List.of(2), true, LONG).isEmpty())
        .isTrue();
    assertThat(losing(link, 0, 1)).as("what async may lose").containsExactly(0, 1);
  }

  @Test
  void leaveOpenWhetherTheOthersNotice_whenAFaultLastsAboutAsLongAsTheirDetectorsWait() {
    assertThat(viewChange(new Fault.Pause(), 2_000)).isEqualTo(FaultEffects.ViewChange.NONE);
    assertThat(viewChange(new Fault.Pause(), 2_001)).isEqualTo(FaultEffects.ViewChange.PERHAPS);
    assertThat(viewChange(new Fault.Cut(Fault.Direction.BOTH), 7_999))
        .isEqualTo(FaultEffects.ViewChange.PERHAPS);
    assertThat(viewChange(new Fault.Pause(), 8_000)).isEqualTo(FaultEffects.ViewChange.DUE);
    assertThat(viewChange(new Fault.Kill(), 3_000)).isEqualTo(FaultEffects.ViewChange.DUE);
    assertThat(viewChange(new Fault.Loss(9), 3_000)).isEqualTo(FaultEffects.ViewChange.NONE);
    assertThat(FaultEffects.viewChange(new Fault.Pause(), FOR_GOOD))
        .isEqualTo(FaultEffects.ViewChange.DUE);
    Fault link = new Fault.CutLink(Fault.Direction.BOTH);
    assertThat(viewChange(link, 2_000)).isEqualTo(FaultEffects.ViewChange.NONE);
    assertThat(viewChange(link, 60_000))
        .as("the coordinator may be one of the two")
        .isEqualTo(FaultEffects.ViewChange.PERHAPS);
  }

  private static FaultEffects.ViewChange viewChange(Fault fault, long lastingMillis) {
    return FaultEffects.viewChange(fault, Optional.of(Duration.ofMillis(lastingMillis)));
  }

  @Test
  void excuseAsyncOfLosses_onlyWhereANodeEndsOrIsSilentUnplanned() {
    assertThat(losing(new Fault.Kill(), 0)).containsExactly(0);
    assertThat(losing(new Fault.OutOfMemory(), 0)).containsExactly(0);
    assertThat(losing(new Fault.Pause(), 0, 1)).containsExactly(0, 1);
    assertThat(losing(new Fault.Stop(), 0)).isEmpty();
    assertThat(losing(new Fault.StopAndKill(Duration.ofMillis(1)), 3, 1))
        .as("the first hands over what it holds")
        .containsExactly(1);
    assertThat(losing(new Fault.FullDisk(), 0)).isEmpty();
  }

  @Test
  void excuseAsyncOfLosses_onTheSmallerSideOfACut() {
    Fault cut = new Fault.Cut(Fault.Direction.BOTH);

    assertThat(losing(cut, 0)).containsExactly(0);
    assertThat(losing(cut, 0, 1, 2)).as("of four, the fourth").containsExactly(3);
    assertThat(losing(cut, 0, 1)).as("two on either side").containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(losing(new Fault.Cut(Fault.Direction.OUTBOUND), 0, 1, 2))
        .as("whom the others do not hear, however many")
        .containsExactly(0, 1, 2);
  }

  /** Of four nodes. */
  private static List<Integer> losing(Fault fault, Integer... chosen) {
    List<Integer> rest = new ArrayList<>(List.of(0, 1, 2, 3));
    rest.removeAll(List.of(chosen));
    return FaultEffects.losing(fault, List.of(chosen), rest);
  }

  private static BitSet away(Fault fault, Optional<Duration> lasting, boolean consistent) {
    return FaultEffects.awayFrom(fault, List.of(0), List.of(1, 2), consistent, lasting);
  }
}
