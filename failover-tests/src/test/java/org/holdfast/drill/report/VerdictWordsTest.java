// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictWordsTest {
  private final ObjectNode json = new ObjectMapper().valueToTree(Reports.report(List.of()));
  private final ObjectNode incident = (ObjectNode) json.at("/incidents/0");
  private final ObjectNode truth = (ObjectNode) json.path("truth");

  @Test
  void tellsWhoKeptEverythingTheSlowestRecoveryAndTheTimeUnprotected() throws Exception {
    times("waited", 5, 1_912);
    incident.put("protectedMillis", 2_390.4);

    assertThat(words())
        .isEqualTo(
            "200 of 200 users kept every answered update; slowest recovery 1.9 s; unprotected for"
                + " 2.4 s");
  }

  @Test
  void tellsTheSumAndTheLongest_ofSeveralFaults() throws Exception {
    ObjectNode second = incident.deepCopy();
    second.put("atSeconds", 15).put("protectedMillis", 300);
    ((ArrayNode) json.path("incidents")).add(second);

    assertThat(words()).endsWith("; unprotected for 1.5 s in all, at most 1.2 s at a time");
  }

  @Test
  void tellsOfUsersWhoWereNotChecked() throws Exception {
    truth.put("usersVerified", 188).put("usersUnverified", 12);

    assertThat(words()).startsWith("188 of 200 users kept every answered update;");
  }

  @Test
  void claimsNothingOfUpdates_whenAnswersShowedNoCounter() throws Exception {
    ((ObjectNode) json.path("setup")).put("counted", false);

    assertThat(words())
        .startsWith(
            "200 of 200 users kept their session (updates were not judged, as answers showed no"
                + " counter);");
  }

  @Test
  void claimsNothingOfSessions_whenNoneWasSeen() throws Exception {
    ((ObjectNode) json.path("setup")).put("sessionCookie", "SHOPID");
    truth.put("usersWithSession", 0).put("usersVerified", 199).put("usersUnverified", 1);

    assertThat(words())
        .startsWith(
            "no session was seen (no answer set a cookie SHOPID; --session-cookie names another), so"
                + " nothing was shown of sessions; 199 of 200 users had an answer to their last"
                + " request;");
    truth.put("lostUpdates", 3);
    assertThat(words())
        .as("each answer begins a session then, and its counter")
        .startsWith("no session was seen");
  }

  @Test
  void tellsWhatAsyncMayLose_apart() throws Exception {
    ((ObjectNode) json.path("setup")).put("ack", "async");
    truth.put("lostUpdates", 3).put("lostUpdatesAllowed", 3).put("usersWithAllowedLosses", 2);

    assertThat(words())
        .startsWith(
            "198 of 200 users kept every answered update, 2 lost only updates within the 1000 ms"
                + " that async may lose (3 updates);");
  }

  @Test
  void tellsHowManyLostOnlyWhatUnprotectedAnswersMayLose() throws Exception {
    truth.put("lostUpdates", 15).put("lostUpdatesAllowed", 15).put("lostUpdatesUnbound", 15);
    truth.put("resetSessions", 1).put("resetSessionsAllowed", 1).put("usersWithAllowedLosses", 12);
    assertThat(words())
        .startsWith(
            "188 of 200 users kept every answered update, 12 lost only updates that unprotected"
                + " answers may lose, as the scenario allows (15 updates, 1 session);");

    truth.put("lostUpdates", 0).put("lostUpdatesAllowed", 0).put("lostUpdatesUnbound", 0);
    truth.put("usersWithAllowedLosses", 1);
    assertThat(words())
        .startsWith(
            "199 of 200 users kept every answered update, 1 lost only sessions that unprotected"
                + " answers may lose, as the scenario allows (1 session);");
  }

  @Test
  void claimsForNobodyThatEverythingWasKept_whenSomethingWasLostOrReset() throws Exception {
    truth.put("lostUpdates", 3).put("lostUpdatesAllowed", 2);
    assertThat(words()).startsWith("3 of 8,000 answered updates were lost and 0 sessions reset;");

    truth.put("lostUpdates", 0).put("lostUpdatesAllowed", 0).put("resetSessions", 2);
    assertThat(words()).startsWith("0 of 8,000 answered updates were lost and 2 sessions reset;");
  }

  @Test
  void saysWhatWasNotMeasured() throws Exception {
    ((ArrayNode) json.path("incidents")).removeAll();

    assertThat(words()).endsWith("; recovery not measured; time unprotected not measured");
  }

  @Test
  void saysThatUsersNeverRecovered_whenSomeDidNot() throws Exception {
    incident.put("usersWithoutRightAnswer", 4);

    assertThat(words()).contains("; 4 times a user had no right answer after a fault;");
  }

  @Test
  void saysThatProtectionWasNotSeenAgain_whenItWasNot() throws Exception {
    incident.putNull("protectedMillis");

    assertThat(words()).endsWith("; not seen protected again after: killed node-1");
  }

  @Test
  void saysThatNothingWasProtected_withoutReplication() throws Exception {
    ((ObjectNode) json.path("setup")).put("replication", false);

    assertThat(words()).endsWith("; never protected, as replication was off");
  }

  @Test
  void takesTheTimeFromTheTimeline_whenNoViewWasToChange() throws Exception {
    incident.put("viewChangeExpected", false).putNull("protectedMillis");
    json.set("timeline", new ObjectMapper().valueToTree(Timelines.timeline()));
    assertThat(words()).endsWith("; unprotected for about 2.0 s in all, at most 1.0 s at a time");

    tellsThatAllIsProtected();
    assertThat(words()).endsWith("; never seen unprotected");
  }

  @Test
  void countsNoTimeUnprotected_ofANodeThatHandedOverWhatItHeld() throws Exception {
    incident.put("kind", "stop").put("what", "stopped node-1");
    json.set("timeline", new ObjectMapper().valueToTree(Timelines.timeline()));
    tellsThatAllIsProtected();

    assertThat(words()).endsWith("; never seen unprotected");
  }

  @Test
  void addsWhatNodesToldOfOtherTimes_toThatAfterAFault() throws Exception {
    json.set("timeline", new ObjectMapper().valueToTree(Timelines.timeline()));

    assertThat(words())
        .as("1.2 s from the kill at 8 s, and a second from the pause at 20 s")
        .endsWith("; unprotected for about 2.2 s in all, at most 1.2 s at a time");
  }

  private void tellsThatAllIsProtected() {
    json.at("/timeline/intervals")
        .forEach(
            interval ->
                interval
                    .path("nodes")
                    .forEach(
                        node -> {
                          if (node.path("degradedSessions").isNumber()) {
                            ((ObjectNode) node).put("degradedSessions", 0);
                          }
                        }));
  }

  private void times(String name, int count, double max) {
    ((ObjectNode) incident.path(name)).put("count", count).put("max", max);
  }

  private String words() throws Exception {
    return new ObjectMapper().treeToValue(json, DrillReport.class).words();
  }
}
