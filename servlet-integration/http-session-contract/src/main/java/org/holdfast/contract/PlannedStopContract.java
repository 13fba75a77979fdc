// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract on requests and sessions whose node is stopped as planned. */
public abstract class PlannedStopContract extends ContractTopic {
  /** The seconds for which pages wait at a gate, and the test for them. */
  private static final int SECONDS = 20;

  PlannedStopContract(ContainerUnderTest container) {
    super(container, Map.of("drainTimeoutMillis", Integer.toString(1000 * SECONDS)));
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication root = ContractApplication.at("");
    return List.of(
        root.page("/put", CommonPages::put)
            .page("/read", CommonPages::read)
            .page("/in-use", (q, r) -> inUse(q, r, root.gates()))
            .page("/not-yet-in-use", (q, r) -> notYetInUse(q, r, root.gates())));
  }

  /** Gets the session before it waits, and changes it afterwards. */
  private static void inUse(HttpServletRequest request, HttpServletResponse response, Gates gates)
      throws IOException {
    Object before = request.getSession().getAttribute("cart");
    gates.pass("in use");
    CommonPages.put(request, response);
    response.getWriter().print(before + " in use");
  }

  /** Asks for the session for the first time after it has waited. */
  private static void notYetInUse(
      HttpServletRequest request, HttpServletResponse response, Gates gates) throws IOException {
    gates.pass("not yet");
    Object before = request.getSession().getAttribute("cart");
    CommonPages.put(request, response);
    response.getWriter().print(before + " not yet in use");
  }

  @Test
  void letsRequestsInFlightEnd_andKeepsWhatTheyChange() throws Exception {
    Browser other = new Browser();
    browser.get(a, "/put?name=cart&value=tea");
    other.get(a, "/put?name=cart&value=coffee");
    CompletableFuture<Answer> inUse = browser.begin(a, "/in-use?name=cart&value=milk");
    CompletableFuture<Answer> notYet = other.begin(a, "/not-yet-in-use?name=cart&value=sugar");
    awaitReached(a, "in%20use");
    awaitReached(a, "not%20yet");

    ContractNode.Stopping stopping = a.beginStop();
    await().atMost(SOON).until(stopping::refusesMore);
    stopping.openGates();

    Answer first = inUse.get(SECONDS, TimeUnit.SECONDS);
    Answer second = notYet.get(SECONDS, TimeUnit.SECONDS);
    assertThat(List.of(first.status(), second.status())).containsExactly(200, 200);
    assertThat(first.body()).isEqualTo("tea in use");
    assertThat(second.body()).isEqualTo("coffee not yet in use");
    stopping.over().get(2 * SECONDS, TimeUnit.SECONDS);
    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("milk");
    assertThat(other.get(b, "/read?name=cart").body()).isEqualTo("sugar");
  }
}
