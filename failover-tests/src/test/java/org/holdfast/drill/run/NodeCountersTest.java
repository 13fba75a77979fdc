// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.report.CountersReport;
import org.holdfast.drill.report.Reports;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.drill.timeline.NodeWords;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.Reply.Protection;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeCountersTest {
  private static final Reply FAILED = new Reply.Unanswered(true, "timed-out");

  private final SessionLog user = new SessionLog("user 0");
  private long now;

  @Test
  void agree_whenNodesCountedWhatUsersSaw() {
    sees("node-1", "", begun());
    sees("node-1", "a", served(Protection.PROTECTED));
    sees("node-1", "a", served(Protection.UNPROTECTED));
    sees("node-2", "a", new Reply.NotFound());

    CountersReport counters =
        check(true, 0, words("node-1", 3, 1, 1, 1, 0), words("node-2", 1, 0, 0, 0, 1));

    assertThat(counters.contradictions()).isEmpty();
    assertThat(counters.nodes())
        .containsExactly(
            new CountersReport.Node("node-1", true, 1, 3, 1, 1, 0, counted(3, 1, 1, 1, 0)),
            new CountersReport.Node("node-2", true, 1, 1, 0, 0, 0, counted(1, 0, 0, 0, 1)));
  }

  /** The users of node-1 saw a new session, an unprotected answer and another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2, 1, 1, 0, 0 | counted 2 requests, but its users saw 3 answered requests",
        "4, 1, 1, 0, 0 | counted 4 requests, more than the 3 that its users can have caused",
        "3, 0, 1, 0, 0 | counted 0 created, but its users saw 1 new sessions",
        "3, 2, 1, 0, 0 | counted 2 created, more than the 1 that its users can have caused",
        "3, 1, 0, 0, 0 | counted 0 degradedResponses, but its users saw 1 unprotected answers",
        "3, 1, 2, 0, 0 | counted 2 degradedResponses, more than the 1 that its users can have",
        "3, 1, 1, 0, 1 | counted 1 presumedLost, more than the 0 that its users can have caused",
      })
  void contradict_whenANodeCountedLessOrMoreThanItsUsersSaw(String counted, String words) {
    sees("node-1", "", begun());
    sees("node-1", "a", served(Protection.UNPROTECTED));
    sees("node-1", "a", served(Protection.PROTECTED));

    assertThat(check(true, 0, words("node-1", counted)).contradictions())
        .singleElement()
        .asString()
        .startsWith("node-1 " + words);
  }

  @Test
  void contradict_whenMoreWasGivenUpThanUsersCanHaveCaused() {
    sees("node-1", "", begun());
    sees("node-1", "a", served(Protection.UNPROTECTED));

    NodeWords primary = words("node-1", 2, 1, 1, 0, 0);
    assertThat(check(true, 0, primary, words("node-2", 0, 0, 0, 2, 0)).contradictions())
        .as("whoever has a copy counts it")
        .isEmpty();
    assertThat(check(true, 0, primary, words("node-2", 0, 0, 0, 3, 0)).contradictions())
        .containsExactly(
            "the nodes counted 3 discardedVersions, more than 2 copies each of the 1 that users"
                + " can have caused");
    assertThat(check(false, 0, primary, words("node-2", 0, 0, 0, 3, 0)).contradictions())
        .as("answers that do not wait for copies do not say that they have none")
        .isEmpty();
  }

  @Test
  void leaveRoomForAttemptsWithoutAnAnswer() {
    sees("node-1", "a", served(Protection.PROTECTED));
    sees("node-1", "a", FAILED);

    assertThat(check(true, 0, words("node-1", 1, 0, 0, 0, 0)).contradictions()).isEmpty();
    assertThat(check(true, 0, words("node-1", 2, 1, 1, 1, 1)).contradictions()).isEmpty();
    assertThat(check(true, 0, words("node-1", 3, 0, 0, 0, 0)).contradictions()).hasSize(1);
  }

  @Test
  void leaveRoomForAttemptsThatAreStillOpen() {
    sees("node-1", "a", served(Protection.PROTECTED));

    List<SessionLog> logs = List.of(user);
    List<NodeWords> words = List.of(words("node-1", 3, 0, 0, 0, 0));
    assertThat(NodeCounters.of(logs, words, true, 2, 0).contradictions()).isEmpty();
    assertThat(NodeCounters.of(logs, words, true, 1, 0).contradictions()).hasSize(1);
  }

  @Test
  void holdOnlyWhatIsTooMuchAgainstANodeThatEnded() {
    sees("node-1", "", begun());
    sees("node-1", "a", served(Protection.UNPROTECTED));
    NodeWords little = ended("node-1", 1, 0, 0, 0, 0);
    NodeWords much = ended("node-1", 3, 0, 0, 0, 0);

    assertThat(check(true, 0, little).contradictions()).isEmpty();
    assertThat(check(true, 0, little).nodes().get(0).whole()).isFalse();
    assertThat(check(true, 0, much).contradictions())
        .containsExactly(
            "node-1 counted 3 requests, more than the 2 that its users can have caused");
  }

  @Test
  void addUpTheLivesOfANode() {
    sees("node-1", "a", served(Protection.PROTECTED));
    NodeWords twice =
        new NodeWords("node-1", false, List.of(counted(1, 0, 0, 0, 0), counted(1, 0, 0, 0, 0)));

    CountersReport counters = check(true, 0, twice);

    assertThat(counters.nodes().get(0).lives()).isEqualTo(2);
    assertThat(counters.nodes().get(0).counted()).containsEntry("requests", 2L);
    assertThat(counters.contradictions()).hasSize(1);
  }

  @Test
  void doNotJudgeDegradedResponses_whenAnswersDoNotWaitForCopies() {
    sees("node-1", "a", served(Protection.UNPROTECTED));

    assertThat(check(false, 0, words("node-1", 1, 0, 0, 0, 0)).contradictions()).isEmpty();
    assertThat(check(true, 0, words("node-1", 1, 0, 0, 0, 0)).contradictions()).hasSize(1);
  }

  @Test
  void contradict_whenUsersLostWhatNoNodeKnowsOf() {
    sees("node-1", "a", served(Protection.UNPROTECTED));
    NodeWords ignorant = words("node-1", 1, 0, 1, 0, 0);
    NodeWords knowing = words("node-1", 1, 0, 1, 1, 0);

    assertThat(check(true, 5, ignorant).contradictions())
        .containsExactly("users lost 5 answered updates, of which no node knows");
    assertThat(check(true, 1, knowing).contradictions()).isEmpty();
    assertThat(check(true, 5, ignorant, ended("node-2", 0, 0, 0, 0, 0)).contradictions())
        .as("node-2 may have known")
        .isEmpty();
  }

  @Test
  void areNotJudged_whenNodesHaveNone() {
    sees("node-1", "a", served(Protection.PROTECTED));

    CountersReport counters =
        check(true, 3, new NodeWords("node-1", true, List.of(Map.of("requests", 9L))));

    assertThat(counters.nodes()).isEmpty();
    assertThat(counters.contradictions()).isEmpty();
  }

  private CountersReport check(boolean sync, long lost, NodeWords... words) {
    return NodeCounters.of(List.of(user), List.of(words), sync, 0, lost);
  }

  private void sees(String node, String sentId, Reply reply) {
    now++;
    user.add(new Exchange(Request.INCREMENT, now, now, node, sentId, reply));
  }

  @Test
  void needNotKnowOfWhatAsyncMayLose() {
    TruthReport truth = Reports.truth(200, 0, 0, 200, 8_000, 0, 5, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    assertThat(ReportBuilder.lossesToBeTold(AckMode.ASYNC, truth)).isEqualTo(1);
    assertThat(ReportBuilder.lossesToBeTold(AckMode.SYNC, truth))
        .as("orphans and all")
        .isEqualTo(5);
  }

  private static Reply begun() {
    return new Reply.Served(1, "a", true, Protection.PROTECTED);
  }

  private static Reply served(Protection protection) {
    return new Reply.Served(2, "a", false, protection);
  }

  private static NodeWords words(String node, String counted) {
    List<Long> values = new ArrayList<>();
    for (String value : counted.split(",", -1)) {
      values.add(Long.parseLong(value.trim()));
    }
    return words(node, values.get(0), values.get(1), values.get(2), values.get(3), values.get(4));
  }

  private static NodeWords words(
      String node, long requests, long created, long degraded, long discarded, long lost) {
    return new NodeWords(
        node, true, List.of(counted(requests, created, degraded, discarded, lost)));
  }

  private static NodeWords ended(
      String node, long requests, long created, long degraded, long discarded, long lost) {
    return new NodeWords(
        node, false, List.of(counted(requests, created, degraded, discarded, lost)));
  }

  private static Map<String, Long> counted(
      long requests, long created, long degraded, long discarded, long lost) {
    Map<String, Long> counted = new HashMap<>();
    counted.put("requests", requests);
    counted.put("created", created);
    counted.put("degradedResponses", degraded);
    counted.put("discardedVersions", discarded);
    counted.put("presumedLost", lost);
    return counted;
  }
}
