// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The contract that applications of one container never see each other's sessions. */
abstract class ApplicationsContract extends ContractTopic {
  ApplicationsContract(ContainerUnderTest container) {
    super(container);
  }

  /** Returns two that share a cookie, one with its own, two that want links only, and the root. */
  @Override
  List<ContractApplication> applications() {
    ContractApplication root = ContractApplication.at("");
    return List.of(
        pages(sharing("/one").crossContext())
            .page("/late", (q, r) -> late(q, r, root.gates()))
            .page("/late-rename", (q, r) -> lateRename(q, root.gates())),
        pages(sharing("/two").crossContext()),
        pages(ContractApplication.at("/apart")),
        pages(linking("/links").crossContext()),
        pages(linking("/links-too").crossContext()),
        root);
  }

  private static ContractApplication sharing(String path) {
    return ContractApplication.at(path)
        .configure(context -> context.getSessionCookieConfig().setPath("/"));
  }

  private static ContractApplication linking(String path) {
    return sharing(path)
        .configure(context -> context.setSessionTrackingModes(EnumSet.of(SessionTrackingMode.URL)));
  }

  private static ContractApplication pages(ContractApplication application) {
    return application
        .page("/count", CommonPages::count)
        .page("/read", CommonPages::read)
        .page("/id", (q, r) -> r.getWriter().print(q.getSession().getId()))
        .page("/invalidate", CommonPages::invalidate)
        .page("/rename", (q, r) -> q.changeSessionId())
        .page("/cross", ApplicationsContract::cross)
        .page("/cross-forward", ApplicationsContract::crossForward);
  }

  /** Includes a page of the other application between two uses of the own session. */
  private static void cross(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    response.getWriter().print(CommonPages.increment(request.getSession()) + " ");
    pageOfOther(request).include(request, response);
    response.getWriter().print(" " + CommonPages.increment(request.getSession()));
  }

  private static RequestDispatcher pageOfOther(HttpServletRequest request) {
    return request
        .getServletContext()
        .getContext(request.getParameter("to"))
        .getRequestDispatcher("/count");
  }

  /** Leaves the answer to the other application, after a use of the own session. */
  private static void crossForward(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    CommonPages.increment(request.getSession());
    pageOfOther(request).forward(request, response);
  }

  private static void late(HttpServletRequest request, HttpServletResponse response, Gates gates)
      throws IOException {
    CommonPages.count(request, response);
    gates.pass(request.getParameter("gate"));
  }

  private static void lateRename(HttpServletRequest request, Gates gates) {
    request.changeSessionId();
    gates.pass(request.getParameter("gate"));
  }

  @Test
  void haveSessionsOfTheirOwn_underOneCookie() {
    assertThat(browser.get(a, "/one/count").body()).isEqualTo("1");
    assertThat(browser.get(a, "/two/count").body()).isEqualTo("1");
    assertThat(browser.get(a, "/one/count").body()).isEqualTo("2");
    assertThat(browser.get(a, "/two/count").body()).isEqualTo("2");
    assertThat(browser.get(a, "/one/count").body()).isEqualTo("3");
  }

  @Test
  void keepTheirSessionsUnderOneCookie_onTheOtherNodeAndAfterADeath() {
    browser.get(a, "/one/count");
    browser.get(a, "/two/count");
    browser.get(b, "/two/count");
    browser.get(b, "/one/count");
    browser.get(a, "/one/count");
    browser.get(a, "/two/count");

    a.kill();

    assertThat(browser.get(b, "/one/count").body()).isEqualTo("4");
    assertThat(browser.get(b, "/two/count").body()).isEqualTo("4");
  }

  @Test
  void endTheirSessionsByThemselves() {
    browser.get(a, "/one/count");
    browser.get(a, "/two/count");
    browser.get(a, "/one/invalidate");

    assertThat(browser.get(b, "/two/count").body()).isEqualTo("2");
    assertThat(browser.get(b, "/one/read?name=count").body()).isEqualTo("none");
  }

  /** Expects no cookie: it would tell the route of {@code b}, along with both ids that came. */
  @Test
  void leaveTheirCookieAsItIs_whenTheOtherHasChangedItsIdMeanwhile() throws Exception {
    browser.get(a, "/one/count");
    browser.get(a, "/two/count");
    CompletableFuture<Answer> late = browser.copy().begin(b, "/one/late?gate=shared");
    awaitReached(b, "shared");

    browser.get(b, "/two/rename");
    open(b, "shared");

    assertThat(late.get(20, TimeUnit.SECONDS).setCookies()).isEmpty();
    assertThat(browser.get(a, "/one/count").body()).isEqualTo("3");
    assertThat(browser.get(a, "/two/count").body()).isEqualTo("2");
  }

  /** Expects the id that this answer alone can tell, and not that of the other application. */
  @Test
  void tellNoIdThatTheOtherHasChangedMeanwhile() throws Exception {
    browser.get(a, "/one/count");
    browser.get(a, "/two/count");
    CompletableFuture<Answer> late = browser.copy().begin(b, "/one/late-rename?gate=renamed");
    awaitReached(b, "renamed");

    browser.get(b, "/two/rename");
    open(b, "renamed");

    assertThat(late.get(20, TimeUnit.SECONDS).setCookies())
        .singleElement(InstanceOfAssertFactories.STRING)
        .doesNotContain("~");
  }

  @Test
  void doNotKnowAnIdOfAnotherApplication() {
    browser.get(a, "/apart/count");
    String id = browser.get(a, "/apart/id").body();

    assertThat(new Browser().withCookie(id).get(a, "/one/read?name=count").body())
        .isEqualTo("none");
  }

  @Test
  void neverAdoptAnIdThatAClientMadeUp_whenTheyShareACookie() {
    String id = "0123456789ABCDEF0123456789ABCDEF";
    Browser attacker = new Browser().withCookie(id);

    assertThat(attacker.get(a, "/one/count").body()).isEqualTo("1");

    assertThat(attacker.id()).isNotEqualTo(id);
  }

  @Test
  void keepNoIdInTheirCookie_thatIsOfNoApplicationHere() {
    browser.get(a, "/two/count");
    String madeUp = "0123456789ABCDEF0123456789ABCDEF";
    browser.withCookie(browser.id() + "~" + madeUp + ".node-1");

    browser.get(a, "/one/count");

    assertThat(browser.cookie()).contains("~").doesNotContain(madeUp);
    assertThat(browser.get(a, "/two/count").body()).isEqualTo("2");
  }

  @Test
  void useTheirOwnSessions_whenOneIncludesTheOther() {
    browser.get(a, "/one/count");
    browser.get(a, "/two/count");

    assertThat(browser.get(a, "/one/cross?to=/two").body()).isEqualTo("2 2 3");
    assertThat(browser.get(b, "/two/count").body()).isEqualTo("3");
    assertThat(browser.get(b, "/one/count").body()).isEqualTo("4");
  }

  @Test
  void useTheirOwnSessions_whenOneForwardsToTheOther() {
    assertThat(browser.get(a, "/one/cross-forward?to=/two").body()).isEqualTo("1");
    assertThat(browser.get(b, "/one/cross-forward?to=/two").body()).isEqualTo("2");

    b.kill();

    assertThat(browser.get(a, "/two/count").body()).isEqualTo("3");
    assertThat(browser.get(a, "/one/count").body()).isEqualTo("3");
  }

  @Test
  void keepWhatACrossContextDispatchBegan() {
    assertThat(browser.get(a, "/one/cross?to=/two").body()).isEqualTo("1 1 2");

    a.kill();

    assertThat(browser.get(b, "/two/count").body()).isEqualTo("2");
    assertThat(browser.get(b, "/one/count").body()).isEqualTo("3");
  }

  @Test
  void setNoCookie_whenADispatchBeginsASessionOfOneThatWantsLinksOnly() {
    Answer amongThem = browser.get(a, "/links/cross?to=/links-too");

    assertThat(amongThem.body()).isEqualTo("1 1 2");
    assertThat(amongThem.setCookies()).isEmpty();

    Answer fromAnother = browser.get(a, "/one/cross?to=/links");

    assertThat(fromAnother.body()).isEqualTo("1 1 2");
    assertThat(fromAnother.setCookies()).hasSize(1).noneMatch(cookie -> cookie.contains("~"));
  }
}
