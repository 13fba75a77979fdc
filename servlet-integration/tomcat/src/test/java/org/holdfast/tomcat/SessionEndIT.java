// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How sessions end, and what does not end them. */
class SessionEndIT {
  private final TomcatNode.Builder cluster = TomcatNode.cluster(2);
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final Application applicationA = application();
  private final Application applicationB = application();
  private TomcatNode a = cluster.start(0, applicationA);
  private final TomcatNode b = cluster.start(1, applicationB);
  private final Browser browser = new Browser();

  @AfterEach
  void stop() {
    release.countDown();
    b.close();
    a.close();
  }

  private Application application() {
    return new Application()
        .page("/cart", (q, r) -> q.getSession().setAttribute("cart", "3 items"))
        .page(
            "/idle-after",
            (q, r) ->
                q.getSession().setMaxInactiveInterval(Integer.parseInt(q.getParameter("seconds"))))
        .page("/limit", (q, r) -> r.getWriter().print(q.getSession().getMaxInactiveInterval()))
        .page(
            "/get",
            (q, r) ->
                r.getWriter()
                    .print(
                        q.getSession(false) == null ? "none" : q.getSession().getAttribute("cart")))
        .page(
            "/times",
            (q, r) ->
                r.getWriter()
                    .print(
                        q.getSession().getCreationTime()
                            + " "
                            + q.getSession().getLastAccessedTime()))
        .page("/invalidate", (q, r) -> q.getSession().invalidate())
        .page(
            "/slow",
            (q, r) -> {
              q.getSession().setAttribute("cart", "late");
              running.countDown();
              try {
                assertThat(release.await(20, SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  @Test
  void isUnknownEverywhere_onceInvalidated() {
    browser.get(a, "/cart");
    browser.get(a, "/invalidate");

    assertThat(browser.get(b, "/get").body()).isEqualTo("none");
    assertThat(browser.get(a, "/get").body()).isEqualTo("none");
    assertThat(applicationA.events()).containsExactly("created", "destroyed cart=3 items");
    assertThat(applicationB.events()).isEmpty();
  }

  @Test
  void staysDead_whenARequestThatBeganBeforeSavesItLate() throws Exception {
    browser.get(a, "/cart");
    CompletableFuture<HttpResponse<String>> slow = browser.begin(a, "/slow");
    assertThat(running.await(10, SECONDS)).isTrue();

    browser.get(a, "/invalidate");
    release.countDown();
    slow.get(10, SECONDS);

    assertThat(browser.get(b, "/get").body()).isEqualTo("none");
    assertThat(browser.get(a, "/get").body()).isEqualTo("none");
  }

  @Test
  void endsOnce_whenItsTimeIsOver() {
    browser.get(a, "/cart");
    browser.get(a, "/idle-after?seconds=1");

    await()
        .atMost(10, SECONDS)
        .until(
            () -> {
              a.manager().processExpires();
              b.manager().processExpires();
              return !applicationA.events().equals(java.util.List.of("created"));
            });

    assertThat(applicationA.events()).containsExactly("created", "destroyed cart=3 items");
    assertThat(browser.get(b, "/get").body()).isEqualTo("none");
    assertThat(applicationB.events()).isEmpty();
  }

  @Test
  void isJudgedByItsLastUse_whenItIsFetchedTooLate() {
    browser.get(a, "/cart");
    browser.get(a, "/idle-after?seconds=1");
    long since = System.nanoTime();
    await().atMost(5, SECONDS).until(() -> System.nanoTime() - since > 1_300_000_000L);

    assertThat(browser.get(b, "/get").body()).isEqualTo("none");
  }

  @Test
  void endsOnTheNodeThatInheritsIt_whenItsOwnIsGone() {
    browser.get(a, "/cart");
    browser.get(a, "/idle-after?seconds=1");
    a.close();

    await()
        .atMost(30, SECONDS)
        .until(
            () -> {
              b.manager().processExpires();
              return !applicationB.events().isEmpty();
            });

    assertThat(applicationA.events()).containsExactly("created");
    assertThat(applicationB.events()).containsExactly("destroyed cart=3 items");
    assertThat(browser.get(b, "/get").body()).isEqualTo("none");
    a = cluster.start(0, application());
  }

  @Test
  void neverEndsByTime_whenTheLimitIsZeroOrNegative() {
    for (String limit : new String[] {"0", "-1"}) {
      Browser client = new Browser();
      client.get(a, "/cart");
      client.get(a, "/idle-after?seconds=" + limit);
      a.manager().processExpires();

      assertThat(client.get(b, "/limit").body()).isEqualTo(limit);
      b.manager().processExpires();
      assertThat(client.get(b, "/get").body()).isEqualTo("3 items");
    }
  }

  @Test
  void hasTheLimitThatWasSetElsewhere() {
    browser.get(a, "/cart");
    assertThat(browser.get(b, "/limit").body()).isEqualTo(Integer.toString(30 * 60));
    browser.get(b, "/idle-after?seconds=77");

    assertThat(browser.get(a, "/limit").body()).isEqualTo("77");
  }

  @Test
  void tellsWhenItWasCreatedAndUsedLast_onBothNodes() {
    browser.get(a, "/cart");
    long[] onA = times(a);

    long[] onB = times(b);

    assertThat(onB[0]).isEqualTo(onA[0]);
    assertThat(onB[1])
        .isGreaterThanOrEqualTo(onA[1] - 5)
        .isLessThanOrEqualTo(System.currentTimeMillis());
  }

  private long[] times(TomcatNode node) {
    String[] times = browser.get(node, "/times").body().split(" ", 2);
    return new long[] {Long.parseLong(times[0]), Long.parseLong(times[1])};
  }

  @Test
  void goesOnElsewhere_whenItsNodeIsStopped() {
    browser.get(a, "/cart");

    a.close();

    assertThat(browser.get(b, "/get").body()).isEqualTo("3 items");
    assertThat(applicationA.events()).containsExactly("created");
    a = cluster.start(0, application());
    assertThat(browser.get(a, "/get").body()).isEqualTo("3 items");
  }
}
