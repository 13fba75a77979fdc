// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.holdfast.bench.CostTable.Measured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTableTest {
  private static final Pair PAIR = new Pair(ServerKind.TOMCAT, ServerKind.TOMCAT_HOLDFAST);

  @Test
  void pairsEachKindWithItsOwn_andAloneOnlyWhatHasNoOther() {
    assertThat(
            Pair.of(
                List.of(
                    ServerKind.TOMCAT,
                    ServerKind.TOMCAT_HOLDFAST,
                    ServerKind.TOMCAT_FILTER,
                    ServerKind.JETTY)))
        .containsExactly(
            PAIR,
            new Pair(ServerKind.TOMCAT, ServerKind.TOMCAT_FILTER),
            new Pair(ServerKind.JETTY, ServerKind.JETTY));
  }

  @Test
  void measuresTheTwoOfAPairTogether_inTheOtherOrderInTheNextRound() {
    assertThat(PAIR.order(1)).containsExactly(ServerKind.TOMCAT, ServerKind.TOMCAT_HOLDFAST);
    assertThat(PAIR.order(2)).containsExactly(ServerKind.TOMCAT_HOLDFAST, ServerKind.TOMCAT);
    Pair alone = new Pair(ServerKind.JETTY, ServerKind.JETTY);
    assertThat(alone.order(1)).containsExactly(ServerKind.JETTY);
    assertThat(Pair.inRound(List.of(PAIR, alone), 1)).containsExactly(PAIR, alone);
    assertThat(Pair.inRound(List.of(PAIR, alone), 2)).containsExactly(alone, PAIR);
  }

  @Test
  void comparesWithinPairs_andMarksWhatWasNotSteady() {
    CostTable table = new CostTable();
    // A machine that gets slower: the medians' ratio would be 48/30.
    for (double own : new double[] {20, 30, 40}) {
      table.add(
          PAIR,
          Map.of(
              ServerKind.TOMCAT,
              new Measured(1000, own),
              ServerKind.TOMCAT_HOLDFAST,
              new Measured(900, own == 30 ? 48 : own * 1.2)));
    }

    assertThat(table.markdown(Set.of(ServerKind.TOMCAT_HOLDFAST)).lines().skip(2))
        .containsExactly(
            "| tomcat | 1000 | 30.0 (20.0 to 40.0) | 1.00 |  |",
            "| tomcat-holdfast (not steady) | 900 | 48.0 (24.0 to 48.0) | 1.20 (1.20 to 1.60) "
                + "| 1.20 to 1.60 |");
  }

  /** The ranks that tables of the sign test give: 3 and 10 of 12, 10 and 21 of 30. */
  @ParameterizedTest
  @CsvSource({"1,1,1", "5,1,5", "6,1,6", "8,1,8", "9,2,8", "12,3,10", "30,10,21", "100,40,61"})
  void boundsTheMedian_byRanks(int figures, double least, double greatest) {
    List<Double> all = IntStream.rangeClosed(1, figures).mapToObj(Double::valueOf).toList();

    Spread bounds = Spread.ofMedian(all);

    assertThat(List.of(bounds.least(), bounds.greatest())).containsExactly(least, greatest);
  }

  @Test
  void takesTheMeanOfTheMiddleTwo_whenTheirNumberIsEven() {
    assertThat(Spread.of(List.of(4.0, 1.0, 3.0, 9.0))).isEqualTo(new Spread(1, 3.5, 9));
  }

  @Test
  void describesTheMachine_andCallsUnknownWhatIsNotTold(@TempDir Path proc) throws IOException {
    assertThat(Machine.read(proc).markdown())
        .contains(" of unknown;")
        .endsWith("load average at start unknown");
    Files.writeString(proc.resolve("cpuinfo"), "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\n");
    Files.writeString(proc.resolve("loadavg"), "0.52 0.41 0.30 2/345 6789\n");

    assertThat(Machine.read(proc).markdown())
        .contains(" of Some CPU @ 2 GHz;")
        .endsWith("load average at start 0.52 0.41 0.30");
  }
}
