// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The contract on when sessions begin, and by which ids they are known. */
abstract class SessionIdentityContract extends ContractTopic {
  SessionIdentityContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication application = ContractApplication.at("");
    return List.of(
        application
            .page("/count", CommonPages::count)
            .page("/read", CommonPages::read)
            .page("/rename-meanwhile", (q, r) -> renameMeanwhile(q, r, application.gates()))
            .page("/id", (q, r) -> r.getWriter().print(q.getSession().getId()))
            .page("/new", (q, r) -> r.getWriter().print(q.getSession().isNew()))
            .page("/none", (q, r) -> r.getWriter().print(q.getSession(false) == null))
            .page("/rename", SessionIdentityContract::rename)
            .page("/rename-twice", SessionIdentityContract::renameTwice)
            .page("/rename-nothing", SessionIdentityContract::renameNothing)
            .page("/ask-twice", SessionIdentityContract::askTwice)
            .page("/context", SessionIdentityContract::context)
            .page("/accessor", SessionIdentityContract::accessor)
            .page(
                "/requested",
                (q, r) ->
                    r.getWriter()
                        .print(
                            q.getRequestedSessionId()
                                + " valid="
                                + q.isRequestedSessionIdValid()
                                + " cookie="
                                + q.isRequestedSessionIdFromCookie()
                                + " url="
                                + q.isRequestedSessionIdFromURL()))
            .page(
                "/links",
                (q, r) -> {
                  q.getSession();
                  r.getWriter().println(r.encodeURL("/count"));
                  r.getWriter().println(r.encodeRedirectURL("/count?a=b"));
                }));
  }

  private static void rename(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String before = request.getSession().getId();
    String after = request.changeSessionId();
    response
        .getWriter()
        .print(!after.equals(before) + " " + after.equals(request.getSession().getId()));
  }

  private static void renameTwice(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String first = request.getSession().getId();
    String second = request.changeSessionId();
    request.getSession().setAttribute("between", "kept");
    String third = request.changeSessionId();
    boolean isLast = third.equals(request.getSession().getId());
    response.getWriter().print(Set.of(first, second, third).size() + " " + isLast);
  }

  /** Waits at a gate, and continues under the id that the session has by then. */
  private static void renameMeanwhile(
      HttpServletRequest request, HttpServletResponse response, Gates gates) throws IOException {
    HttpSession session = request.getSession();
    String before = session.getId();
    gates.pass("rename " + before);
    session.setAttribute("late", "kept");
    response
        .getWriter()
        .print(request.isRequestedSessionIdValid() + " " + before.equals(session.getId()));
  }

  private static void renameNothing(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      response.getWriter().print(request.changeSessionId());
    } catch (IllegalStateException expected) {
      response.getWriter().print("refused " + (request.getSession(false) == null));
    }
  }

  private static void askTwice(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession first = request.getSession();
    HttpSession second = request.getSession(true);
    HttpSession third = request.getSession(false);
    boolean same = first.getId().equals(second.getId()) && second.getId().equals(third.getId());
    response.getWriter().print(same + " " + first.isNew() + " " + third.isNew());
  }

  private static void context(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ServletContext context = request.getSession().getServletContext();
    response.getWriter().print(context.getContextPath().equals(request.getContextPath()));
  }

  /** Counts by an accessor, which Servlet 6.1 brought and this is not compiled against. */
  private static void accessor(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      HttpSession session = request.getSession();
      Object accessor = HttpSession.class.getMethod("getAccessor").invoke(session);
      Consumer<HttpSession> count = CommonPages::increment;
      Class.forName(HttpSession.class.getName() + "$Accessor")
          .getMethod("access", Consumer.class)
          .invoke(accessor, count);
      response.getWriter().print(session.getAttribute("count"));
    } catch (ReflectiveOperationException e) {
      response.getWriter().print(e);
    }
  }

  private static boolean isServlet61() {
    return Arrays.stream(HttpSession.class.getMethods())
        .anyMatch(method -> method.getName().equals("getAccessor"));
  }

  @Test
  void hasNoSession_untilOneIsAskedFor() {
    Answer answer = browser.get(a, "/none");

    assertThat(answer.body()).isEqualTo("true");
    assertThat(answer.setCookies()).isEmpty();
  }

  @Test
  void isNew_untilTheClientJoins() {
    assertThat(browser.get(a, "/new").body()).isEqualTo("true");
    assertThat(browser.get(a, "/new").body()).isEqualTo("false");
    assertThat(browser.get(b, "/new").body()).isEqualTo("false");
  }

  @Test
  void isNewEachTime_whenTheClientNeverJoins() {
    browser.get(a, "/new");

    assertThat(new Browser().get(a, "/new").body()).isEqualTo("true");
    assertThat(new Browser().get(b, "/new").body()).isEqualTo("true");
  }

  @Test
  void isTheSame_howeverOftenARequestAsksForIt() {
    assertThat(browser.get(a, "/ask-twice").body()).isEqualTo("true true true");
    assertThat(browser.get(b, "/ask-twice").body()).isEqualTo("true false false");
  }

  @Test
  void tellsTheContextThatItBelongsTo_onBothNodes() {
    assertThat(browser.get(a, "/context").body()).isEqualTo("true");
    assertThat(browser.get(b, "/context").body()).isEqualTo("true");
  }

  @Test
  void cannotChangeItsId_whenThereIsNone() {
    Answer answer = browser.get(a, "/rename-nothing");

    assertThat(answer.body()).isEqualTo("refused true");
    assertThat(answer.setCookies()).isEmpty();
  }

  @Test
  void isReachedByItsAccessor() {
    Assumptions.assumeTrue(isServlet61(), "Servlet 6.0 has no accessors");
    browser.get(a, "/count");

    assertThat(browser.get(a, "/accessor").body()).isEqualTo("2");
    assertThat(browser.get(b, "/accessor").body()).isEqualTo("3");
  }

  @Test
  void tellsItsIdInTheCookieAndToTheApplication() {
    Answer answer = browser.get(a, "/id");

    assertThat(answer.setCookies()).hasSize(1);
    assertThat(answer.body()).isEqualTo(browser.cookie());
    assertThat(browser.get(a, "/id").setCookies()).isEmpty();
  }

  @Test
  void keepsItsId_whenAnotherNodeServesIt() {
    browser.get(a, "/count");
    String id = browser.id();

    assertThat(browser.get(b, "/count").body()).isEqualTo("2");

    assertThat(browser.id()).isEqualTo(id);
    assertThat(browser.get(a, "/count").body()).isEqualTo("3");
    assertThat(browser.id()).isEqualTo(id);
  }

  @Test
  void survivesItsNode() {
    browser.get(a, "/count");
    String id = browser.id();

    a.kill();

    assertThat(browser.get(b, "/count").body()).isEqualTo("2");
    assertThat(browser.id()).isEqualTo(id);
  }

  @Test
  void survivesAnOrderlyStop() {
    browser.get(a, "/count");

    a.stop();

    assertThat(browser.get(b, "/count").body()).isEqualTo("2");
  }

  @Test
  void servesASecondTab_whoseCookieIsTheFirstOne() {
    browser.get(a, "/count");
    Browser secondTab = browser.copy();
    browser.get(b, "/count");

    assertThat(secondTab.get(b, "/count").body()).isEqualTo("3");
    assertThat(browser.get(a, "/count").body()).isEqualTo("4");
  }

  @Test
  void neverAdoptsAnIdThatAClientMadeUp() {
    for (String id :
        List.of(
            "0123456789ABCDEF0123456789ABCDEF",
            "x!",
            "a".repeat(4_096),
            "../../x",
            "a~b~c.node-1")) {
      Browser attacker = new Browser().withCookie(id);

      assertThat(attacker.get(a, "/none").body()).as(id).isEqualTo("true");
      assertThat(attacker.get(a, "/count").body()).isEqualTo("1");
      assertThat(attacker.cookie()).as("the new id alone").doesNotContain(id);
    }
  }

  @Test
  void answersUnderItsNewIdOnly_onceItHasChanged() {
    browser.get(a, "/count");
    Browser oldTab = browser.copy();
    String oldId = browser.id();

    assertThat(browser.get(a, "/rename").body()).isEqualTo("true true");

    assertThat(browser.id()).isNotEqualTo(oldId);
    assertThat(browser.get(b, "/count").body()).isEqualTo("2");
    assertThat(oldTab.get(a, "/none").body()).isNotEqualTo("false");
    assertThat(browser.events(a)).contains("renamed").doesNotContain("renamed to the same id");
  }

  @Test
  void answersUnderItsLastId_whenOneRequestChangedItTwice() {
    browser.get(a, "/count");

    Answer answer = browser.get(b, "/rename-twice");

    assertThat(answer.body()).isEqualTo("3 true");
    assertThat(answer.setCookies()).hasSize(1);
    b.kill();
    assertThat(browser.get(a, "/count").body()).isEqualTo("2");
  }

  @Test
  void goesOnUnderItsNewId_whenAnotherRequestChangesItMeanwhile() throws Exception {
    browser.get(a, "/count");
    String gate = "rename%20" + browser.cookie();
    CompletableFuture<Answer> meanwhile = browser.copy().begin(a, "/rename-meanwhile");
    awaitReached(a, gate);

    browser.get(a, "/rename");
    open(a, gate);

    assertThat(meanwhile.get(20, TimeUnit.SECONDS).body()).isEqualTo("false false");
    assertThat(browser.get(b, "/read?name=late").body()).isEqualTo("kept");
    assertThat(browser.get(a, "/count").body()).isEqualTo("2");
  }

  @Test
  void isRequestedByCookie() {
    browser.get(a, "/count");
    String sent = browser.cookie();

    assertThat(browser.get(a, "/requested").body())
        .isEqualTo(sent + " valid=true cookie=true url=false");
    assertThat(new Browser().withCookie("unknown").get(a, "/requested").body())
        .isEqualTo("unknown valid=false cookie=true url=false");
  }

  @Test
  void isRequestedByNothing_whenTheClientSendsNoId() {
    assertThat(browser.get(a, "/requested").body())
        .isEqualTo("null valid=false cookie=false url=false");
  }

  @Test
  void isFoundOnTheOtherNode_whenItsRequestOnlyAsksWhetherItsIdIsValid() {
    browser.get(a, "/count");
    String sent = browser.cookie();

    assertThat(browser.get(b, "/requested").body())
        .isEqualTo(sent + " valid=true cookie=true url=false");
  }

  @Test
  void travelsInLinks_whenTheClientTakesNoCookies() {
    String[] links = new Browser().get(a, "/links").body().split("\\R");
    assertThat(links[0]).startsWith("/count;jsessionid=");
    assertThat(links[1]).startsWith("/count;jsessionid=").endsWith("?a=b");

    assertThat(new Browser().get(a, links[0]).body()).isEqualTo("1");
    assertThat(new Browser().get(b, links[1]).body()).isEqualTo("2");
    String id = links[0].substring(links[0].indexOf('=') + 1);
    assertThat(new Browser().get(a, "/requested;jsessionid=" + id).body())
        .isEqualTo(id + " valid=true cookie=false url=true");
  }

  @Test
  void staysOutOfLinks_whenTheClientTakesCookies() {
    browser.get(a, "/count");

    assertThat(browser.get(b, "/links").body()).doesNotContain("jsessionid");
  }
}
