// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The contract on what counts as a use of a session, and on the times of use that it reports. */
abstract class AccessContract extends ContractTopic {
  /**
   * The tolerance of times: between nodes they travel as spans, clocks round, and the end of a
   * request is noted later.
   */
  private static final long TOLERANCE_MILLIS = 250;

  AccessContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        ContractApplication.at("")
            .listener(new EndReasons())
            .page("/put", CommonPages::put)
            .page("/read", CommonPages::read)
            .page("/ignore", (q, r) -> r.getWriter().print("seen"))
            .page("/invalidate", CommonPages::invalidate)
            .page("/seconds", (q, r) -> q.getSession().setMaxInactiveInterval(seconds(q)))
            .page("/times", AccessContract::times));
  }

  private static int seconds(HttpServletRequest request) {
    return Integer.parseInt(request.getParameter("s"));
  }

  private static void times(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession();
    response.getWriter().print(session.getCreationTime() + " " + session.getLastAccessedTime());
  }

  /**
   * A listener that finds out why a session ends by the times that it reports, as the specification
   * suggests.
   */
  private static final class EndReasons implements HttpSessionListener {
    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      HttpSession session = event.getSession();
      long idleMillis = System.currentTimeMillis() - session.getLastAccessedTime();
      long intervalMillis = session.getMaxInactiveInterval() * 1_000L;
      boolean timedOut = idleMillis >= intervalMillis - TOLERANCE_MILLIS;
      EventLog.of(session).add(session, timedOut ? "ended by time" : "ended by the application");
    }
  }

  @Test
  void livesOn_whileItIsUsed() {
    livesOnByRequestsFor(b, "/read?name=cart", "tea");
  }

  @Test
  void livesOn_whileItsRequestsAreForPagesThatDoNotAskForIt() {
    livesOnByRequestsFor(a, "/ignore", "seen");
  }

  private void livesOnByRequestsFor(ContractNode node, String page, String answer) {
    int attempts = 0;
    while (!livesOnForLongerThanItsInterval(new Browser(), node, page, answer)) {
      attempts++;
      assertThat(attempts).as("attempts at which the machine stood still").isLessThan(5);
    }
  }

  /** Returns false if the machine stood still for so long that the session may rightly be gone. */
  private boolean livesOnForLongerThanItsInterval(
      Browser user, ContractNode node, String page, String answer) {
    user.get(a, "/put?name=cart&value=tea");
    long since = System.nanoTime();
    user.get(a, "/seconds?s=2");
    AtomicLong lastUse = new AtomicLong(since);
    AtomicBoolean stoodStill = new AtomicBoolean();
    await()
        .pollInterval(Duration.ofMillis(300))
        .atMost(SOON)
        .until(
            () -> {
              long begun = System.nanoTime();
              String answered = user.get(node, page).body();
              long idle = System.nanoTime() - lastUse.getAndSet(begun);
              stoodStill.set(idle > 1_900_000_000L);
              assertThat(answered).matches(text -> stoodStill.get() || text.equals(answer));
              return stoodStill.get() || begun - since > 3_500_000_000L;
            });
    String cart = user.get(node, "/read?name=cart").body();
    stoodStill.compareAndSet(false, System.nanoTime() - lastUse.get() > 1_900_000_000L);
    assertThat(cart).matches(text -> stoodStill.get() || text.equals("tea"));
    return !stoodStill.get();
  }

  @Test
  void tellsWhenItWasCreatedAndLastUsed_onBothNodes() {
    long before = System.currentTimeMillis();
    browser.get(a, "/put?name=cart&value=tea");
    long afterFirst = System.currentTimeMillis();
    letTimePassSince(afterFirst);

    long beforeSecond = System.currentTimeMillis();
    long[] second = times(a);
    long afterSecond = System.currentTimeMillis();
    assertThat(second[0]).isBetween(before, afterFirst);
    assertThat(second[1]).isBetween(before, afterFirst + TOLERANCE_MILLIS);
    letTimePassSince(afterSecond);

    long beforeThird = System.currentTimeMillis();
    long[] third = times(b);
    long afterThird = System.currentTimeMillis();
    assertThat(third[0]).isEqualTo(second[0]);
    assertThat(third[1]).isBetween(beforeSecond - TOLERANCE_MILLIS, afterSecond + TOLERANCE_MILLIS);
    letTimePassSince(afterThird);

    long[] fourth = times(b);
    assertThat(fourth[0]).isEqualTo(second[0]);
    assertThat(fourth[1]).isBetween(beforeThird - TOLERANCE_MILLIS, afterThird + TOLERANCE_MILLIS);
  }

  /** Waits so long that the time of one request cannot be taken for that of the next. */
  private static void letTimePassSince(long millis) {
    await().atMost(SOON).until(() -> System.currentTimeMillis() - millis > 3 * TOLERANCE_MILLIS);
  }

  private long[] times(ContractNode node) {
    String[] times = browser.get(node, "/times").body().split(" ", 2);
    return new long[] {Long.parseLong(times[0]), Long.parseLong(times[1])};
  }

  @Test
  void tellsWhyItEnds() {
    browser.get(a, "/put?name=cart&value=tea");
    Browser other = new Browser();
    other.get(a, "/seconds?s=1");

    browser.get(a, "/invalidate");
    await().atMost(SOON).until(() -> other.events(a).contains("ended by time"));

    assertThat(browser.events(a)).contains("ended by the application");
  }

  @Test
  void tellsThatItEndsByTime_whenItsNodeDied() {
    browser.get(a, "/seconds?s=3"); // long enough for it to die first on a busy machine

    a.kill();

    await().atMost(SOON).until(() -> browser.events(b).contains("ended by time"));
    assertThat(browser.events(b)).doesNotContain("ended by the application");
  }
}
