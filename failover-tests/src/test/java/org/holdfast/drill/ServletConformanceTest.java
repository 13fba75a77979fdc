// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What {@code docs/SERVLET-CONFORMANCE.md} says is so: its tests are in the contract, and a
 * container for which it names no reason is exempt from none of them. Reads text, knows nothing of
 * Java.
 */
class ServletConformanceTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path CONTRACT =
      ROOT.resolve("servlet-integration/http-session-contract/src/main/java/org/holdfast/contract");

  /** Where each column's exemptions are listed; their tests check that these lists are right. */
  private static final List<Path> EXEMPTIONS =
      List.of(
          ROOT.resolve("servlet-integration/tomcat/README.md"),
          ROOT.resolve("docs/containers/jetty.md"),
          ROOT.resolve("docs/containers/filter.md"));

  private static final Pattern TEST = Pattern.compile("`(\\w+Contract)\\.(\\w+)`");
  private static final Pattern TOPIC = Pattern.compile("class (\\w+) extends (\\w+Contract)");
  private static final Pattern EXEMPTION =
      Pattern.compile("(?m)^\\| `(\\w+)(?:\\.(\\w+))?` \\| (.+) \\|$");

  private record Row(
      String number, String section, String what, String tests, List<String> cells) {}

  @Test
  void numbersItsRows_andLeavesNothingEmpty() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).hasSizeGreaterThan(50);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      assertThat(row.number()).isEqualTo(Integer.toString(i + 1));
      assertThat(row.section()).as("section of row " + row.number()).isNotBlank();
      assertThat(row.what()).as("what row " + row.number() + " wants").isNotBlank();
      assertThat(row.cells()).as("containers of row " + row.number()).hasSize(3);
      assertThat(row.cells()).allMatch(cell -> cell.matches("runs.*|(no|in part): .{8,}"));
      if (row.tests().equals("–")) {
        assertThat(row.cells()).allMatch(cell -> cell.startsWith("no: "));
      }
    }
  }

  @Test
  void citesTestsOfTheContract() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Row row : rows()) {
      Matcher cited = TEST.matcher(row.tests());
      while (cited.find()) {
        Path source = CONTRACT.resolve(cited.group(1) + ".java");
        String test =
            "@(Parameterized)?Test\\s+(@\\w+\\([^;]*?\\)\\s+)?void " + cited.group(2) + "\\(";
        if (!Files.exists(source)
            || !Pattern.compile(test).matcher(Files.readString(source)).find()) {
          missing.add(cited.group());
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void saysWhyATestDoesNotRun_whereAContainerIsExempt() throws IOException {
    Map<String, String> topics = topics();
    for (int container = 0; container < EXEMPTIONS.size(); container++) {
      Map<String, String> exempt = exemptionsIn(EXEMPTIONS.get(container));
      for (Row row : rows()) {
        String cell = row.cells().get(container);
        String state = stateOf(row, topics, exempt);
        String where = "row " + row.number() + " of " + EXEMPTIONS.get(container).getFileName();
        if (state.equals("exempt")) {
          assertThat(cell).as(where).matches("(no|in part): .*");
        } else if (state.equals("exempt in Grizzly")) {
          assertThat(cell).as(where).isEqualTo("runs, not in Grizzly");
        } else {
          assertThat(cell).as(where).isNotEqualTo("runs, not in Grizzly");
        }
      }
    }
  }

  private static String stateOf(Row row, Map<String, String> topics, Map<String, String> exempt) {
    String state = "runs";
    Matcher cited = TEST.matcher(row.tests());
    while (cited.find()) {
      String topic = topics.get(cited.group(1));
      assertThat(topic).as("topic of " + cited.group(1)).isNotNull();
      String reason = exempt.getOrDefault(topic + "." + cited.group(2), exempt.get(topic));
      if (reason != null && !reason.startsWith("in Grizzly")) {
        return "exempt";
      }
      state = reason == null ? state : "exempt in Grizzly";
    }
    return state;
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/SERVLET-CONFORMANCE.md"))) {
      String[] cells = line.split(" *\\| *", -1);
      if (line.matches("\\| \\d.*")) {
        rows.add(
            new Row(
                cells[1],
                cells[2],
                cells[3],
                cells[4],
                List.of(cells).subList(5, cells.length - 1)));
      }
    }
    return rows;
  }

  /** Names of topics, as exemptions give them, by the class of their tests. */
  private static Map<String, String> topics() throws IOException {
    Map<String, String> topics = new HashMap<>();
    Matcher topic = TOPIC.matcher(Files.readString(CONTRACT.resolve("HttpSessionContract.java")));
    while (topic.find()) {
      topics.put(topic.group(2), topic.group(1));
    }
    return topics;
  }

  /** Reasons by the point that is not held. */
  private static Map<String, String> exemptionsIn(Path document) throws IOException {
    Map<String, String> exemptions = new HashMap<>();
    String text = Files.readString(document);
    text =
        text.substring(text.indexOf("<!-- exemptions -->"), text.indexOf("<!-- /exemptions -->"));
    Matcher exemption = EXEMPTION.matcher(text);
    while (exemption.find()) {
      String test = exemption.group(2) == null ? "" : "." + exemption.group(2);
      exemptions.put(exemption.group(1) + test, exemption.group(3));
    }
    assertThat(exemptions).as("exemptions in " + document.getFileName()).isNotEmpty();
    return exemptions;
  }
}
