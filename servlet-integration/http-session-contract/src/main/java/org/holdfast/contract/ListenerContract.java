// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract on the events of listeners and attributes, how often and in which order. */
abstract class ListenerContract extends ContractTopic {
  private static final String DESTROYED = "destroyed";

  ListenerContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication application =
        ContractApplication.at("")
            .page("/put", CommonPages::put)
            .page("/read", CommonPages::read)
            .page("/remove", (q, r) -> q.getSession().removeAttribute(q.getParameter("name")))
            .page("/listening", (q, r) -> putListening(q))
            .page("/rename", (q, r) -> r.getWriter().print(q.changeSessionId()))
            .page("/refused", (q, r) -> putRefused(q))
            .page("/throwing", (q, r) -> q.getSession().setAttribute("v", new ThrowingValue()))
            .page("/one-second", (q, r) -> q.getSession().setMaxInactiveInterval(1))
            .page("/same-again", (q, r) -> setAgain(q.getSession()))
            .page("/looking", (q, r) -> q.getSession().setAttribute("v", new LookingValue()))
            .page(
                "/id-before",
                (q, r) -> q.getSession().setAttribute("idBefore", q.getSession().getId()))
            .page(
                "/heard",
                (q, r) ->
                    r.getWriter().print(q.getServletContext().getAttribute(q.getParameter("text"))))
            .page("/invalidate", CommonPages::invalidate)
            .page("/try-invalidate", (q, r) -> invalidateIfThere(q));
    return List.of(
        application
            .listener(new Second())
            .listener(new IdListener())
            .listener(new RequestListener()));
  }

  /** A value that records whether the session returns it while it is bound or unbound. */
  static final class LookingValue implements HttpSessionBindingListener, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      log(event.getSession(), "bound, " + seen(event));
    }

    @Override
    public void valueUnbound(HttpSessionBindingEvent event) {
      log(event.getSession(), "unbound, " + seen(event));
    }

    private String seen(HttpSessionBindingEvent event) {
      return event.getSession().getAttribute(event.getName()) == this ? "seen" : "not seen";
    }
  }

  /** A value that throws when it is unbound, as when its session ends. */
  static final class ThrowingValue implements HttpSessionBindingListener, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public void valueUnbound(HttpSessionBindingEvent event) {
      throw new IllegalArgumentException("on purpose");
    }
  }

  private static void setAgain(HttpSession session) {
    session.setAttribute("v", session.getAttribute("v"));
  }

  /** A listener that records whether it receives the id of before. */
  private static final class IdListener implements HttpSessionIdListener {
    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
      HttpSession session = event.getSession();
      boolean right = oldSessionId.equals(session.getAttribute("idBefore"));
      if (session.getAttribute("idBefore") != null) {
        log(session, right ? "was told the id before" : "was told another id");
      }
    }
  }

  /** A listener that records the session found at both ends of a request that asks for it. */
  private static final class RequestListener implements ServletRequestListener {
    @Override
    public void requestInitialized(ServletRequestEvent event) {
      note(event, "request begins");
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
      note(event, "request ends");
    }

    private static void note(ServletRequestEvent event, String text) {
      HttpServletRequest request = (HttpServletRequest) event.getServletRequest();
      if ("listened".equals(request.getQueryString())) {
        HttpSession session = request.getSession(false);
        String named = session == null ? "without" : "with " + session.getAttribute("cart");
        event.getServletContext().setAttribute(text, named);
      }
    }
  }

  private static void log(HttpSession session, String text) {
    EventLog.of(session).add(session, text);
  }

  /** A listener that is registered after the recorder. */
  private static final class Second implements HttpSessionListener {
    @Override
    public void sessionCreated(HttpSessionEvent event) {
      EventLog.of(event.getSession()).add(event.getSession(), "created, second listener");
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      EventLog.of(event.getSession()).add(event.getSession(), "last listener first");
    }
  }

  private static void putListening(HttpServletRequest request) {
    request
        .getSession()
        .setAttribute(
            request.getParameter("name"), new ListeningValue(request.getParameter("value")));
  }

  /** A value that cannot be replicated, and listens. */
  static final class RefusedValue implements HttpSessionBindingListener {
    private final Object lock = new ReentrantLock();

    @Override
    public void valueBound(HttpSessionBindingEvent event) {
      log(event.getSession(), "bound with " + lock.getClass().getSimpleName());
    }

    @Override
    public void valueUnbound(HttpSessionBindingEvent event) {
      log(event.getSession(), "unbound");
    }
  }

  private static void putRefused(HttpServletRequest request) {
    try {
      request.getSession().setAttribute("v", new RefusedValue());
    } catch (IllegalArgumentException expected) {
      log(request.getSession(), "refused");
    }
  }

  private static void invalidateIfThere(HttpServletRequest request) {
    try {
      if (request.getSession(false) != null) {
        request.getSession(false).invalidate();
      }
    } catch (IllegalStateException | NullPointerException e) {
      // Another request was first.
    }
  }

  @Test
  void hearOfTheBeginningOnce_inTheirOrder() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(b, "/read?name=cart");

    assertThat(browser.events(a))
        .containsExactly("created", "created, second listener", "added cart=tea");
    assertThat(browser.events(b)).isEmpty();
  }

  @Test
  void hearOfAttributes_withTheirOldAndNewValues() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(b, "/put?name=cart&value=coffee");
    browser.get(b, "/remove?name=cart");
    browser.get(b, "/remove?name=cart");

    assertThat(browser.events(a)).contains("added cart=tea");
    assertThat(browser.events(b))
        .containsExactly("replaced cart=tea by coffee", "removed cart=coffee");
  }

  @Test
  void hearOfAttributes_afterTheAttributesHaveHeardThemselves() {
    browser.get(a, "/listening?name=v&value=one");
    browser.get(a, "/listening?name=v&value=two");
    browser.get(a, "/remove?name=v");

    List<String> events =
        browser.events(a).stream().map(e -> e.startsWith("replaced") ? "replaced" : e).toList();
    assertThat(events).containsSubsequence("bound one", "added v=one");
    assertThat(events).containsSubsequence("bound two", "replaced");
    assertThat(events).containsSubsequence("unbound one", "replaced");
    assertThat(events).containsSubsequence("unbound two", "removed v=two");
    assertThat(events).hasSize(9).doesNotHaveDuplicates();
  }

  @Test
  void hearOfTheOldValue_whenTheNewOneListensItself() {
    browser.get(a, "/listening?name=v&value=one");
    browser.get(a, "/listening?name=v&value=two");

    assertThat(browser.events(a)).contains("replaced v=one by two");
  }

  @Test
  void hearOfTheEndOnce_whileAttributesCanBeReadAndBeforeTheyAreUnbound() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/listening?name=v&value=one");
    browser.get(b, "/read?name=v");
    browser.get(b, "/invalidate");

    assertThat(browser.events(b))
        .filteredOn(event -> !event.startsWith("activated"))
        .startsWith("last listener first", "destroyed cart=tea v=one")
        .contains("unbound one", "removed v=one", "removed cart=tea")
        .hasSize(5);
    assertThat(browser.events(a)).noneMatch(event -> event.startsWith(DESTROYED));
  }

  @Test
  void hearOfTheEndOnce_whenManyRequestsEndTheSessionOnBothNodes() throws Exception {
    browser.get(a, "/put?name=cart&value=tea");
    List<CompletableFuture<Answer>> requests = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      requests.add(browser.begin(i % 2 == 0 ? a : b, "/try-invalidate"));
    }
    for (CompletableFuture<Answer> request : requests) {
      request.get(20, TimeUnit.SECONDS);
    }
    // Some may have received 503 while the session moved.
    Answer last = browser.get(a, "/try-invalidate");
    assertThat(last.status()).isIn(200, 503);

    List<String> events = new ArrayList<>(browser.events(a));
    events.addAll(browser.events(b));
    assertThat(events).filteredOn(event -> event.startsWith(DESTROYED)).hasSize(1);
  }

  /** Ignores the answer to the request whose listener throws: it is the container's affair. */
  @ParameterizedTest
  @ValueSource(strings = {"/invalidate", "/one-second"})
  void hearOfTheEndOnce_thoughAValueThrowsWhenItIsTold(String end) {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/throwing");
    Browser other = browser.copy();

    browser.get(a, end);

    await().atMost(SOON).until(() -> destroyed(a).size() == 1);
    assertThat(other.copy().get(b, "/read?name=cart").body()).isEqualTo("none");
    assertThat(other.copy().get(a, "/read?name=cart").body()).isEqualTo("none");
    assertThat(destroyed(a)).hasSize(1);
    assertThat(destroyed(b)).isEmpty();
  }

  private List<String> destroyed(ContractNode node) {
    return browser.events(node).stream().filter(event -> event.startsWith(DESTROYED)).toList();
  }

  @Test
  void areNeitherBoundNorUnbound_whenTheyAreSetOnceMore() {
    browser.get(a, "/listening?name=v&value=one");
    browser.get(a, "/same-again");
    browser.get(b, "/same-again");

    List<String> events = new ArrayList<>(browser.events(a));
    events.addAll(browser.events(b));
    assertThat(events).filteredOn(event -> event.contains("bound")).containsExactly("bound one");
  }

  @Test
  void hearOfANewId_onceAndOnTheNodeThatChangedIt() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(b, "/rename");

    assertThat(browser.events(b)).containsExactly("renamed");
    assertThat(browser.events(a)).doesNotContain("renamed");
  }

  @Test
  void hearTheIdOfBefore_whenItChanges() {
    browser.get(a, "/id-before");
    browser.get(a, "/rename");

    assertThat(browser.events(a)).contains("was told the id before");
  }

  @Test
  void areBoundBeforeTheSessionGivesThem_andUnboundAfterwards() {
    browser.get(a, "/looking");
    browser.get(a, "/remove?name=v");

    assertThat(browser.events(a)).contains("bound, not seen", "unbound, not seen");
  }

  @Test
  void areNotLeftBound_whenTheyAreRefused() {
    browser.get(a, "/refused");

    List<String> events = browser.events(a);
    assertThat(events).contains("refused").doesNotContain("added v");
    assertThat(events.contains("unbound")).isEqualTo(events.contains("bound with ReentrantLock"));
  }

  @Test
  void findTheSession_whenTheyHearOfARequest() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(b, "/read?listened");

    assertThat(browser.get(b, "/heard?text=request%20begins").body()).isEqualTo("with tea");
    await()
        .atMost(SOON)
        .until(() -> browser.get(b, "/heard?text=request%20ends").body(), "with tea"::equals);
  }

  @Test
  void activateAndPassivateAttributes_onlyWhenTheSessionMoves() {
    browser.get(a, "/listening?name=v&value=one");
    browser.get(a, "/read?name=v");
    assertThat(browser.events(a)).noneMatch(event -> event.contains("ivated"));

    browser.get(b, "/read?name=v");
    browser.get(b, "/read?name=v");

    assertThat(browser.events(b)).containsExactly("activated one");
    await().atMost(SOON).until(() -> browser.events(a).contains("passivated one"));
    assertThat(browser.events(a))
        .filteredOn(event -> event.contains("ivated"))
        .containsExactly("passivated one");
  }

  @Test
  void activateAttributes_whenTheirNodeDied() {
    browser.get(a, "/listening?name=v&value=one");

    a.kill();
    browser.get(b, "/read?name=v");
    browser.get(b, "/read?name=v");

    assertThat(browser.events(b)).containsExactly("activated one");
  }

  @Test
  void hearNothing_whenANodeIsStopped() {
    browser.get(a, "/put?name=cart&value=tea");

    a.stop();
    browser.get(b, "/read?name=cart");

    assertThat(browser.eventsUntilItsEnd(a))
        .containsExactly("created", "created, second listener", "added cart=tea");
    assertThat(browser.events(b)).isEmpty();
  }
}
