// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.page.SvgPlot.Point;
import org.junit.jupiter.api.Test;

class SvgPlotTest {
  private final SvgPlot plot = new SvgPlot("Title", "x", "y");

  @Test
  void saysSo_whenThereIsNothingToDraw() {
    assertThat(plot.series("none", List.of(new Point(1, Double.NaN))).mark("fault", 1).svg())
        .contains("nothing measured")
        .doesNotContain("<path", "class=\"mark\"");
  }

  @Test
  void breaksItsLine_whereAPointHasNoPlace() {
    String svg =
        plot.series(
                "one",
                List.of(
                    new Point(0, 1),
                    new Point(1, 1),
                    new Point(2, Double.NaN),
                    new Point(3, 1),
                    new Point(4, Double.NaN)))
            .svg();

    String path =
        svg.substring(svg.indexOf(" d=\"") + 4, svg.indexOf("\"/>", svg.indexOf(" d=\"")));
    assertThat(path).matches("M[\\d. ]+L[\\d. ]+L[\\d. ]+M(?<alone>[\\d. ]+)L\\k<alone>");
  }

  @Test
  void shadesASpan_andDrawsALineForWhatHasNoLength() {
    String svg = line().from(-10, 40).span("paused", 0, 10).mark("killed", 20).svg();

    // 484 wide from 64: 50 units
    assertThat(svg)
        .contains("<rect class=\"span\" x=\"160.8\" y=\"28\" width=\"96.8\" height=\"208\">")
        .contains("<line class=\"mark\" x1=\"160.8\"", "<line class=\"mark\" x1=\"354.4\"")
        .contains("<title>paused</title>", ">paused</text>", ">killed</text>");
    assertThat(svg.split("class=\"span\"", -1)).hasSize(2);
  }

  @Test
  void namesMarksBelowEachOther_andLeavesNamesOutWhereThereIsNoRoom() {
    for (int i = 0; i < 5; i++) {
      line().mark("a rather long name " + i, 10 + 0.1 * i);
    }
    String svg = line().svg();

    assertThat(svg)
        .containsPattern("y=\"40\">a rather long name 0</text>")
        .containsPattern("y=\"53\">a rather long name 1</text>")
        .containsPattern("y=\"66\">a rather long name 2</text>")
        .doesNotContain(">a rather long name 3</text>")
        .contains("<title>a rather long name 3</title>", "<title>a rather long name 4</title>");
  }

  @Test
  void writesANameLeftwards_whenItWouldPassTheEdge() {
    assertThat(line().from(0, 40).mark("a rather long name", 39).svg())
        .containsPattern("<text class=\"markname end\" x=\"5\\d\\d");
  }

  @Test
  void tellsSeriesApart_beyondItsColours() {
    for (int i = 0; i < 7; i++) {
      plot.series("s" + i, List.of(new Point(0, i), new Point(1, i)));
    }

    assertThat(plot.svg())
        .contains("<path class=\"curve c0\"", "<path class=\"curve c5\"")
        .contains("<path class=\"curve c0 again\"");
  }

  @Test
  void namesElevenAndCountsTheRest_ofManySeries() {
    for (int i = 0; i < 20; i++) {
      plot.series("s" + i, List.of(new Point(0, i), new Point(1, i)));
    }

    assertThat(plot.wide().svg())
        .contains(">s10</text>", ">and 9 more</text>")
        .doesNotContain(">s11</text>");
  }

  @Test
  void marksALogarithmicAxisBetweenThePowersOfTen_whenItHasFew() {
    assertThat(Axis.of(2.5, 9, true).ticks(5)).containsExactly(5.0);
    assertThat(Axis.of(0.9, 30, true).ticks(5)).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0);
    assertThat(Axis.of(1, 1_000, true).ticks(5)).containsExactly(1.0, 10.0, 100.0, 1_000.0);
  }

  @Test
  void marksALinearAxisWithRoundNumbers_belowZeroToo() {
    assertThat(Axis.of(-10, 40, false).ticks(5))
        .containsExactly(-10.0, 0.0, 10.0, 20.0, 30.0, 40.0);
    assertThat(Axis.of(-10, 40, false).ticks(11)).hasSize(11).contains(-5.0, 35.0);
    assertThat(Axis.of(0, 3.15, false).ticks(5)).containsExactly(0.0, 1.0, 2.0, 3.0);
  }

  @Test
  void takesNoNameForMarkup() {
    String svg =
        new SvgPlot("<b>", "<b>", "<b>")
            .series("<b>", List.of(new Point(0, 1)))
            .line("<b>", 1)
            .span("<b>", 0, 1)
            .mark("<b>", 0)
            .svg();

    assertThat(svg).doesNotContain("<b>");
    assertThat(svg.split("&lt;b&gt;", -1)).hasSize(12);
  }

  private SvgPlot line() {
    List<Point> points = new ArrayList<>();
    for (int x = 0; x <= 40; x++) {
      points.add(new Point(x, 1));
    }
    return plot.series("line", points);
  }
}
