// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.tomcat.Application.increment;

import java.net.http.HttpResponse;
import org.holdfast.servlet.session.RoutedId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids, routes and cookies, as two nodes see them. */
class SessionIdentityIT {
  private static final Application EVENTS_OF_A = application();

  private static TomcatNode a;
  private static TomcatNode b;

  @BeforeAll
  static void start() {
    TomcatNode.Builder cluster = TomcatNode.cluster(2);
    a = cluster.start(0, EVENTS_OF_A, "/other", application());
    b = cluster.start(1, application(), "/other", application());
  }

  @AfterAll
  static void stop() {
    b.close();
    a.close();
  }

  private static Application application() {
    return new Application()
        .page("/plain", (q, r) -> r.getWriter().print(increment(q)))
        .page("/id", (q, r) -> r.getWriter().print(q.getSession().getId()))
        .page(
            "/exists",
            (q, r) ->
                r.getWriter()
                    .print((q.getSession(false) != null) + " " + q.isRequestedSessionIdValid()))
        .page(
            "/requested",
            (q, r) -> {
              q.getSession(false);
              r.getWriter().print(q.getRequestedSessionId());
            })
        .page("/new", (q, r) -> r.getWriter().print(q.getSession().isNew()))
        .page("/rename", (q, r) -> r.getWriter().print(q.changeSessionId()))
        .page(
            "/link",
            (q, r) -> {
              q.getSession();
              r.getWriter().print(r.encodeURL("/plain"));
            });
  }

  @Test
  void keepsItsIdAndTakesTheNewRoute_whenAnotherNodeServesIt() {
    Browser browser = new Browser();
    browser.get(a, "/plain");
    String id = browser.id();
    assertThat(browser.cookie()).isEqualTo(id + ".node-1");

    assertThat(browser.get(b, "/plain").body()).isEqualTo("2");

    assertThat(browser.cookie()).isEqualTo(id + ".node-2");
    assertThat(browser.get(b, "/id").body()).isEqualTo(id + ".node-2");
  }

  @Test
  void setsNoCookie_whenTheRouteIsRightAlready() {
    Browser browser = new Browser();
    browser.get(a, "/plain");

    assertThat(browser.get(a, "/plain").headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void leavesTheRequestedIdAsTheClientSentIt() {
    Browser browser = new Browser();
    browser.get(a, "/plain");
    String sent = browser.cookie();

    assertThat(browser.get(b, "/requested").body()).isEqualTo(sent);
  }

  @Test
  void servesASecondTab_whoseCookieStillNamesTheOldNode() {
    Browser firstTab = new Browser();
    firstTab.get(a, "/plain");
    Browser secondTab = firstTab.copy();
    firstTab.get(b, "/plain");

    assertThat(secondTab.get(b, "/plain").body()).isEqualTo("3");
    assertThat(firstTab.get(a, "/plain").body()).isEqualTo("4");
    assertThat(secondTab.get(a, "/plain").body()).isEqualTo("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".node-7", ".no.such.node"})
  void findsTheSession_whateverRouteTheCookieNames(String suffix) {
    Browser browser = new Browser();
    browser.get(a, "/plain");
    Browser other = new Browser(browser.id() + suffix);

    assertThat(other.get(b, "/plain").body()).isEqualTo("2");
    assertThat(other.cookie()).isEqualTo(browser.id() + ".node-2");
  }

  @Test
  void isFoundByTheUrlToo_whenTheClientKeepsNoCookies() {
    String link = new Browser().get(a, "/link").body();
    String id = link.substring(link.indexOf('=') + 1);

    assertThat(new Browser().get(b, "/new;jsessionid=" + id).body()).isEqualTo("false");
  }

  @Test
  void answersToTheNewIdAlone_onceRenamed() {
    Browser browser = new Browser();
    browser.get(a, "/plain");
    Browser withOldId = browser.copy();
    int before = EVENTS_OF_A.events().size();

    String newId = browser.get(a, "/rename").body();

    assertThat(browser.cookie()).isEqualTo(newId);
    assertThat(browser.id()).isNotEqualTo(withOldId.id());
    assertThat(EVENTS_OF_A.events().subList(before, before + 1)).containsExactly("renamed");
    assertThat(existence(withOldId, a)).isNotEqualTo("true true");
    assertThat(existence(withOldId, b)).isNotEqualTo("true true");
    assertThat(browser.get(b, "/plain").body()).isEqualTo("2");
    assertThat(browser.get(a, "/plain").body()).isEqualTo("3");
  }

  /** A hit on an old id may also be answered 503 for a while. */
  private static String existence(Browser browser, TomcatNode node) {
    HttpResponse<String> response = browser.get(node, "/exists");
    return response.statusCode() == 503 ? "503" : response.body();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AAAAAAAAAAAAAAAABBBBBBBBBBBBBBBBBBBBBB",
        "made-up.node-1",
        "../../etc/passwd",
        ".node-1",
        "%00",
        "0123456789ABCDEF0123456789ABCDEF.node-2"
      })
  void isNeverCreatedUnderAnId_thatTheClientMadeUp(String madeUp) {
    Browser attacker = new Browser(madeUp);

    assertThat(attacker.get(a, "/exists").body()).isEqualTo("false false");
    assertThat(attacker.get(a, "/new").body()).isEqualTo("true");

    assertThat(attacker.id()).hasSize(38).isNotEqualTo(RoutedId.parse(madeUp).id());
    assertThat(new Browser(madeUp).get(b, "/exists").body()).isEqualTo("false false");
  }

  @Test
  void isOneSessionPerApplication_whenTwoShareTheCookiesName() {
    Browser browser = new Browser();
    browser.get(a, "/plain");
    String root = browser.cookie();
    browser.get(a, "/other/plain");
    browser.get(a, "/other/plain");

    assertThat(browser.get(b, "/plain").body()).isEqualTo("2");
    assertThat(browser.get(b, "/other/plain").body()).isEqualTo("3");
    assertThat(new Browser(root).get(b, "/other/exists").body()).isEqualTo("false false");
  }
}
