// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.contract.Answer;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.api.Test;

/** The planned stop of a Tomcat whose application has the filter. */
class TomcatPlannedStopIT {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CountDownLatch destroyed = new CountDownLatch(1);
  private final Browser browser = new Browser();

  /** Changes the session late, and must not be destroyed before it has answered. */
  private final class Slow extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      reached.countDown();
      try {
        if (!goOn.await(20, TimeUnit.SECONDS)) {
          throw new IOException("nobody let the servlet go on within 20 s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      request.getSession().setAttribute("x", "late");
      response.getWriter().print(destroyed.getCount() == 0 ? "destroyed" : "done");
    }

    @Override
    public void destroy() {
      destroyed.countDown();
    }
  }

  @Test
  void letsARequestInFlightEnd_beforeItsServletIsDestroyed() throws Exception {
    TomcatUnderTest container = new TomcatUnderTest(Map.of("holdfast.drainTimeoutMillis", "20000"));
    try (ContractCluster nodes = new ContractCluster(container, 2, () -> List.of(application()))) {
      nodes.startAll();
      browser.get(nodes.node(0), "/put");
      CompletableFuture<Answer> slow = browser.begin(nodes.node(0), "/slow");
      assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();

      CompletableFuture<Void> stop = CompletableFuture.runAsync(nodes.node(0)::stop);

      assertThat(destroyed.await(1, TimeUnit.SECONDS)).as("destroyed meanwhile").isFalse();
      goOn.countDown();
      Answer answer = slow.get(20, TimeUnit.SECONDS);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("done");
      stop.get(40, TimeUnit.SECONDS);
      assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("late");
    }
  }

  private ContractApplication application() {
    return ContractApplication.at("")
        .page("/put", (q, r) -> q.getSession().setAttribute("x", "early"))
        .page("/read", (q, r) -> r.getWriter().print(q.getSession().getAttribute("x")))
        .configure(context -> context.addServlet("slow", new Slow()).addMapping("/slow"));
  }
}
