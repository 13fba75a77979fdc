// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.servlet.handlers.security.CachedAuthenticatedSessionHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.contract.Answer;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.holdfast.contract.ContractNode;
import org.holdfast.contract.Login;
import org.junit.jupiter.api.Test;

/** Cases in which a form login of Undertow could fail although the filter's session keeps it. */
class UndertowLoginIT {
  private static final String FORM = "j_username=" + Login.USER + "&j_password=" + Login.PASSWORD;
  private static final String KEPT =
      "\0holdfast." + CachedAuthenticatedSessionHandler.ATTRIBUTE_NAME;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Browser browser = new Browser();
  private volatile boolean formWaits;

  private ContractCluster cluster(Map<String, String> parameters, int size) {
    return new ContractCluster(
        new UndertowUnderTest(parameters), size, () -> List.of(application()));
  }

  private ContractApplication application() {
    return ContractApplication.at("")
        .login(new Login("FORM", "/private/*"))
        .page(Login.FORM_PAGE, this::form)
        .page("/private/who", (q, r) -> r.getWriter().print(q.getRemoteUser()))
        .page("/session", (q, r) -> r.getWriter().print(q.getSession().getClass().getName()))
        .page("/forge", UndertowLoginIT::forge);
  }

  private void form(HttpServletRequest request, HttpServletResponse response) throws IOException {
    if (formWaits) {
      reached.countDown();
      try {
        if (!goOn.await(20, TimeUnit.SECONDS)) {
          throw new IOException("nobody let the form go on within 20 s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    response.getWriter().print("Who are you?");
  }

  /** Tries to read, remove and replace what the session knows of the login. */
  private static void forge(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession();
    Object read = session.getAttribute(KEPT);
    session.removeAttribute(KEPT);
    try {
      session.setAttribute(KEPT, "somebody else");
      response.getWriter().print("forged " + read);
    } catch (IllegalArgumentException refused) {
      response.getWriter().print("refused " + read);
    }
  }

  private Answer follow(ContractNode node, Browser by, Answer redirect) {
    assertThat(redirect.status()).as(redirect.body()).isBetween(302, 303);
    return by.get(node, URI.create(redirect.header("Location").orElseThrow()).getPath());
  }

  @Test
  void asksTheClientToComeBack_whenAnotherNodeTookTheSessionWhileTheFormWasMade() throws Exception {
    try (ContractCluster nodes = cluster(Map.of(), 2)) {
      browser.get(nodes.node(0), "/session");
      browser.get(nodes.node(1), "/session");
      browser.get(nodes.node(0), "/session");
      formWaits = true;
      CompletableFuture<Answer> slow = browser.begin(nodes.node(0), "/private/who");
      assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();
      browser.get(nodes.node(1), "/session");
      goOn.countDown();

      Answer answer = slow.get(20, TimeUnit.SECONDS);

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.body()).doesNotContain("Who are you?");
    }
  }

  @Test
  void givesOneCookieAndTakesNoneBack_whenTheClientBringsOneOfNoSession() {
    try (ContractCluster nodes = cluster(Map.of(), 1)) {
      browser.withCookie("of-no-session");

      Answer form = browser.get(nodes.node(0), "/private/who");

      assertThat(form.body()).isEqualTo("Who are you?");
      assertThat(form.setCookies()).hasSize(1);
      Answer redirect = browser.post(nodes.node(0), "/j_security_check", FORM);
      assertThat(follow(nodes.node(0), browser, redirect).body()).isEqualTo("alice");
    }
  }

  @Test
  void bringsTheClientBackByItsNewId_whenItTakesNoCookies() {
    try (ContractCluster nodes = cluster(Map.of(), 1)) {
      browser.get(nodes.node(0), "/session");
      String oldId = browser.id();
      String parameter = ";jsessionid=" + oldId;

      new Browser().get(nodes.node(0), "/private/who" + parameter);
      Answer redirect = new Browser().post(nodes.node(0), "/j_security_check" + parameter, FORM);

      assertThat(redirect.header("Location").orElseThrow())
          .contains("/private/who;jsessionid=")
          .doesNotContain(oldId);
      assertThat(follow(nodes.node(0), new Browser(), redirect).body()).isEqualTo("alice");
      assertThat(new Browser().get(nodes.node(0), "/private/who" + parameter).body())
          .doesNotContain("alice");
    }
  }

  @Test
  void isNeitherSeenNorForgedByTheApplication() {
    try (ContractCluster nodes = cluster(Map.of(), 1)) {
      browser.get(nodes.node(0), "/private/who");
      browser.post(nodes.node(0), "/j_security_check", FORM);

      assertThat(browser.get(nodes.node(0), "/forge").body()).isEqualTo("refused null");
      assertThat(browser.get(nodes.node(0), "/private/who").body()).isEqualTo("alice");
    }
  }

  @Test
  void staysTheContainers_whereHoldfastIsSwitchedOff() {
    try (ContractCluster nodes = cluster(Map.of("holdfast.enabled", "false"), 1)) {
      browser.get(nodes.node(0), "/private/who");
      Answer redirect = browser.post(nodes.node(0), "/j_security_check", FORM);

      assertThat(follow(nodes.node(0), browser, redirect).body()).isEqualTo("alice");
      assertThat(browser.get(nodes.node(0), "/session").body()).startsWith("io.undertow.");
    }
  }
}
