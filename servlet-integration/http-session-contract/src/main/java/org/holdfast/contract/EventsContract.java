// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The contract on events: which listeners receive them, in which order, and what they may do then.
 */
abstract class EventsContract extends ContractTopic {
  EventsContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        ContractApplication.at("")
            .listener(new Second())
            .listener(new ChangesAtTheEnd())
            .configure(context -> context.addListener(Numbered.class))
            .page("/put", CommonPages::put)
            .page("/read", CommonPages::read)
            .page("/remove", (q, r) -> q.getSession().removeAttribute(q.getParameter("name")))
            .page("/rename", (q, r) -> r.getWriter().print(q.changeSessionId()))
            .page("/listening", (q, r) -> q.getSession().setAttribute("v", new ListeningValue("x")))
            .page("/looking", EventsContract::putLooking)
            .page("/parting", (q, r) -> q.getSession().setAttribute("v", new PartingValue()))
            .page(
                "/failing",
                (q, r) -> {
                  q.getSession().setAttribute("f", new FailingValue());
                  q.getSession().setAttribute("v", new PartingValue());
                })
            .page("/thrown-at", (q, r) -> q.getSession().setAttribute("thrown-at", "kept"))
            .page("/set-null", (q, r) -> q.getSession().setAttribute("v", null))
            .page("/async", (q, r) -> answerLater(q))
            .page("/invalidate", CommonPages::invalidate));
  }

  private static void log(HttpSession session, String text) {
    EventLog.of(session).add(session, text);
  }

  private static void putLooking(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute("v", new ListenerContract.LookingValue());
  }

  private static void answerLater(HttpServletRequest request) {
    AsyncContext context = request.startAsync();
    context.start(context::complete);
  }

  /** A listener that is registered after the recorder. */
  private static final class Second implements HttpSessionAttributeListener, HttpSessionIdListener {
    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
      log(event.getSession(), "second: added");
      if (event.getName().equals("thrown-at")) {
        throw new IllegalStateException("on purpose");
      }
    }

    @Override
    public void attributeReplaced(HttpSessionBindingEvent event) {
      log(event.getSession(), "second: replaced");
    }

    @Override
    public void attributeRemoved(HttpSessionBindingEvent event) {
      log(event.getSession(), "second: removed");
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
      log(event.getSession(), "second: renamed");
    }
  }

  /** A listener that changes the session at the end of a request that asks for it. */
  private static final class ChangesAtTheEnd implements ServletRequestListener {
    @Override
    public void requestDestroyed(ServletRequestEvent event) {
      HttpServletRequest request = (HttpServletRequest) event.getServletRequest();
      if (request.getParameter("atTheEnd") != null) {
        request.getSession().setAttribute("late", request.getParameter("atTheEnd"));
      }
    }
  }

  /** A listener declared by its class: the container makes its objects, which have numbers. */
  public static final class Numbered implements HttpSessionListener, HttpSessionAttributeListener {
    private static final AtomicInteger MADE = new AtomicInteger();

    private final int number = MADE.incrementAndGet();

    @Override
    public void sessionCreated(HttpSessionEvent event) {
      log(event.getSession(), "object " + number);
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      log(event.getSession(), "object " + number);
    }

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
      log(event.getSession(), "object " + number);
    }
  }

  /** A value that fails with an error when its session is passivated. */
  static final class FailingValue implements HttpSessionActivationListener, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      throw new NoClassDefFoundError("on purpose");
    }
  }

  private static List<String> withoutObjects(List<String> events) {
    return events.stream().filter(event -> !event.startsWith("object")).toList();
  }

  @Test
  void tellAttributesAndIds_toTheListenersInTheirOrder() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/put?name=cart&value=coffee");
    browser.get(a, "/remove?name=cart");
    browser.get(a, "/rename");

    assertThat(withoutObjects(browser.events(a)))
        .containsExactly(
            "created",
            "added cart=tea",
            "second: added",
            "replaced cart=tea by coffee",
            "second: replaced",
            "removed cart=coffee",
            "second: removed",
            "renamed",
            "second: renamed");
  }

  /** Expects success, where Jakarta Servlet wants the error page instead. */
  @Test
  void letTheRequestGoOn_whenAListenerThrows() {
    assertThat(browser.get(a, "/thrown-at").status()).isEqualTo(200);

    assertThat(browser.get(b, "/read?name=thrown-at").body()).isEqualTo("kept");
  }

  @Test
  void tellOneObjectOfEachListener_thatIsDeclared() {
    Browser other = new Browser();
    for (Browser user : List.of(browser, other)) {
      user.get(a, "/put?name=cart&value=tea");
      user.get(a, "/invalidate");
    }

    List<String> told = new ArrayList<>(browser.events(a));
    told.addAll(other.events(a));
    told.removeIf(event -> !event.startsWith("object"));
    assertThat(told).hasSize(6).containsOnly(told.get(0));
  }

  @Test
  void tellAValueThatItIsUnbound_whenItIsSetToNull() {
    browser.get(a, "/listening");
    browser.get(a, "/set-null");

    assertThat(browser.events(a)).containsSubsequence("bound x", "unbound x", "removed v=x");
  }

  /** Expects no value that sees itself; in Tomcat the session refuses calls by then. */
  @Test
  void tellAValueThatItIsUnbound_whenTheSessionThatEndsGivesItNoMore() {
    browser.get(a, "/looking");
    browser.get(a, "/invalidate");

    assertThat(browser.events(a)).doesNotContain("unbound, seen");
    assertThat(browser.get(b, "/read?name=v").body()).isEqualTo("none");
  }

  @Test
  void takeAlongWhatAnAttributeChanges_whenItHearsThatItGoes() {
    browser.get(a, "/parting");

    assertThat(browser.get(b, "/read?name=v").body()).isEqualTo("left 1, other said 1");
    assertThat(browser.get(a, "/read?name=v").body()).isEqualTo("left 2, other said 2");
    assertThat(browser.get(a, "/read?name=said").body()).isEqualTo("2");
  }

  @Test
  void takeAlongWhatAnAttributeChanges_whenItsApplicationStops() {
    browser.get(a, "/parting");

    a.stop();

    assertThat(browser.get(b, "/read?name=v").body()).isEqualTo("left 1, other said 1");
    assertThat(browser.get(b, "/read?name=said").body()).isEqualTo("1");
  }

  @Test
  void takeAlongWhatAttributesChange_whenOthersFailAsTheirApplicationStops() {
    List<Browser> users = List.of(browser, new Browser(), new Browser());
    users.forEach(user -> user.get(a, "/failing"));

    a.stop();

    for (Browser user : users) {
      assertThat(user.get(b, "/read?name=v").body()).isEqualTo("left 1, other said 1");
    }
  }

  @Test
  void keepWhatAListenerChanges_whenItHearsOfTheEndOfARequest() {
    Browser asynchronous = new Browser();
    browser.get(a, "/put?name=cart&value=tea");
    asynchronous.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/read?name=cart&atTheEnd=kept");
    asynchronous.get(a, "/async?atTheEnd=kept");

    a.kill();

    assertThat(browser.get(b, "/read?name=late").body()).isEqualTo("kept");
    assertThat(asynchronous.get(b, "/read?name=late").body()).isEqualTo("kept");
  }
}
