// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.holdfast.drill.node.EmbeddedNode;
import org.holdfast.drill.node.LocalNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWorkloadIT {
  private static final Pattern COUNTER = Pattern.compile("counter=(\\d+) .*");

  private static EmbeddedNode node;
  private Browser browser;

  @BeforeAll
  static void startNode() throws Exception {
    node = EmbeddedNode.start(LocalNode.settings("alpha"));
  }

  @AfterAll
  static void stopNode() {
    node.close();
  }

  @BeforeEach
  void openBrowser() {
    browser = new Browser(node.http());
  }

  @ParameterizedTest
  @EnumSource(StandardWorkload.class)
  void countsForEachClientAlone_whenItHasSessions(StandardWorkload workload) {
    if (!workload.hasSessions()) {
      assertThat(browser.get(workload.path()).headers().firstValue("Set-Cookie")).isEmpty();
      return;
    }
    int first = workload.answer() == StandardWorkload.Answer.SERIAL ? 0 : 1;
    for (int i = 0; i < 4; i++) {
      assertThat(count(workload, browser.get(workload.path()))).isEqualTo(first + i);
    }
    assertThat(count(workload, new Browser(node.http()).get(workload.path()))).isEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource(
      value = StandardWorkload.class,
      names = {"HELLO_SERVLET", "HELLO_BEAN_JSP"})
  void countsForAllClientsOnOnePage_whenItHasNoSessions(StandardWorkload workload) {
    HttpResponse<String> first = browser.get(workload.path());
    String second = new Browser(node.http()).text(workload.path());

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
    assertThat(first.body().lines()).hasSize(4);
    assertThat(visitor(second)).isEqualTo(visitor(first.body()) + 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = StandardWorkload.class,
      names = {"HELLO_SERVLET", "HELLO_BEAN_JSP"})
  void losesNoVisitor_whenManyComeAtOnce(StandardWorkload workload) {
    long before = visitor(browser.text(workload.path()));

    List<Long> visitors = atOnce(workload.path()).map(StandardWorkloadIT::visitor).toList();

    assertThat(visitors)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 200).mapToObj(i -> before + i).toList());
  }

  @Test
  void answersOneWord_whenPinged() {
    HttpResponse<String> answer = browser.get("/ping");

    assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    assertThat(answer.body()).isEqualTo("pong\n");
  }

  @Test
  void showsNoPageByItsFile() {
    assertThat(browser.get("/WEB-INF/hello-bean.jsp").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/session",
        "/granular",
        "/clusterbench/session",
        "/clusterbench/granular",
        "/clusterbench/hello-sessions",
        "/clusterbench/cart",
        "/clusterbench/big-session"
      })
  void keepsTheRulesOfClusterBench(String path) {
    assertThat(serials(path, 4)).containsExactly("0", "1", "2", "3");
    assertThat(browser.text(path + "?readonly=true")).isEqualTo("4");
    assertThat(browser.text(path + "?invalidate=true")).isEqualTo("4");
    assertThat(serials(path, 2)).containsExactly("0", "1");
    assertThat(browser.get(path).headers().firstValue("Content-Type").orElse(""))
        .matches("text/plain(;.*)?");
  }

  @Test
  void keepsTheRulesOfClusterBench_andRefusesWhatIsLostOrAnothers_whenSessionsAreValidated() {
    String path = "/clusterbench/session-validation?client=ann";

    assertThat(serials(path, 3)).containsExactly("0", "1", "2");
    assertThat(browser.text(path + "&readonly")).isEqualTo("3");
    for (String other : List.of("?client=bob", "?client=bob&readonly")) {
      assertThat(browser.get("/clusterbench/session-validation" + other).statusCode())
          .as(other)
          .isEqualTo(403);
    }
    assertThat(browser.text(path + "&invalidate")).isEqualTo("3");
    assertThat(browser.get(path).statusCode()).isEqualTo(404);
    assertThat(serials(path, 2)).containsExactly("0", "1");
  }

  @Test
  void ignoresInvalidate_whenTheRequestIsReadOnly() {
    browser.text("/session");

    assertThat(browser.text("/session?readonly&invalidate")).isEqualTo("1");
    assertThat(browser.text("/session")).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/session", "/granular", "/clusterbench/cart", "/clusterbench/big-session"})
  void losesNoCount_whenManyRequestsOfOneSessionRunAtOnce(String path) {
    browser.text(path);

    assertThat(atOnce(path).map(Integer::parseInt).toList())
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 200).boxed().toList());
  }

  @Test
  void losesNoCount_whenManyRequestsOfOneValidatedSessionRunAtOnce() {
    browser.text("/session-validation");

    assertThat(
            atOnce("/session-validation")
                .map(body -> counter(StandardWorkload.SESSION_VALIDATION, body))
                .toList())
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(2, 201).boxed().toList());
  }

  @Test
  void reportsALostSessionOnceAndGoesOn_whenTheClientNamesOneThatIsNotHere() {
    browser.text("/session-validation");
    browser.text("/invalidate");

    HttpResponse<String> lost = browser.get("/session-validation");

    assertThat(lost.statusCode()).isEqualTo(404);
    assertThat(lost.body()).startsWith("the session that the client asked for is not here");
    assertThat(browser.text("/session-validation")).startsWith("counter=1 ").endsWith("new=false");
    assertThat(browser.text("/session-validation")).startsWith("counter=2 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"?client=bob", ""})
  void refusesTheSession_whenItBelongsToAnotherClient(String other) {
    browser.text("/session-validation?client=ann");

    HttpResponse<String> refused = browser.get("/session-validation" + other);

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).isEqualTo("the session belongs to another client\n");
    assertThat(browser.text("/session-validation?client=ann")).startsWith("counter=2 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a%20b", "%3Cscript%3E", "123456789012345678901234567890123"})
  void refusesTheClient_whenItsNameIsNone(String name) {
    HttpResponse<String> refused = browser.get("/session-validation?client=" + name);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).startsWith("client must be 1 to 32 letters, digits, ");
    assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void listsEachWorkloadWithALinkThatWorks_whenAskedForItsFirstPage() {
    String index = browser.text("/");

    for (StandardWorkload workload : StandardWorkload.values()) {
      Matcher link = Pattern.compile("<a href=\"([^\"]+)\">" + workload + "</a>").matcher(index);
      assertThat(link.find()).as("a link to %s in %s", workload, index).isTrue();
      assertThat(browser.get("/" + link.group(1)).statusCode()).isEqualTo(200);
    }
  }

  private Stream<String> atOnce(String path) {
    List<CompletableFuture<String>> running =
        Stream.generate(() -> browser.getLater(path)).limit(200).toList();
    return running.stream().map(CompletableFuture::join);
  }

  private List<String> serials(String path, int requests) {
    return Stream.generate(() -> browser.text(path)).limit(requests).toList();
  }

  private static int count(StandardWorkload workload, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return counter(workload, answer.body());
  }

  private static int counter(StandardWorkload workload, String body) {
    if (workload.answer() == StandardWorkload.Answer.SERIAL) {
      return Integer.parseInt(body);
    }
    Matcher line = COUNTER.matcher(body);
    assertThat(line.matches()).as("an answer line: <%s>", body).isTrue();
    return Integer.parseInt(line.group(1));
  }

  private static long visitor(String page) {
    Matcher matcher = Pattern.compile("visitor (\\d+)\\.").matcher(page);
    assertThat(matcher.find()).as(page).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
