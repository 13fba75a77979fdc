// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.holdfast.drill.page.Markup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrillHtmlTest {
  private static final List<String> PLOTS =
      List.of(
          "Throughput",
          "Responses, failovers included",
          "Failed attempts",
          "Members in the view of each node",
          "Sessions at the nodes that answered",
          "CPU of each node",
          "Heap, garbage included",
          "Direct buffers",
          "Threads",
          "Open files and sockets");

  @TempDir private Path directory;

  @Test
  void needsNothingElse() throws Exception {
    assertThat(written(Timelines.report()))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .doesNotContain("http://", "https://", "<script", "<link", "@import", "url(", "src=")
        .contains("prefers-color-scheme:dark");
  }

  @Test
  void drawsEachFigureOverTime_withTheFaultsMarked() throws Exception {
    String html = written(Timelines.report());

    assertThat(html.split("<svg class=\"plot\"", -1)).hasSize(1 + PLOTS.size());
    for (String plot : PLOTS) {
      String svg = plot(html, plot);
      assertThat(svg).doesNotContain("nothing measured");
      assertThat(svg.split("class=\"span\"", -1)).as("shaded in %s", plot).hasSize(2);
      assertThat(svg.split("class=\"mark\"", -1)).as("lines in %s", plot).hasSize(3);
      assertThat(svg).contains(">killed node-1</text>", ">paused node-2</text>");
    }
    assertThat(plot(html, "Failed attempts")).contains(">refused</text>", ">timed-out</text>");
    assertThat(plot(html, "Responses, failovers included")).contains(">p50<", ">p90<", ">p99<");
    assertThat(plot(html, "Sessions at the nodes that answered"))
        .contains(">protected<", ">unprotected<");
    assertThat(plot(html, "CPU of each node"))
        .contains(">node-1<", ">node-2<", ">node-3<")
        .doesNotContain(">node-4<");
  }

  @Test
  void breaksTheCurveOfANode_whileItSaidNothing() throws Exception {
    String svg = plot(written(Timelines.report()), "Members in the view of each node");

    assertThat(svg.split("<path ", -1)[1].split("M", -1)).as("killed").hasSize(2);
    assertThat(svg.split("<path ", -1)[2].split("M", -1)).as("paused, then back").hasSize(3);
  }

  @Test
  void tellsTheVerdictInWordsThenWhatWasPromisedThenTheRest() throws Exception {
    String html = written(Timelines.report());

    assertThat(html)
        .containsSubsequence(
            "What happened when",
            "<p class=\"verdict good\"><b>holds</b>: 200 of 200 users kept every answered update;"
                + " slowest recovery 96 ms; unprotected for about 2.2 s in all, at most 1.2 s at a"
                + " time</p>",
            "<td class=\"l\">no answered update is lost<td class=\"l\">0 of 8,000 lost"
                + "<td class=\"l\">yes",
            "killed node-1<td class=\"l\">kill<td class=\"l\">node-1<td>8.0<td>-<td>850<td>901"
                + "<td>1,200<td>-</tr>",
            "killed node-1<td>67<td>67<td>0<td>0<td>12.0 / 40.0 / 90.0 / 95.5 (67)<td>12.0 / 40.0"
                + " / 90.0 / 95.5 (67)<td>12.0 / 40.0 / 90.0 / 95.5 (67)<td>62</tr>",
            "answered updates<td class=\"l\">8,000",
            "61 refused, 2 timed-out",
            "<td class=\"l\">during<td>2.0<td>700<td>350",
            "at 8 s: killed",
            "seed<td class=\"l\">1");
  }

  @Test
  void tellsWhatNodesCountedAndWhatGrew_ifAnybodyAsked() throws Exception {
    assertThat(written(Reports.report(List.of())))
        .containsSubsequence(
            "<li>node-2 contradicts itself</li>",
            "<td class=\"l\">node-1<td class=\"l\">up to the last answer of each life<td>2,600",
            "<td class=\"l\">node-2<td class=\"l\">all<td>2,700<td>3<td>65<td>0<td class=\"l\">65"
                + " created, 2,700 requests",
            "<li>node-2: threads 40, 52, 64, 75 from 60 s to 180 s</li>",
            "<li>node-2: live heap 21.0 MiB to 21.0 MiB, threads 40 to 75</li>",
            "<li>node-1: 2 of 3 lives were shorter than 120 s</li>");
    assertThat(written(Timelines.report()))
        .contains("What nodes counted themselves")
        .doesNotContain("contradicts", "What nodes held for as long");
  }

  @Test
  void namesTheUsersWhomItBefell_theWorstOfMany() throws Exception {
    ObjectNode json = new ObjectMapper().valueToTree(Reports.report(List.of()));
    assertThat(written(read(json)))
        .contains("Whom it befell", "<p>1 user, by number", "<tr><td>17<td>3<td>0<td>0<td>0");

    json.set("affected", new ObjectMapper().valueToTree(Reports.affected(1_200)));
    assertThat(written(read(json)))
        .contains("<p>1,200 users; these 20 had the most of it, and the JSON has more, by number")
        .contains("<tr><td>19<td>")
        .doesNotContain("<tr><td>20<td>");

    json.set("affected", new ObjectMapper().valueToTree(Reports.affected(0)));
    assertThat(written(read(json))).doesNotContain("Whom it befell");
  }

  @Test
  void saysWhyItIsBroken_andWhatWasNotKept() throws Exception {
    DrillReport broken = Reports.report(List.of("3 sessions were reset", "and so on"));
    ObjectNode json = new ObjectMapper().valueToTree(broken);
    ((ObjectNode) json.at("/promises/0")).put("kept", false);

    assertThat(written(read(json)))
        .contains(
            "<p class=\"verdict bad\"><b>broken</b>",
            "<li>3 sessions were reset</li>",
            "<li>and so on</li>",
            "<tr class=\"bad\"><td class=\"l\">no answered update is lost",
            "<td class=\"l\">NO");
  }

  @Test
  void saysThatNothingWasMeasured_whenThereIsNoTimeline() throws Exception {
    assertThat(written(Reports.report(List.of())).split("nothing measured", -1))
        .hasSize(1 + PLOTS.size());
  }

  @Test
  void takesNoTextForHtml_whicheverItIs() throws Exception {
    ObjectNode json = new ObjectMapper().valueToTree(Timelines.report());
    json.withArray("reasons").add("a reason");
    ((ArrayNode) json.at("/truth/examples")).add("an example");
    ((ObjectNode) json.path("errors")).put(Markup.HOSTILE, 1);
    ((ObjectNode) json.at("/phases/0/errors")).put(Markup.HOSTILE, 1);
    ((ObjectNode) json.at("/timeline/intervals/3/errors")).put(Markup.HOSTILE, 1);
    Markup.poison(json, Set.of("format"));

    String html = written(read(json));

    assertThat(html).doesNotContain("<script");
    assertThat(html.split("&lt;script&gt;", -1)).hasSizeGreaterThan(80);
  }

  private static DrillReport read(ObjectNode json) throws Exception {
    return new ObjectMapper().treeToValue(json, DrillReport.class);
  }

  private String written(DrillReport report) throws Exception {
    Path page = directory.resolve("drill.html");
    DrillHtml.write(report, page);
    return Files.readString(page, StandardCharsets.UTF_8);
  }

  private static String plot(String html, String title) {
    int from = html.indexOf("aria-label=\"" + title + "\"");
    assertThat(from).as(title).isPositive();
    return html.substring(from, html.indexOf("</svg>", from));
  }
}
