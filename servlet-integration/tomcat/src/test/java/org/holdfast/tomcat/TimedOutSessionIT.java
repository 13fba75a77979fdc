// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.Serializable;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session whose time is over, and who may end it while others want it. */
@Timeout(60)
class TimedOutSessionIT {
  /** Its listeners take as long as the test wants. */
  public static final class Slow implements Serializable {
    private static final long serialVersionUID = 1L;
    private static volatile CountDownLatch told = new CountDownLatch(1);
    private static volatile CountDownLatch release = new CountDownLatch(1);

    @Override
    public String toString() {
      told.countDown();
      try {
        assertThat(release.await(20, SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return "3 items";
    }
  }

  /** One whose secondaries can be too slow to say whether a session is still its own. */
  private static final class HastyManager extends HoldfastManager {
    private volatile boolean hasTime = true;

    @Override
    boolean hasTimeToExpire() {
      return hasTime && super.hasTimeToExpire();
    }
  }

  private final Application applicationA = application();
  private final Application applicationB = application();
  private final HastyManager managerA = new HastyManager();
  private final Browser browser = new Browser();
  private TomcatNode a;
  private TomcatNode b;

  @BeforeEach
  void slowDown() {
    Slow.told = new CountDownLatch(1);
    Slow.release = new CountDownLatch(1);
  }

  private void start(Duration handOverTimeout) {
    TomcatNode.Builder cluster =
        TomcatNode.cluster(2)
            .with(
                manager ->
                    manager.set(
                        "handOverTimeoutMillis", Long.toString(handOverTimeout.toMillis())));
    a = cluster.start(0, applicationA, managerA);
    b = cluster.start(1, applicationB);
  }

  @AfterEach
  void stop() {
    Slow.release.countDown();
    b.close();
    a.close();
  }

  private static Application application() {
    return new Application()
        .page(
            "/cart",
            (q, r) -> {
              q.getSession().setAttribute("cart", new Slow());
              q.getSession().setMaxInactiveInterval(1);
            })
        .page("/get", (q, r) -> r.getWriter().print(q.getSession(false) == null ? "none" : "some"));
  }

  @Test
  void endsOnce_whenItIsWantedElsewhereWhileItsListenersAreTold() throws Exception {
    start(Duration.ofSeconds(2));
    browser.get(a, "/cart");
    CompletableFuture<Void> background = expireOnA();

    CompletableFuture<HttpResponse<String>> elsewhere = browser.begin(b, "/get");
    assertThatThrownBy(() -> elsewhere.get(700, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    Slow.release.countDown();
    background.get(20, SECONDS);

    assertThat(elsewhere.get(10, SECONDS).body()).isEqualTo("none");
    assertThat(applicationA.events()).containsExactly("created", "destroyed cart=3 items");
    assertThat(applicationB.events()).isEmpty();
  }

  @Test
  void isWaitedForNoLongerThanARequest_whenItsListenersHang() throws Exception {
    start(Duration.ofMillis(300));
    browser.get(a, "/cart");
    CompletableFuture<Void> background = expireOnA();

    CompletableFuture<HttpResponse<String>> elsewhere = browser.begin(b, "/get");

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> b.manager().replicationNode().statistics().primarySessions() == 1);
    Slow.release.countDown();
    background.get(20, SECONDS);
    // The node that hung knows that it was too late, the other one tells its own listeners.
    assertThat(elsewhere.get(10, SECONDS).body()).isEqualTo("none");
    assertThat(applicationB.events()).containsExactly("destroyed cart=3 items");
  }

  @Test
  void isNotServed_whenItsTimeIsOverAndWhetherItHasEndedIsNotKnown() {
    start(Duration.ofSeconds(2));
    browser.get(a, "/cart");
    Slow.release.countDown();
    managerA.hasTime = false;
    long since = System.nanoTime();
    await().atMost(Duration.ofSeconds(5)).until(() -> System.nanoTime() - since > 1_100_000_000L);

    HttpResponse<String> refused = browser.get(a, "/get");
    a.manager().processExpires();

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(applicationA.events()).as("the background look left it").containsExactly("created");
    managerA.hasTime = true;
    assertThat(browser.get(a, "/get").body()).as("its time was not renewed").isEqualTo("none");
    assertThat(applicationA.events()).isEqualTo(List.of("created", "destroyed cart=3 items"));
  }

  /** Returns once the listeners there run. */
  private CompletableFuture<Void> expireOnA() throws InterruptedException {
    CompletableFuture<Void> background =
        CompletableFuture.runAsync(
            () ->
                await()
                    .atMost(Duration.ofSeconds(20))
                    .until(
                        () -> {
                          a.manager().processExpires();
                          return Slow.told.getCount() == 0;
                        }));
    assertThat(Slow.told.await(20, SECONDS)).isTrue();
    return background;
  }
}
