// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Attributes that want to know when their session moves. */
@Timeout(value = 90, threadMode = ThreadMode.SEPARATE_THREAD)
class ActivationIT {
  private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

  /** Counts its calls, and notes on which node. */
  static final class Traveller implements HttpSessionActivationListener, Serializable {
    private static final long serialVersionUID = 1L;
    private int activations;
    private int passivations;

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      passivations++;
      EVENTS.add("passivated on " + node(event));
    }

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      activations++;
      assertThat(event.getSession().getAttribute("traveller")).isSameAs(this);
      EVENTS.add("activated on " + node(event));
    }

    private static Object node(HttpSessionEvent event) {
      return event.getSession().getServletContext().getAttribute("node");
    }

    @Override
    public String toString() {
      return activations + " " + passivations;
    }
  }

  static final class Grumbler implements HttpSessionActivationListener, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      EVENTS.add("grumbled");
      throw new IllegalStateException("of session " + event.getSession().getId());
    }

    @Override
    public void sessionDidActivate(HttpSessionEvent event) {
      throw new IllegalStateException("of session " + event.getSession().getId());
    }

    @Override
    public String toString() {
      return "grumbler";
    }
  }

  private TomcatNode a;
  private TomcatNode b;
  private final Browser browser = new Browser();

  private static Application application() {
    return new Application()
        .page("/put", (q, r) -> put(q, "traveller", new Traveller()))
        .page("/put-grumbler", (q, r) -> put(q, "traveller", new Grumbler()))
        .page("/read", (q, r) -> r.getWriter().print(q.getSession().getAttribute("traveller")))
        .page("/other", (q, r) -> r.getWriter().print(q.getSession().getAttribute("other")))
        .page("/end", (q, r) -> q.getSession().invalidate());
  }

  private static void put(HttpServletRequest request, String name, Object value) {
    request.getSession().setAttribute(name, value);
  }

  @BeforeEach
  void start() {
    TomcatNode.Builder cluster =
        TomcatNode.cluster(2)
            .with(manager -> manager.set("drainTimeoutMillis", "0"))
            .with(manager -> manager.set("allowedClasses", "org.holdfast.tomcat.ActivationIT$*"));
    a = cluster.start(0, application());
    a.context().getServletContext().setAttribute("node", "a");
    b = cluster.start(1, application());
    b.context().getServletContext().setAttribute("node", "b");
    EVENTS.clear();
  }

  @AfterEach
  void stop() {
    b.close();
    a.close();
  }

  private String read(TomcatNode node) {
    return get(node, "/read");
  }

  private String get(TomcatNode node, String path) {
    HttpResponse<String> response = browser.get(node, path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  private static void awaitEvents(int count) {
    await().atMost(20, TimeUnit.SECONDS).until(() -> EVENTS.size() >= count);
  }

  @Test
  void tellsTheAttributeOfEachMoveOnce_overAlternatingRequests() {
    get(a, "/put");
    assertThat(read(a)).as("neither created nor read as one that moved").isEqualTo("0 0");

    List<String> expected = new ArrayList<>();
    for (int move = 1; move <= 6; move++) {
      TomcatNode from = move % 2 == 1 ? a : b;
      TomcatNode to = move % 2 == 1 ? b : a;
      String both = move + " " + move;
      assertThat(read(to)).as("what it changed when it heard that it goes").isEqualTo(both);
      assertThat(read(to)).as("only the first request activates").isEqualTo(both);
      expected.add("passivated on " + nodeOf(from));
      expected.add("activated on " + nodeOf(to));
      awaitEvents(expected.size());
    }
    assertThat(EVENTS).containsExactlyInAnyOrderElementsOf(expected);
  }

  private String nodeOf(TomcatNode node) {
    return node == a ? "a" : "b";
  }

  @Test
  void activatesWithoutAPassivation_afterACrash() {
    get(a, "/put");
    a.manager().replicationNode().close();

    assertThat(read(b)).isEqualTo("1 0");
    assertThat(read(b)).isEqualTo("1 0");

    assertThat(EVENTS).containsExactly("activated on b");
  }

  @Test
  void activatesOnce_whenSeveralRequestsComeAtOnce() throws Exception {
    get(a, "/put");

    List<CompletableFuture<HttpResponse<String>>> requests = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      requests.add(browser.begin(b, "/read"));
    }

    for (CompletableFuture<HttpResponse<String>> request : requests) {
      assertThat(request.get(30, TimeUnit.SECONDS).body()).isEqualTo("1 1");
    }
    awaitEvents(2);
    assertThat(EVENTS).containsExactlyInAnyOrder("passivated on a", "activated on b");
  }

  @Test
  void tellsNothing_toAnAttributeThatNobodyReads() {
    get(a, "/put");
    get(b, "/other");
    awaitEvents(1);
    get(a, "/other");
    get(b, "/other");

    assertThat(read(b)).isEqualTo("1 1");
    assertThat(EVENTS).containsExactly("passivated on a", "activated on b");
  }

  @Test
  void harmsNothing_whenAListenerThrows() {
    PrintStream before = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      get(a, "/put-grumbler");
      assertThat(read(b)).isEqualTo("grumbler");
      awaitEvents(1);
      assertThat(read(a)).isEqualTo("grumbler");
      await()
          .atMost(20, TimeUnit.SECONDS)
          .until(() -> logged.toString(StandardCharsets.UTF_8).contains("Grumbler threw"));
    } finally {
      System.setErr(before);
    }

    assertThat(logged.toString(StandardCharsets.UTF_8))
        .contains("java.lang.IllegalStateException")
        .doesNotContain(browser.id());
  }

  @Test
  void passivatesWhatLivesHere_whenTheApplicationStops() throws Exception {
    get(a, "/put");

    a.context().stop();

    assertThat(EVENTS).containsExactly("passivated on a");
    assertThat(read(b)).isEqualTo("1 1");
    assertThat(EVENTS).containsExactly("passivated on a", "activated on b");
  }

  @Test
  void tellsNothing_whenASessionEnds() {
    get(a, "/put");
    get(a, "/end");
    get(b, "/other");

    assertThat(EVENTS).isEmpty();
  }
}
