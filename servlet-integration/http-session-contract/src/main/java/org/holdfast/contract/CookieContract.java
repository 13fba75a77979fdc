// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract that session cookies are as the application's {@link SessionCookieConfig} says, on
 * each node, and tell of the session as it is when the response leaves. A response that comes late
 * tells no id that is gone, and none that another request drew.
 */
abstract class CookieContract extends ContractTopic {
  /** The values of the attribute {@code Partitioned}, by the path of the application. */
  private static final Map<String, String> PARTITIONED = Map.of("/embedded", "", "/framed", "true");

  private final ContainerUnderTest container;

  CookieContract(ContainerUnderTest container) {
    super(container);
    this.container = container;
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication root = ContractApplication.at("");
    return List.of(
        root.page("/count", CommonPages::count)
            .page("/end", CommonPages::invalidate)
            .page("/rename", CookieContract::rename)
            .page("/replace", CookieContract::replace)
            .page("/begin-end", CookieContract::beginAndEnd)
            .page("/log-out", CookieContract::logOut)
            .page("/late", (q, r) -> late(q, r, root.gates()))
            .page("/late-error", CookieContract::lateError)
            .errorPage(HttpServletResponse.SC_CONFLICT, "/late")
            .page("/late-redirect", (q, r) -> lateRedirect(q, r, root.gates()))
            .page("/late-async", (q, r) -> lateAsync(q, r, root.gates()))
            .page("/late-rename", (q, r) -> lateRename(q, root.gates())),
        ContractApplication.at("/shop")
            .configure(CookieContract::configure)
            .page("/count", CommonPages::count)
            .page("/links", (q, r) -> r.getWriter().print(r.encodeURL("/shop/count")))
            .page("/rename", (q, r) -> r.getWriter().print(q.changeSessionId())),
        embedded("/embedded"),
        embedded("/framed"));
  }

  /** Returns an application whose cookie is as for pages within pages of other sites. */
  private static ContractApplication embedded(String contextPath) {
    return ContractApplication.at(contextPath)
        .configure(context -> configureEmbedded(context, PARTITIONED.getOrDefault(contextPath, "")))
        .page("/count", CommonPages::count)
        .page("/include", (q, r) -> q.getRequestDispatcher("/count").include(q, r))
        .page("/rename", (q, r) -> q.changeSessionId());
  }

  private static void configureEmbedded(ServletContext context, String partitioned) {
    SessionCookieConfig cookie = context.getSessionCookieConfig();
    cookie.setDomain("shop.example");
    cookie.setSecure(true);
    cookie.setAttribute("SameSite", "None");
    cookie.setAttribute("Partitioned", partitioned);
  }

  private static void configure(ServletContext context) {
    SessionCookieConfig cookie = context.getSessionCookieConfig();
    cookie.setName("SHOPID");
    cookie.setPath("/shop");
    cookie.setMaxAge(3_600);
    cookie.setHttpOnly(true);
    cookie.setSecure(false);
    cookie.setAttribute("SameSite", "Strict");
    cookie.setAttribute("Priority", "High");
  }

  private static void rename(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.changeSessionId();
    response.getWriter().print(response.encodeURL("/count"));
  }

  /** Replaces the session, as a log-in may do that keeps nothing of the session before. */
  private static void replace(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.getSession().invalidate();
    CommonPages.count(request, response);
  }

  private static void beginAndEnd(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute("count", 1);
    request.getSession().invalidate();
  }

  /** Ends the session and deletes the cookie, as frameworks do themselves. */
  private static void logOut(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().invalidate();
    Cookie deleted = new Cookie(Browser.COOKIE, "");
    deleted.setPath("/");
    deleted.setMaxAge(0);
    response.addCookie(deleted);
  }

  /** Uses the session, sets a cookie of its own, and answers when the test lets it. */
  private static void late(HttpServletRequest request, HttpServletResponse response, Gates gates)
      throws IOException {
    request.getSession(false);
    response.addCookie(new Cookie("theme", "dark"));
    gates.pass(request.getParameter("gate"));
    response.getWriter().print(response.encodeURL("/count"));
  }

  /** Answers with an error whose page is late. */
  private static void lateError(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.getSession(false);
    response.sendError(HttpServletResponse.SC_CONFLICT);
  }

  private static void lateRedirect(
      HttpServletRequest request, HttpServletResponse response, Gates gates) throws IOException {
    request.getSession(false);
    gates.pass(request.getParameter("gate"));
    response.getWriter().print(response.encodeRedirectURL("/count"));
  }

  private static void lateAsync(
      HttpServletRequest request, HttpServletResponse response, Gates gates) {
    request.getSession(false);
    String gate = request.getParameter("gate");
    AsyncContext async = request.startAsync();
    async.start(
        () -> {
          gates.pass(gate);
          try {
            response.getWriter().print(response.encodeURL("/count"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } finally {
            async.complete();
          }
        });
  }

  private static void lateRename(HttpServletRequest request, Gates gates) {
    request.getSession(false);
    gates.pass(request.getParameter("gate"));
    request.changeSessionId();
    gates.pass(request.getParameter("gate") + "-renamed");
  }

  private static void assertConfigured(Answer answer) {
    assertThat(answer.setCookies()).hasSize(1);
    String header = answer.setCookies().get(0);
    assertThat(header).startsWith("SHOPID=");
    Map<String, String> attributes = CookieJar.attributesOf(header);
    assertThat(attributes)
        .containsEntry("Path", "/shop")
        .containsEntry("Max-Age", "3600")
        .containsEntry("SameSite", "Strict")
        .containsEntry("Priority", "High")
        .containsKey("HttpOnly")
        .doesNotContainKey("Secure");
  }

  @Test
  void hasTheAttributesOfItsConfiguration_whenTheSessionBegins() {
    assertConfigured(browser.get(a, "/shop/count"));
  }

  @Test
  void hasTheAttributesOfItsConfiguration_whenTheIdChanges() {
    browser.get(a, "/shop/count");

    assertConfigured(browser.get(a, "/shop/rename"));
    assertThat(browser.get(b, "/shop/count").body()).isEqualTo("2");
  }

  /** Checks a cookie only if one is sent anew: where a sticky route in it has to change. */
  @Test
  void hasTheAttributesOfItsConfiguration_whenAnotherNodeServesTheSession() {
    browser.get(a, "/shop/count");

    Answer answer = browser.get(b, "/shop/count");

    assertThat(answer.body()).isEqualTo("2");
    if (!answer.setCookies().isEmpty()) {
      assertConfigured(answer);
    }
  }

  @Test
  void isHttpOnlyAndForTheWholeApplication_whenNothingIsConfigured() {
    Answer answer = browser.get(a, "/count");

    assertThat(answer.setCookies()).hasSize(1);
    assertThat(answer.setCookies().get(0)).startsWith(Browser.COOKIE + "=");
    assertThat(CookieJar.attributesOf(answer.setCookies().get(0)))
        .containsKey("HttpOnly")
        .containsEntry("Path", "/")
        .doesNotContainKeys("Max-Age", "Expires", "Domain");
  }

  /** Begins the session in a page or an included one, changes its id, and changes the node. */
  @ParameterizedTest
  @CsvSource({"/embedded, /count", "/embedded, /include", "/framed, /count", "/framed, /include"})
  void isForOtherSites_whenItsConfigurationSaysSo(String application, String firstPage) {
    assertForOtherSites(browser.get(a, application + firstPage), application);
    assertForOtherSites(browser.get(a, application + "/rename"), application);

    Answer moved = browser.get(b, application + "/count");

    assertThat(moved.body()).isEqualTo("2");
    if (!moved.setCookies().isEmpty()) {
      assertForOtherSites(moved, application);
    }
  }

  private void assertForOtherSites(Answer answer, String application) {
    assertThat(answer.setCookies()).hasSize(1);
    Map<String, String> attributes = CookieJar.attributesOf(answer.setCookies().get(0));
    assertThat(attributes)
        .containsEntry("Path", application)
        .containsEntry("Domain", "shop.example")
        .containsEntry("SameSite", "None")
        .containsKey("Secure");
    if (container.isPartitionedBy(PARTITIONED.getOrDefault(application, ""))) {
      assertThat(attributes).containsEntry("Partitioned", "");
    } else {
      assertThat(attributes).doesNotContainKey("Partitioned");
    }
  }

  @Test
  void staysOutOfLinks_whenTheClientTakesIt() {
    browser.get(a, "/shop/count");

    assertThat(browser.get(a, "/shop/links").body()).isEqualTo("/shop/count");
  }

  // late responses

  private static String newGate() {
    return UUID.randomUUID().toString();
  }

  private static Answer answerOf(CompletableFuture<Answer> request) throws Exception {
    return request.get(20, TimeUnit.SECONDS);
  }

  private ContractNode node(String name) {
    return name.equals("a") ? a : b;
  }

  private static void assertTellsNoId(Answer answer) {
    assertThat(answer.setCookies()).allMatch(cookie -> cookie.startsWith("theme="));
    assertThat(answer.body()).doesNotContain("jsessionid");
  }

  /**
   * Begins the session on {@code a}, so that only a request to {@code b} gets a cookie for its
   * route. If both requests are on one node, the late one is answered; on another node its session
   * has been taken from it.
   */
  @ParameterizedTest
  @CsvSource({
    "/late, a, /rename, a",
    "/late, b, /rename, b",
    "/late, b, /replace, b",
    "/late, b, /end, b",
    "/late, b, /rename, a",
    "/late, b, /replace, a",
    "/late, b, /end, a",
    "/late, b, /count, a",
    "/late, a, /rename, b",
    "/late-async, b, /rename, b",
    "/late-async, b, /replace, b",
    "/late-async, b, /end, b",
    "/late-async, b, /count, a"
  })
  void tellsNoId_whenItsResponseIsLateAndTheIdIsGone(
      String page, String node, String meanwhile, String otherNode) throws Exception {
    browser.get(a, "/count");
    String gate = newGate();
    CompletableFuture<Answer> late = browser.copy().begin(node(node), page + "?gate=" + gate);
    awaitReached(node(node), gate);

    Answer answer = browser.get(node(otherNode), meanwhile);
    open(node(node), gate);

    assertThat(answer.status()).isEqualTo(200);
    Answer lateAnswer = answerOf(late);
    assertTellsNoId(lateAnswer);
    if (node.equals(otherNode)) {
      assertThat(lateAnswer.status()).isEqualTo(200);
    }
    if (page.equals("/late") && lateAnswer.status() == 200) {
      assertThat(lateAnswer.setCookies()).as("the application's own cookie").hasSize(1);
    }
    if (!meanwhile.equals("/end")) {
      int counted = meanwhile.equals("/count") ? 3 : 2;
      assertThat(browser.get(a, "/count").body()).isEqualTo(Integer.toString(counted));
    }
  }

  @Test
  void tellsNoId_whenItsErrorPageIsLateAndTheIdIsGone() throws Exception {
    browser.get(a, "/count");
    String gate = newGate();
    CompletableFuture<Answer> late = browser.copy().begin(b, "/late-error?gate=" + gate);
    awaitReached(b, gate);

    browser.get(b, "/rename");
    open(b, gate);

    assertThat(answerOf(late).status()).isEqualTo(409);
    assertTellsNoId(answerOf(late));
    assertThat(browser.get(a, "/count").body()).isEqualTo("2");
  }

  @Test
  void tellsItsRoute_whenItsResponseIsLateAndTheIdIsStillThere() throws Exception {
    browser.get(a, "/count");
    String id = browser.id();
    String gate = newGate();
    CompletableFuture<Answer> late = browser.begin(b, "/late?gate=" + gate);
    awaitReached(b, gate);

    browser.copy().get(b, "/count");
    open(b, gate);

    assertThat(answerOf(late).setCookies()).hasSize(2);
    assertThat(browser.cookie()).isEqualTo(id + "." + b.name());
  }

  /** Lets two requests draw an id each; neither answer may tell the one that is gone. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void tellsItsNewId_onlyIfNoOtherRequestChangedItAgain(String node) throws Exception {
    browser.get(a, "/count");
    ContractNode serving = node(node);
    String first = newGate();
    String second = newGate();
    CompletableFuture<Answer> late = browser.copy().begin(serving, "/late-rename?gate=" + first);
    CompletableFuture<Answer> last = browser.begin(serving, "/late-rename?gate=" + second);
    awaitReached(serving, first);
    awaitReached(serving, second);

    open(serving, first);
    awaitReached(serving, first + "-renamed");
    open(serving, second);
    awaitReached(serving, second + "-renamed");
    open(serving, first + "-renamed");
    open(serving, second + "-renamed");

    assertTellsNoId(answerOf(late));
    assertThat(answerOf(last).setCookies()).hasSize(1);
    assertThat(browser.get(a, "/count").body()).isEqualTo("2");
  }

  /** Sends the late request from another client than the request that changes the id. */
  @ParameterizedTest
  @ValueSource(strings = {"/late", "/late-redirect", "/late-async"})
  void staysOutOfLinks_whenAnotherRequestChangedTheId(String page) throws Exception {
    browser.get(a, "/count");
    String inPath = ";jsessionid=" + browser.cookie();
    String gate = newGate();
    CompletableFuture<Answer> late = new Browser().begin(b, page + inPath + "?gate=" + gate);
    awaitReached(b, gate);

    String link = new Browser().get(b, "/rename" + inPath).body();
    open(b, gate);

    assertThat(link).startsWith("/count;jsessionid=").isNotEqualTo("/count" + inPath);
    Answer lateAnswer = answerOf(late);
    assertThat(lateAnswer.body()).isEqualTo("/count");
    assertThat(lateAnswer.setCookies()).noneMatch(cookie -> cookie.startsWith(Browser.COOKIE));
    assertThat(new Browser().get(b, link).body()).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/late", "/late-redirect", "/late-async"})
  void staysOutOfLinks_whenAnotherRequestEndedTheSession(String page) throws Exception {
    browser.get(a, "/count");
    String inPath = ";jsessionid=" + browser.cookie();
    String gate = newGate();
    CompletableFuture<Answer> late = new Browser().begin(b, page + inPath + "?gate=" + gate);
    awaitReached(b, gate);

    Answer logOut = new Browser().get(b, "/end" + inPath);
    open(b, gate);

    assertThat(logOut.status()).isEqualTo(200);
    assertThat(answerOf(late).body()).isEqualTo("/count");
  }

  @Test
  void tellsNoId_whenOneRequestBeginsAndEndsTheSession() {
    assertThat(browser.get(a, "/begin-end").setCookies()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void isReplacedOnce_whenOneRequestReplacesTheSession(String node) {
    browser.get(a, "/count");

    assertThat(browser.get(node(node), "/replace").setCookies()).hasSize(1);
    assertThat(browser.get(a, "/count").body()).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void isDeleted_whenTheApplicationDeletesIt(String node) {
    browser.get(a, "/count");

    assertThat(browser.get(node(node), "/log-out").setCookies())
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches(Browser.COOKIE + "=(\"\")?;.*");
  }
}
