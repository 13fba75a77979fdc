// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.drill.plan.report.CapacityHtml;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityReport.Capacity;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Round;
import org.holdfast.drill.plan.report.CapacityReport.Rounds;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.holdfast.drill.plan.report.CapacityText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several searches of each contender, against simulated nodes of one core. */
@Timeout(60)
class CapacityRoundsTest {
  private static final List<Contender> BOTH =
      List.of(Simulations.contender("holdfast", 2), Simulations.contender("none", 2));

  private final List<String> said = new ArrayList<>();

  @TempDir private Path directory;

  @Test
  void tellsHowFarCapacitiesAndTheirRatiosDiffer_fromStartToStart() throws Exception {
    // The cap of 45 % is reached by 454 users of 1 ms, 378 of 1.2 ms, 505 of 0.9 ms; and 227 of 2.
    List<SimulatedNodes> nodes =
        List.of(
            new SimulatedNodes(2, 0.001, 1_000),
            new SimulatedNodes(2, 0.002, 2_000),
            new SimulatedNodes(2, 0.0012, 3_000),
            new SimulatedNodes(2, 0.002, 4_000),
            new SimulatedNodes(2, 0.0009, 5_000),
            new SimulatedNodes(2, 0.002, 6_000));
    CapacityPlan plan = Simulations.rounds(3, 19_000);

    CapacityReport report = report(plan, Simulations.run(plan, BOTH, nodes, said));

    assertThat(report.verdict()).isEqualTo("valid");
    Capacity holdfast = report.contenders().get(0).capacity();
    assertThat(holdfast.rounds()).extracting(Round::outcome).containsOnly("found").hasSize(3);
    assertThat(holdfast.rounds().get(0).users()).isEqualTo(holdfast.users()).isBetween(430, 454);
    Rounds between = holdfast.betweenRounds();
    assertThat(between.number()).isEqualTo(3);
    assertThat(between.least()).isEqualTo(holdfast.rounds().get(1).users()).isBetween(358.0, 378.0);
    assertThat(between.median()).isEqualTo(holdfast.users());
    assertThat(between.most()).isEqualTo(holdfast.rounds().get(2).users()).isBetween(480.0, 505.0);
    Ratio ratio = report.ratios().get(0);
    assertThat(ratio.users()).isCloseTo(0.5, within(0.03));
    assertThat(ratio.rounds().number()).isEqualTo(3);
    assertThat(ratio.rounds().median()).isCloseTo(ratio.users(), within(0.01));
    assertThat(ratio.rounds().least()).isCloseTo(0.45, within(0.03));
    assertThat(ratio.rounds().most()).isCloseTo(0.6, within(0.03));
    assertThat(CapacityText.lines(report))
        .anyMatch(line -> line.matches("rounds {4}3 of 3 searches found 4.. users.* apart\\)"))
        .anyMatch(line -> line.startsWith("rounds    round 2: "))
        .anyMatch(line -> line.contains(" at the median of 3 rounds, 0.4"));
    assertThat(nodes).allMatch(each -> each.closed);
    assertThat(said).containsSubsequence("round 1 of 3", "round 2 of 3", "round 3 of 3");
  }

  @Test
  void tellsHowLongAllRoundsTake() throws Exception {
    CapacityPlan plan = Simulations.rounds(3, 19_000);
    List<SimulatedNodes> nodes =
        List.of(
            new SimulatedNodes(2, 0.001, 1_000),
            new SimulatedNodes(2, 0.002, 2_000),
            new SimulatedNodes(2, 0.001, 3_000),
            new SimulatedNodes(2, 0.002, 4_000),
            new SimulatedNodes(2, 0.001, 5_000),
            new SimulatedNodes(2, 0.002, 6_000));

    List<Outcome> unused = Simulations.run(plan, BOTH, nodes, said);

    Pattern told = Pattern.compile(".* of round (\\d), about (\\d+) (s|min) of all 3");
    List<Matcher> lines = said.stream().map(told::matcher).filter(Matcher::matches).toList();
    assertThat(lines).extracting(line -> line.group(1)).contains("1", "2", "3");
    long later = lines.stream().filter(line -> !line.group(1).equals("1")).count();
    for (int i = 0; i < lines.size(); i++) {
      Matcher line = lines.get(i);
      long seconds = Long.parseLong(line.group(2)) * (line.group(3).equals("s") ? 1 : 60);
      if (line.group(1).equals("1")) {
        assertThat(seconds).as("%s, %d to come", line.group(), later).isGreaterThan(10L * later);
      } else {
        // Each line is one stage of 20 s, or a warm-up as long, and the rounds are alike.
        assertThat(seconds).as(line.group()).isCloseTo(20L * (lines.size() - i), within(120L));
      }
    }
  }

  @Test
  void stopsTheNodesOfARoundBeforeTheNextStarts() throws Exception {
    SimulatedNodes first = new SimulatedNodes(2, 0.001, 1_000);
    SimulatedNodes second = new SimulatedNodes(2, 0.001, 2_000);
    List<Boolean> closed = new ArrayList<>();
    CapacityPlan plan = Simulations.rounds(2, 19_000);

    Simulations.run(
        plan,
        BOTH.subList(0, 1),
        List.of(first, second),
        new ArrayList<>() {
          @Override
          public boolean add(String line) {
            if (line.startsWith("starting ")) {
              closed.add(first.closed);
            }
            return super.add(line);
          }
        });

    assertThat(closed).containsExactly(false, true);
  }

  @Test
  void leavesOutASearchThatConfirmsNothing_andSaysWhy() throws Exception {
    SimulatedNodes second = new SimulatedNodes(2, 0.001, 2_000);
    second.losesFrom = 1;
    CapacityPlan plan = Simulations.rounds(2, 19_000);

    CapacityReport report =
        report(
            plan,
            Simulations.run(
                plan,
                BOTH.subList(0, 1),
                List.of(new SimulatedNodes(2, 0.001, 1_000), second),
                said));

    Capacity capacity = report.contenders().get(0).capacity();
    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons()).singleElement().asString().startsWith("round 2: not even 1 user");
    assertThat(capacity.betweenRounds()).isNull();
    assertThat(capacity.rounds()).extracting(Round::outcome).containsExactly("found", "none");
    // What the second search lost counts, and is told with its stages.
    assertThat(capacity.rounds().get(0).stages()).isEmpty();
    assertThat(capacity.rounds().get(1).stages()).isNotEmpty();
    assertThat(CapacityText.lines(report))
        .anyMatch(line -> line.matches("updates .*of all searches, [1-9][0-9,]* of them lost"))
        .anyMatch(line -> line.endsWith(" (round 1 of 2)"));
    assertThat(CapacityText.lines(report))
        .contains(
            "rounds    fewer than two of 2 searches found a limit",
            "rounds    round 2: not even 1 user is sustained");
  }

  @Test
  void showsTheStagesOfAllRounds_inTablesPicturesAndChecks() throws Exception {
    SimulatedNodes doubted = new SimulatedNodes(2, 0.0012, 2_000);
    doubted.doubtsFrom = 300;
    CapacityPlan plan = Simulations.rounds(2, 19_000);
    CapacityReport report =
        report(
            plan,
            Simulations.run(
                plan,
                BOTH.subList(0, 1),
                List.of(new SimulatedNodes(2, 0.001, 1_000), doubted),
                said));
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(report, page);
    int first = report.contenders().get(0).stages().size();
    List<Stage> second = report.contenders().get(0).capacity().rounds().get(1).stages();
    long drawn = second.stream().filter(stage -> !stage.verdict().equals("invalid")).count();

    List<String> lines = CapacityText.lines(report);
    String html = Files.readString(page, StandardCharsets.UTF_8);
    assertThat(drawn).isPositive().isLessThan(second.size());
    assertThat(lines).anyMatch(line -> line.startsWith("round  stage "));
    assertThat(lines)
        .filteredOn(line -> line.matches(" {4}1 {2}(grow|bisect|conf|rech).*"))
        .hasSize(first);
    assertThat(lines).filteredOn(line -> line.startsWith("    2  ")).hasSize(second.size());
    assertThat(html).contains("<th>round<th class=\"l\">stage");
    assertThat(html.split("<td>2<td class=\"l\">[a-z ]+<td>\\d+<td>[0-9,]+<td>", -1))
        .hasSize(second.size() + 1);
    assertThat(html)
        .containsPattern(
            "<td>2<td class=\"l\">[a-z ]+<td>\\d+<td class=\"l\">driver-cpu<td class=\"l\">NO");
    // The first picture has one curve, which begins anew for each search.
    String curve = html.substring(html.indexOf("<path class=\"curve"));
    assertThat(curve.substring(0, curve.indexOf("/>")).split("M", -1)).hasSize(3);
    assertThat(html.substring(0, html.indexOf("</svg>")).split("<circle ", -1))
        .hasSize((int) (first + drawn) + 1);
    assertThat(html).contains("Responses at the capacity, by percentile (round 1 of 2)");
  }

  @Test
  void comparesByTheRoundThatConfirmsBoth_andIsNotValid() throws Exception {
    SimulatedNodes unable = new SimulatedNodes(2, 0.001, 1_000);
    unable.losesFrom = 1;
    List<SimulatedNodes> nodes =
        List.of(
            unable,
            new SimulatedNodes(2, 0.002, 2_000),
            new SimulatedNodes(2, 0.001, 3_000),
            new SimulatedNodes(2, 0.002, 4_000));

    CapacityReport report =
        report(
            Simulations.rounds(2, 19_000),
            Simulations.run(Simulations.rounds(2, 19_000), BOTH, nodes, said));

    assertThat(report.ratios()).hasSize(1);
    assertThat(report.ratios().get(0).users()).isCloseTo(0.5, within(0.03));
    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons()).singleElement().asString().startsWith("holdfast: not even 1 user");
  }

  @Test
  void callsARatioALimit_whereOneSideSustainsAllUsersAllowed() throws Exception {
    // 200 users are allowed; the first sustains 113, at 4 ms of CPU for each request.
    CapacityPlan plan = Simulations.rounds(1, 200);

    CapacityReport report =
        report(
            plan,
            Simulations.run(
                plan,
                BOTH,
                List.of(new SimulatedNodes(2, 0.004, 1_000), new SimulatedNodes(2, 0.001, 2_000)),
                said));

    assertThat(CapacityText.lines(report))
        .anyMatch(line -> line.matches("none sustains at least 1\\.[78].* times the users of .*"));
  }

  @Test
  void fitsTheLawToAllSearchesThatFoundALimit_andToNoOther() throws Exception {
    List<Contender> sizes =
        List.of(
            Simulations.contender("holdfast", 1),
            Simulations.contender("holdfast", 2),
            Simulations.contender("holdfast", 3));
    List<SimulatedNodes> nodes =
        List.of(
            new SimulatedNodes(1, 0.001, 1_000),
            new SimulatedNodes(2, 0.001, 2_000),
            new SimulatedNodes(3, 0.001, 3_000));

    CapacityPlan wide = Simulations.rounds(1, 19_000);
    CapacityPlan narrow = Simulations.rounds(1, 300);

    CapacityReport found = report(wide, Simulations.run(wide, sizes, nodes, said));
    assertThat(found.scalability()).isNotNull();
    assertThat(found.scalabilityMissing()).isNull();
    CapacityReport ended = report(narrow, Simulations.run(narrow, sizes, nodes, said));
    assertThat(ended.scalability()).isNull();
    assertThat(CapacityText.lines(ended))
        .contains(
            "no scalability law and no prediction: three numbers of nodes with a limit are needed,"
                + " and one was found for 0 of 3");
  }

  @Test
  void tellsNoSpread_ofWhatTheMostUsersAllowedEnded() throws Exception {
    CapacityPlan plan = Simulations.rounds(2, 200);

    CapacityReport report =
        report(
            plan,
            Simulations.run(
                plan,
                BOTH.subList(0, 1),
                List.of(new SimulatedNodes(2, 0.001, 1_000), new SimulatedNodes(2, 0.001, 2_000)),
                said));

    assertThat(report.contenders().get(0).capacity().betweenRounds()).isNull();
    assertThat(report.verdict()).isEqualTo("valid");
  }

  @Test
  void keepsWhatTheFirstRoundFound_whenTheNodesOfTheSecondDoNotStart() {
    SimulatedNodes only = new SimulatedNodes(2, 0.001, 1_000);
    CapacityPlan plan = Simulations.rounds(2, 19_000);
    CapacityRun run = Simulations.prepared(plan, BOTH.subList(0, 1), List.of(only), said);

    assertThat(catchThrowable(run::run)).isInstanceOf(IndexOutOfBoundsException.class);

    List<Outcome> kept = run.soFar("could not go on");
    assertThat(kept).hasSize(1);
    assertThat(kept.get(0).result().confirmed()).isTrue();
    assertThat(kept.get(0).again()).isEmpty();
    assertThat(only.closed).isTrue();
  }

  @Test
  void keepsTheStagesOfARoundThatWasStopped() {
    List<SimulatedNodes> nodes =
        List.of(new SimulatedNodes(2, 0.001, 1_000), new SimulatedNodes(2, 0.001, 2_000));
    CapacityPlan plan = Simulations.rounds(2, 19_000);
    CapacityRun run =
        Simulations.prepared(
            plan,
            BOTH.subList(0, 1),
            nodes,
            new ArrayList<>() {
              private boolean second;

              @Override
              public boolean add(String line) {
                second |= line.startsWith("round 2");
                if (second && line.startsWith("stage 3 ")) {
                  throw new IllegalStateException("stopped");
                }
                return super.add(line);
              }
            });

    assertThat(catchThrowable(run::run)).hasMessage("stopped");

    List<Outcome> kept = run.soFar("stopped");
    assertThat(kept.get(0).again()).hasSize(1);
    assertThat(kept.get(0).again().get(0).stages()).hasSize(2);
    CapacityReport report = report(plan, kept);
    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .startsWith("round 2: ")
        .contains("stopped in a further search, after 2 stages");
  }

  private static CapacityReport report(CapacityPlan plan, List<Outcome> outcomes) {
    return CapacityReports.of(plan, outcomes, "holdfast capacity", Simulations.SOMEWHERE);
  }
}
