// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The contract that a container's login is as much part of the session as its attributes. */
abstract class SecurityContract extends ContractTopic {
  private static final String FORM = "j_username=" + Login.USER + "&j_password=" + Login.PASSWORD;

  SecurityContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        pages(ContractApplication.at("").login(new Login("FORM", "/private/*"))),
        pages(ContractApplication.at("/basic").login(new Login("BASIC", "/private/*"))));
  }

  private static ContractApplication pages(ContractApplication application) {
    return application
        .page("/count", CommonPages::count)
        .page(Login.FORM_PAGE, (q, r) -> r.getWriter().print("Who are you?"))
        .page("/private/who", SecurityContract::who)
        .page("/private/posted", (q, r) -> r.getWriter().print(q.getParameter("order")))
        .page("/who", SecurityContract::who)
        .page("/names", SecurityContract::names)
        .page("/login-by-program", SecurityContract::login)
        .page("/logout", SecurityContract::logout)
        .page("/invalidate", CommonPages::invalidate)
        .page("/authenticate", SecurityContract::authenticate)
        .page("/login-wrongly", SecurityContract::loginWrongly)
        .page("/login-twice", SecurityContract::loginTwice);
  }

  private static void who(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String name = request.getUserPrincipal() == null ? "-" : request.getUserPrincipal().getName();
    response
        .getWriter()
        .print(
            name
                + " "
                + request.getRemoteUser()
                + " "
                + request.getAuthType()
                + " "
                + request.isUserInRole(Login.ROLE)
                + " "
                + request.isUserInRole("admin"));
  }

  private static void names(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response
        .getWriter()
        .print(new TreeSet<>(Collections.list(request.getSession().getAttributeNames())));
  }

  private static void login(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request.getSession();
    request.login(Login.USER, Login.PASSWORD);
    who(request, response);
  }

  private static void logout(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request.logout();
    who(request, response);
  }

  private static void authenticate(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    if (request.authenticate(response)) {
      who(request, response);
    }
  }

  private static void loginWrongly(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    request.getSession();
    try {
      request.login(Login.USER, "no");
      response.getWriter().print("logged in");
    } catch (ServletException expected) {
      who(request, response);
    }
  }

  private static void loginTwice(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request.getSession();
    request.login(Login.USER, Login.PASSWORD);
    try {
      request.login(Login.USER, Login.PASSWORD);
      response.getWriter().print("logged in twice");
    } catch (ServletException expected) {
      response.getWriter().print("refused");
    }
  }

  /** Logs in by the form and follows the container back to the page. */
  private Answer logIn(ContractNode asked, ContractNode posted, ContractNode followed) {
    assertThat(browser.get(asked, "/private/who").body()).isEqualTo("Who are you?");
    Answer answer = browser.post(posted, "/j_security_check", FORM);
    assertThat(answer.status()).as(answer.body()).isBetween(302, 303);
    String location = answer.header("Location").orElseThrow();
    assertThat(location).contains("/private/who");
    return browser.get(followed, URI.create(location).getPath());
  }

  @Test
  void isLoggedInByAForm_onTheNodeThatItWasSentTo() {
    assertThat(logIn(a, a, a).body()).isEqualTo("alice alice FORM true false");
    assertThat(browser.get(a, "/private/who").body()).isEqualTo("alice alice FORM true false");
  }

  @Test
  void staysLoggedIn_onTheOtherNode() {
    logIn(a, a, a);

    assertThat(browser.get(b, "/private/who").body()).isEqualTo("alice alice FORM true false");
    assertThat(browser.get(a, "/private/who").body()).isEqualTo("alice alice FORM true false");
  }

  @Test
  void staysLoggedIn_whenItsNodeDied() {
    logIn(a, a, a);

    a.kill();

    assertThat(browser.get(b, "/private/who").body()).isEqualTo("alice alice FORM true false");
  }

  @Test
  void canBeLoggedInByAForm_whoseRequestsGoToBothNodesInTurn() {
    assertThat(logIn(a, b, a).body()).isEqualTo("alice alice FORM true false");
    assertThat(browser.get(b, "/private/who").body()).isEqualTo("alice alice FORM true false");
  }

  /** Tries it often, since a page that is sent too early loses the race only now and then. */
  @Test
  void isOnTheOtherNode_beforeTheClientHasTheLoginPage() {
    for (int i = 0; i < 40; i++) {
      Browser user = new Browser();
      user.get(a, "/private/who");
      assertThat(user.post(b, "/j_security_check", FORM).status()).isBetween(302, 303);
    }
  }

  @Test
  void keepsTheFormThatWasPosted_untilTheLoginOnAnotherNodeIsDone() {
    assertThat(browser.post(a, "/private/posted", "order=7+teas").body()).isEqualTo("Who are you?");

    Answer answer = browser.post(b, "/j_security_check", FORM);

    assertThat(answer.status()).as(answer.body()).isBetween(302, 303);
    String location = answer.header("Location").orElseThrow();
    assertThat(browser.get(a, URI.create(location).getPath()).body()).isEqualTo("7 teas");
  }

  @Test
  void isNotLoggedIn_whenThePasswordIsWrong() {
    browser.get(a, "/private/who");
    browser.post(a, "/j_security_check", "j_username=alice&j_password=no");

    assertThat(browser.get(b, "/private/who").body()).isEqualTo("Who are you?");
  }

  @Test
  void changesItsIdAndKeepsItsAttributes_whenItIsLoggedIn() {
    browser.get(a, "/count");
    Browser before = browser.copy();
    String idBefore = browser.id();

    logIn(a, a, a);

    assertThat(browser.id()).isNotEqualTo(idBefore);
    assertThat(browser.get(b, "/count").body()).isEqualTo("2");
    assertThat(before.get(b, "/who").body()).doesNotContain("alice");
  }

  @Test
  void showsNothingOfTheLogin_amongItsAttributes() {
    browser.get(a, "/count");
    logIn(a, a, a);

    assertThat(browser.get(b, "/names").body()).isEqualTo("[count]");
    assertThat(browser.events(b)).isEmpty();
  }

  @Test
  void isLoggedOutEverywhere_onceItIsLoggedOut() {
    logIn(a, a, a);

    assertThat(browser.get(b, "/logout").body()).isEqualTo("- null null false false");

    assertThat(browser.get(a, "/private/who").body()).isEqualTo("Who are you?");
  }

  @Test
  void isLoggedOutEverywhere_onceItHasEnded() {
    logIn(a, a, a);
    browser.get(b, "/invalidate");

    assertThat(browser.get(a, "/private/who").body()).isEqualTo("Who are you?");
    assertThat(browser.get(b, "/who").body()).startsWith("- null");
  }

  @Test
  void keepsItsAttributes_whenItIsLoggedOut() {
    logIn(a, a, a);
    browser.get(a, "/count");
    browser.get(b, "/logout");

    assertThat(browser.get(a, "/who").body()).startsWith("- null");
    assertThat(browser.get(a, "/count").body()).isEqualTo("2");
  }

  @Test
  void isAskedToLogIn_whenTheApplicationWantsIt() {
    assertThat(browser.get(a, "/authenticate").body()).isEqualTo("Who are you?");

    String location = browser.post(b, "/j_security_check", FORM).header("Location").orElseThrow();

    assertThat(location).contains("/authenticate");
    assertThat(browser.get(a, "/authenticate").body()).startsWith("alice alice FORM true");
  }

  @Test
  void isNotLoggedIn_whenTheApplicationHasTheWrongPassword() {
    assertThat(browser.get(a, "/login-wrongly").body()).startsWith("- null");
    assertThat(browser.get(b, "/who").body()).startsWith("- null");
  }

  @Test
  void cannotBeLoggedInByProgram_whenItIsAlready() {
    assertThat(browser.get(a, "/login-twice").body()).isEqualTo("refused");
  }

  @Test
  void staysLoggedIn_whenTheApplicationDidItByProgram() {
    assertThat(browser.get(a, "/login-by-program").body()).startsWith("alice alice");
    assertThat(browser.get(a, "/who").body()).startsWith("alice alice");

    a.kill();

    assertThat(browser.get(b, "/who").body()).startsWith("alice alice").endsWith("true false");
  }

  @Test
  void staysTheSame_whenTheApplicationLogsInByProgramWithoutAForm() {
    browser.get(a, "/basic/count");
    assertThat(browser.get(a, "/basic/login-by-program").body()).startsWith("alice alice");

    assertThat(browser.get(a, "/basic/count").body()).isEqualTo("2");
    assertThat(browser.get(b, "/basic/count").body()).isEqualTo("3");
  }

  @Test
  void isServed_whenEachRequestBringsItsPassword() {
    String password = Login.USER + ":" + Login.PASSWORD;
    Map<String, String> header =
        Map.of(
            "Authorization",
            "Basic "
                + Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.US_ASCII)));

    assertThat(browser.get(a, "/basic/private/who").status()).isEqualTo(401);
    assertThat(browser.get(a, "/basic/private/who", header).body())
        .isEqualTo("alice alice BASIC true false");
    browser.get(a, "/basic/count", header);
    assertThat(browser.get(b, "/basic/count", header).body()).isEqualTo("2");
    assertThat(browser.get(b, "/basic/private/who", header).body())
        .isEqualTo("alice alice BASIC true false");
  }
}
