// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract on how long sessions live, and how they end. */
abstract class LifetimeContract extends ContractTopic {
  LifetimeContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication application = ContractApplication.at("").sessionTimeoutMinutes(7);
    return List.of(
        timed("/three", 3),
        timed("/unlimited", 0),
        application
            .page("/put", CommonPages::put)
            .page("/read", CommonPages::read)
            .page("/invalidate", CommonPages::invalidate)
            .page("/interval", (q, r) -> r.getWriter().print(interval(q)))
            .page("/after-end", LifetimeContract::afterEnd)
            .page("/slow", (q, r) -> slow(q, r, application.gates()))
            .page("/busy", (q, r) -> busy(q, r, application.gates()))
            .page("/renew", LifetimeContract::renew));
  }

  /** Returns an application with a time-out that it sets by program. */
  private static ContractApplication timed(String path, int minutes) {
    return ContractApplication.at(path)
        .configure(context -> context.setSessionTimeout(minutes))
        .page("/interval", (q, r) -> r.getWriter().print(interval(q)))
        .page("/minutes", (q, r) -> r.getWriter().print(q.getServletContext().getSessionTimeout()));
  }

  /** Uses the session for longer than its interval. */
  private static void busy(HttpServletRequest request, HttpServletResponse response, Gates gates)
      throws IOException {
    HttpSession session = request.getSession();
    session.setMaxInactiveInterval(1);
    gates.pass("busy " + session.getId());
    response.getWriter().print(session.getAttribute("cart"));
  }

  /** Sets the interval if the parameter {@code s} gives one, and returns it. */
  private static int interval(HttpServletRequest request) {
    HttpSession session = request.getSession();
    if (request.getParameter("s") != null) {
      session.setMaxInactiveInterval(Integer.parseInt(request.getParameter("s")));
    }
    return session.getMaxInactiveInterval();
  }

  /** Calls each method of a session that has ended. */
  private static void afterEnd(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession();
    String id = session.getId();
    session.invalidate();
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("getAttribute", () -> session.getAttribute("x"));
    calls.put("getAttributeNames", session::getAttributeNames);
    calls.put("setAttribute", () -> session.setAttribute("x", "y"));
    calls.put("removeAttribute", () -> session.removeAttribute("x"));
    calls.put("getCreationTime", session::getCreationTime);
    calls.put("getLastAccessedTime", session::getLastAccessedTime);
    calls.put("isNew", session::isNew);
    calls.put("invalidate", session::invalidate);
    for (Map.Entry<String, Runnable> call : calls.entrySet()) {
      try {
        call.getValue().run();
        response.getWriter().println(call.getKey() + " returned");
      } catch (IllegalStateException expected) {
        // As the specification wants it.
      }
    }
    response.getWriter().print("id " + id.equals(session.getId()));
    response.getWriter().print(", gone " + (request.getSession(false) == null));
  }

  private static void slow(HttpServletRequest request, HttpServletResponse response, Gates gates)
      throws IOException {
    HttpSession session = request.getSession();
    gates.pass("slow " + session.getId());
    try {
      session.setAttribute("late", "too late");
      response.getWriter().print("set");
    } catch (IllegalStateException e) {
      response.getWriter().print("ended");
    }
  }

  private static void renew(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession before = request.getSession();
    before.invalidate();
    HttpSession after = request.getSession();
    after.setAttribute("fresh", "yes");
    response.getWriter().print(before.getId().equals(after.getId()) + " " + after.isNew());
  }

  /** Waits until a session that no request uses for a second or two has ended. */
  private void awaitAnotherSessionsEnd() {
    Browser other = new Browser();
    other.get(a, "/interval?s=2");
    awaitEnd(other, a);
  }

  private static void awaitEnd(Browser owner, ContractNode node) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> owner.events(node).stream().anyMatch(text -> text.startsWith("destroyed")));
  }

  @Test
  void isGoneOnBothNodes_onceInvalidated() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/invalidate");

    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("none");
    assertThat(browser.get(a, "/read?name=cart").body()).isEqualTo("none");
  }

  @Test
  void refusesEveryUse_onceInvalidated() {
    browser.get(a, "/put?name=cart&value=tea");

    assertThat(browser.get(b, "/after-end").body()).isEqualTo("id true, gone true");
  }

  @Test
  void canBeginAnewUnderAnotherId_inTheRequestThatEndedIt() {
    browser.get(a, "/put?name=cart&value=tea");
    Browser old = browser.copy();

    assertThat(browser.get(b, "/renew").body()).isEqualTo("false true");

    assertThat(browser.get(a, "/read?name=fresh").body()).isEqualTo("yes");
    assertThat(browser.get(a, "/read?name=cart").body()).isEqualTo("none");
    assertThat(old.get(b, "/read?name=fresh").body()).isEqualTo("none");
  }

  @Test
  void staysDead_whenARequestThatBeganBeforeUsesItLate() throws Exception {
    browser.get(a, "/put?name=cart&value=tea");
    String gate = "slow%20" + browser.cookie();
    CompletableFuture<Answer> slow = browser.begin(a, "/slow");
    awaitReached(a, gate);

    browser.get(a, "/invalidate");
    open(a, gate);

    assertThat(slow.get(20, TimeUnit.SECONDS).body()).isEqualTo("ended");
    assertThat(browser.get(b, "/read?name=late").body()).isEqualTo("none");
    assertThat(browser.get(a, "/read?name=cart").body()).isEqualTo("none");
  }

  @Test
  void staysDead_whenItEndsOnTheOtherNodeWhileARequestUsesIt() throws Exception {
    browser.get(a, "/put?name=cart&value=tea");
    String gate = "slow%20" + browser.cookie();
    CompletableFuture<Answer> slow = browser.copy().begin(a, "/slow");
    awaitReached(a, gate);

    browser.get(b, "/invalidate");
    open(a, gate);

    assertThat(slow.get(20, TimeUnit.SECONDS).status()).isEqualTo(503);
    assertThat(browser.get(a, "/read?name=late").body()).isEqualTo("none");
    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("none");
    assertThat(browser.events(a)).noneMatch(event -> event.startsWith("destroyed"));
  }

  @Test
  void endsOnce_whenItsTimeIsOver() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/interval?s=1");

    awaitEnd(browser, a);

    assertThat(browser.events(a))
        .filteredOn(event -> event.startsWith("destroyed"))
        .containsExactly("destroyed cart=tea");
    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("none");
    assertThat(browser.events(b)).isEmpty();
  }

  @Test
  void endsOnceOnTheSurvivor_whenItsNodeDied() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/interval?s=1");

    a.kill();
    awaitEnd(browser, b);

    assertThat(browser.events(b))
        .filteredOn(event -> event.startsWith("destroyed"))
        .containsExactly("destroyed cart=tea");
    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("none");
  }

  @Test
  void isNotFound_whenItsTimeWasOverBeforeAnotherNodeIsAsked() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/interval?s=1");
    long since = System.nanoTime();
    await().atMost(SOON).until(() -> System.nanoTime() - since > 1_200_000_000L);

    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("none");
    List<String> events = new ArrayList<>(browser.events(a));
    events.addAll(browser.events(b));
    assertThat(events).filteredOn(event -> event.startsWith("destroyed")).hasSize(1);
  }

  @Test
  void neverEndsByTime_whenTheIntervalIsZeroOrNegative() {
    Browser zero = new Browser();
    zero.get(a, "/put?name=cart&value=tea");
    zero.get(a, "/interval?s=0");
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/interval?s=-1");

    awaitAnotherSessionsEnd();

    assertThat(zero.get(b, "/interval").body()).isEqualTo("0");
    assertThat(browser.get(b, "/interval").body()).isEqualTo("-1");
    assertThat(zero.get(a, "/read?name=cart").body()).isEqualTo("tea");
    assertThat(browser.get(a, "/read?name=cart").body()).isEqualTo("tea");
  }

  @Test
  void livesLonger_whenTheIntervalIsRaisedWhileItRuns() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/interval?s=1");
    browser.get(b, "/interval?s=600");

    awaitAnotherSessionsEnd();

    assertThat(browser.get(a, "/read?name=cart").body()).isEqualTo("tea");
    assertThat(browser.get(a, "/interval").body()).isEqualTo("600");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 600})
  void keepsItsInterval_whenItsNodeDied(int seconds) {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/interval?s=1");
    browser.get(a, "/interval?s=" + seconds);

    a.kill();

    assertThat(browser.get(b, "/interval").body()).isEqualTo(Integer.toString(seconds));
    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("tea");
  }

  @Test
  void isNotEndedByTime_whileARequestUsesIt() throws Exception {
    browser.get(a, "/put?name=cart&value=tea");
    String gate = "busy%20" + browser.cookie();
    CompletableFuture<Answer> busy = browser.begin(a, "/busy");
    awaitReached(a, gate);

    awaitAnotherSessionsEnd();
    open(a, gate);

    assertThat(busy.get(20, TimeUnit.SECONDS).body()).isEqualTo("tea");
  }

  @Test
  void hasTheIntervalThatTheApplicationSetByProgram() {
    assertThat(browser.get(a, "/three/minutes").body()).isEqualTo("3");
    assertThat(browser.get(a, "/three/interval").body()).isEqualTo("180");
    assertThat(browser.get(b, "/three/interval").body()).isEqualTo("180");
  }

  @Test
  void neverEndsByTime_whenTheApplicationSetNoneByProgram() {
    assertThat(Integer.parseInt(browser.get(a, "/unlimited/minutes").body())).isNotPositive();
    assertThat(Integer.parseInt(browser.get(a, "/unlimited/interval").body())).isNotPositive();
    assertThat(Integer.parseInt(browser.get(b, "/unlimited/interval").body())).isNotPositive();
  }

  @Test
  void hasTheIntervalOfTheApplication_untilItIsGivenItsOwn() {
    assertThat(browser.get(a, "/interval").body()).isEqualTo("420");
    assertThat(browser.get(b, "/interval").body()).isEqualTo("420");

    browser.get(b, "/interval?s=77");

    assertThat(browser.get(a, "/interval").body()).isEqualTo("77");
  }
}
