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
import org.awaitility.Awaitility;
import org.holdfast.drill.node.EmbeddedNode;
import org.holdfast.drill.node.LocalNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoApplicationIT {
  private static final Pattern LINE =
      Pattern.compile("counter=(\\d+) session=([0-9a-f]{8}|none) node=(\\S+) new=(true|false)");

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
  @ValueSource(strings = {"/counter", "/cart", "/profile"})
  void countsFromOneInOneSession_whenAClientComesAgain(String path) {
    Matcher first = line(browser.text(path));
    Matcher second = line(browser.text(path));

    assertThat(first.group(1)).isEqualTo("1");
    assertThat(first.group(3)).isEqualTo("alpha");
    assertThat(first.group(4)).isEqualTo("true");
    assertThat(second.group(1)).isEqualTo("2");
    assertThat(second.group(2)).isEqualTo(first.group(2));
    assertThat(second.group(4)).isEqualTo("false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cart", "/profile"})
  void keepsCounting_whenEveryPartOfTheSessionHadItsTurnTwice(String path) {
    IntStream.rangeClosed(1, 85)
        .forEach(n -> assertThat(line(browser.text(path)).group(1)).isEqualTo("" + n));
  }

  @Test
  void countsEachPathForItself_whenAClientUsesSeveral() {
    browser.text("/counter");
    browser.text("/counter");

    assertThat(line(browser.text("/cart")).group(1)).isEqualTo("1");
    assertThat(line(browser.text("/profile")).group(1)).isEqualTo("1");
    assertThat(line(browser.text("/counter")).group(1)).isEqualTo("3");
  }

  @Test
  void announcesTheLength_whenAskedTo() {
    HttpResponse<String> response = browser.get("/counter?length=true");

    assertThat(response.headers().firstValue("Content-Length"))
        .hasValue("" + response.body().length());
    assertThat(line(response.body()).group(1)).isEqualTo("1");
  }

  @Test
  void announcesTheLengthBeforeTheBody_whenAskedToFlushAsWell() {
    HttpResponse<String> response = browser.get("/counter?length=true&flush=true");

    assertThat(response.headers().firstValue("Transfer-Encoding")).isEmpty();
    assertThat(response.headers().firstValue("Content-Length"))
        .hasValue("" + response.body().length());
  }

  @Test
  void sendsTheWholeLineInPieces_whenAskedToFlush() {
    HttpResponse<String> response = browser.get("/counter?flush=true");

    assertThat(response.headers().firstValue("Transfer-Encoding")).hasValue("chunked");
    assertThat(line(response.body()).group(1)).isEqualTo("1");
  }

  @Test
  void countsBeforeItAnswers_whenARequestIsHeld() {
    browser.text("/counter");
    CompletableFuture<String> held = browser.getLater("/counter?pause=1000");

    Awaitility.await()
        .untilAsserted(() -> assertThat(line(browser.text("/peek")).group(1)).isEqualTo("2"));
    assertThat(held).as("still held after its count was seen").isNotDone();
    assertThat(line(held.join()).group(1)).isEqualTo("2");
  }

  @Test
  void changesNothing_whenPeekedAt() {
    assertThat(browser.text("/peek")).isEqualTo("counter=0 session=none node=alpha new=false");
    browser.text("/counter");

    assertThat(line(browser.text("/peek")).group(1)).isEqualTo("1");
    assertThat(line(browser.text("/peek")).group(1)).isEqualTo("1");
  }

  @Test
  void keepsTheCountUnderAnotherId_whenRenamed() {
    Matcher before = line(browser.text("/counter"));
    Matcher renamed = line(browser.text("/rename"));
    Matcher after = line(browser.text("/counter"));

    assertThat(renamed.group(2)).isNotEqualTo(before.group(2));
    assertThat(after.group(2)).isEqualTo(renamed.group(2));
    assertThat(after.group(1)).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/counter", "/cart", "/profile"})
  void answersTheCount_whateverCountsInTheSession(String path) {
    browser.text(path);
    browser.text(path);

    for (String other : List.of("/peek", "/rename", "/invalidate")) {
      assertThat(line(browser.text(other)).group(1)).as(other).isEqualTo("2");
    }
  }

  @Test
  void beginsAnew_whenInvalidated() {
    Matcher before = line(browser.text("/counter"));
    assertThat(line(browser.text("/invalidate")).group(2)).isEqualTo(before.group(2));

    Matcher after = line(browser.text("/counter"));
    assertThat(after.group(1)).isEqualTo("1");
    assertThat(after.group(2)).isNotEqualTo(before.group(2));
    assertThat(after.group(4)).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/rename", "/invalidate"})
  void answersNotFound_whenThereIsNoSession(String path) {
    HttpResponse<String> response = browser.get(path);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).startsWith("no session to ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5001", "-1", "x", "", "99999999999", "%0a%3Cscript%3E"})
  void refusesThePause_whenItIsOutOfRange(String pause) {
    HttpResponse<String> response = browser.get("/counter?pause=" + pause);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).startsWith("pause must be 0 to 5000 ms, was \"");
    assertThat(response.body().strip()).doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/counter", "/cart", "/profile"})
  void countsEachRequestOnce_whenManyOfOneSessionRunAtOnce(String path) {
    browser.text(path);
    List<CompletableFuture<String>> running =
        Stream.generate(() -> browser.getLater(path)).limit(200).toList();

    assertThat(running.stream().map(f -> Integer.parseInt(line(f.join()).group(1))).toList())
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(2, 201).boxed().toList());
  }

  @Test
  void countsForAllClients_whenThereIsNoSession() {
    HttpResponse<String> first = browser.get("/hello");
    String second = new Browser(node.http()).text("/hello");

    assertThat(first.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(first.body().lines()).hasSize(4);
    assertThat(hello(second)).isEqualTo(hello(first.body()) + 1);
  }

  private static int hello(String page) {
    Matcher matcher = Pattern.compile("visitor (\\d+)").matcher(page);
    assertThat(matcher.find()).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  private static Matcher line(String body) {
    Matcher matcher = LINE.matcher(body);
    assertThat(matcher.matches()).as("an answer line: <%s>", body).isTrue();
    return matcher;
  }
}
