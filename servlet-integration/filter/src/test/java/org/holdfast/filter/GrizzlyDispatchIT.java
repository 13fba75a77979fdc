// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.api.Test;

/** Grizzly begins at once, on another thread, with what a page dispatches asynchronously. */
class GrizzlyDispatchIT {
  /** The longest time for which the page waits for that to begin while it is inside itself. */
  private static final long PATIENCE_MILLIS = 200;

  @Test
  void replicatesWhatADispatchedPageChanges_whenItBeginsBeforeTheOtherHasLeft() {
    ContractApplication shop =
        ContractApplication.at("").page("/again", GrizzlyDispatchIT::countAgain);
    try (ContractCluster nodes =
        new ContractCluster(new GrizzlyUnderTest(), 2, () -> List.of(shop))) {
      nodes.startAll();
      Browser browser = new Browser();
      assertThat(browser.get(nodes.node(0), "/again").body()).isEqualTo("1");
      assertThat(browser.get(nodes.node(1), "/again").body()).isEqualTo("2");
      assertThat(browser.get(nodes.node(0), "/again").body()).isEqualTo("3");
    }
  }

  private static void countAgain(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getDispatcherType() == DispatcherType.ASYNC) {
      ((CountDownLatch) request.getAttribute("begun")).countDown();
      Thread first = (Thread) request.getAttribute("first");
      await().atMost(Duration.ofSeconds(10)).until(() -> !isInside(first));
      HttpSession session = request.getSession();
      Integer before = (Integer) session.getAttribute("count");
      session.setAttribute("count", before == null ? 1 : before + 1);
      response.getWriter().print(session.getAttribute("count"));
    } else {
      CountDownLatch begun = new CountDownLatch(1);
      request.setAttribute("begun", begun);
      request.setAttribute("first", Thread.currentThread());
      request.startAsync().dispatch();
      awaitBriefly(begun);
    }
  }

  private static void awaitBriefly(CountDownLatch begun) {
    try {
      boolean unused = begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isInside(Thread first) {
    return first != Thread.currentThread()
        && Stream.of(first.getStackTrace())
            .anyMatch(frame -> frame.getClassName().equals(HoldfastFilter.class.getName()));
  }
}
