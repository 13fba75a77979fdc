// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/** What is told of a wrong answer helps to mend it, and lets nobody into the session. */
class WrongAnswerTest {
  private static final Page PAGE = new Page("/cart", RequestBody.NONE, 1, "items");
  private static final List<String> COOKIES = List.of("0123456789ABCDEF.node-1", "x");

  @Test
  void tellsWhereARedirectLeads_withoutQueryAndSession() {
    assertThat(
            words(302, "", "http://me:pw@a:1/app/login;jsessionid=0123456789ABCDEF/in?t=0123#top"))
        .isEqualTo("status 302 for /cart to http://a:1/app/login/in");
    assertThat(words(302, "", "/0123456789ABCDEF/in")).endsWith(" to /.../in");
  }

  @Test
  void tellsHowTheBodyBegins() {
    assertThat(words(404, "<html>\r\n <h1>Not\tFound</h1>" + "x".repeat(100), ""))
        .startsWith("status 404 for /cart, beginning with \"<html> <h1>Not Found</h1>xxx")
        .hasSizeLessThan(150)
        .endsWith("...\"");
    assertThat(words(401, "", "")).isEqualTo("status 401 for /cart, with an empty body");
  }

  @Test
  void tellsWhatIsMissing_andNoSessionId() {
    assertThat(words(200, "id 0123456789ABCDEF.node-1 session=FEDCBA98 node=a", ""))
        .isEqualTo(
            "status 200 without \"items\" for /cart, beginning with \"id ....node-1 session=… "
                + "node=a\"");
  }

  @Test
  void tellsNoIdOrTokenThatTheUserHasNot() {
    assertThat(words(401, "{\"sessionId\":\"AAAA1111BBBB2222\",\"node\":\"a\"}", ""))
        .endsWith("beginning with \"{\"sessionId\":\"…\",\"node\":\"a\"}\"");
    assertThat(words(401, "{\"session_id\": \"AbCdEfGh\"}", ""))
        .endsWith("beginning with \"{\"session_id\": \"…\"}\"");
    assertThat(words(401, "Session AAAA1111BBBB2222 expired", ""))
        .endsWith("beginning with \"Session … expired\"");
    assertThat(words(302, "", "/reset/AAAA1111BBBB2222/new")).endsWith(" to /reset/…/new");
  }

  @Test
  void isTold_ofTheFirstOfAPhase_andOfTheFirstOfSeveralProcesses() {
    VirtualWorld world = new VirtualWorld();
    CrowdRecorder recorder = new CrowdRecorder(world::now, "test");
    int[] requests = {0};
    Target server =
        world.open(
            "a",
            1,
            (line, target, cookie, body) ->
                line.answer(
                    1,
                    new HttpAnswer(400 + requests[0]++, List.of(), "", "", "", true, "no such")));
    CrowdPlan plan =
        new CrowdPlan(
            1,
            List.of(PAGE),
            new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(9)),
            ThinkFrom.RESPONSE,
            0,
            Duration.ofSeconds(5),
            Duration.ofMillis(20),
            "JSESSIONID",
            1);
    Crowd crowd = world.crowd(plan, List.of(server), recorder);
    crowd.start(Duration.ZERO);
    world.run(0.3);
    crowd.close();

    CrowdFigures told = recorder.currentFigures();
    assertThat(told.wrongAnswer()).isEqualTo("status 400 for /cart, beginning with \"no such\"");
    assertThat(CrowdFigures.merged(List.of(CrowdFigures.none(), told)).wrongAnswer())
        .isEqualTo(told.wrongAnswer());
  }

  private static String words(int status, String body, String location) {
    HttpAnswer answer = new HttpAnswer(status, List.of(), "", "", "", true, body, location);
    return new WrongAnswer(PAGE, answer).words(COOKIES);
  }
}
