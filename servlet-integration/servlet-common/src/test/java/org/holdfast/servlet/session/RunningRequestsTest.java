// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which requests a stop of an application waits for. */
class RunningRequestsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final RunningRequests requests = new RunningRequests();
  private final SessionHolds request = new SessionHolds(requests);

  /** Begins {@code holds} on a thread of the container's. */
  private static boolean begin(SessionHolds holds) {
    return CompletableFuture.supplyAsync(holds::attach).join();
  }

  private static void end(SessionHolds holds) {
    holds.close();
    holds.over();
  }

  @Test
  void refusesARequestThatComesLater_butNoneThatRuns() {
    assertThat(begin(request)).isTrue();
    requests.close();

    assertThat(begin(new SessionHolds(requests))).as("one that comes").isFalse();
    assertThat(begin(request)).as("a dispatch of one that runs").isTrue();
  }

  @Test
  void takesRequestsAgain_onceTheApplicationHasStartedAnew() {
    requests.close();
    requests.open();

    assertThat(begin(request)).isTrue();
    assertThat(requests.close()).isTrue();
    assertThat(requests.close()).as("twice").isFalse();
  }

  @Test
  void waitsUntilTheResponseIsOver() throws Exception {
    begin(request);
    requests.close();
    CompletableFuture<Integer> stop = CompletableFuture.supplyAsync(() -> requests.awaitNone(LONG));

    request.close();
    assertThat(requests.count()).as("its sessions may move, its response is on its way").isOne();
    request.over();

    assertThat(stop.get(10, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void countsThoseThatAreCutOff() {
    begin(request);
    begin(new SessionHolds(requests));
    requests.close();

    assertThat(requests.awaitNone(Duration.ZERO)).isEqualTo(2);
    assertThat(requests.awaitNone(Duration.ofMillis(20))).isEqualTo(2);
  }

  @Test
  void doesNotWaitForTheRequestThatStopsTheApplication() {
    assertThat(request.attach()).isTrue();
    requests.close();

    assertThat(requests.awaitNone(LONG)).isZero();
  }

  /** The thread may then serve another request, which stops the application. */
  @Test
  void waitsForTheRequestThatThisThreadHasLeft() {
    assertThat(request.attach()).isTrue();
    request.detach(false);

    assertThat(requests.count()).isOne();
  }

  /** A stream of server-sent events would hold up every stop. */
  @Test
  void doesNotWaitForOneThatHasAnsweredAndGoesOn_untilTheContainerIsBack() {
    begin(request);
    request.answered();
    assertThat(requests.count()).isOne();
    request.detach(true);
    requests.close();
    assertThat(requests.awaitNone(LONG)).isZero();

    begin(request);
    assertThat(requests.count()).as("dispatched once more").isOne();

    end(request);
    assertThat(requests.count()).isZero();
  }

  @Test
  void endsTheWait_whenTheStopIsInterrupted() {
    begin(request);
    requests.close();
    Thread.currentThread().interrupt();

    assertThat(requests.awaitNone(LONG)).isOne();
    assertThat(Thread.interrupted()).isTrue();
  }
}
