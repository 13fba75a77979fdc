// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * The contract on a session that a request begins on a node that may not answer for it. No client
 * gets the id of that session, so it must not stay until its time is over.
 */
abstract class RefusedCreationContract {
  private final ContainerUnderTest container;
  private final int statusPort = Ports.take(1).get(0);

  /** The id of the session that the page began. */
  private final AtomicReference<String> begun = new AtomicReference<>("none");

  RefusedCreationContract(ContainerUnderTest container) {
    this.container = container;
  }

  @BeforeEach
  void skipIfExempt(TestInfo test) {
    ContractTopic.skipIfExempt(container, test);
  }

  private ContractApplication application() {
    return ContractApplication.at("")
        .page(
            "/begin",
            (q, r) -> {
              begun.set(EventLog.withoutRoute(q.getSession().getId()));
              CommonPages.count(q, r);
            });
  }

  @Test
  void leavesNoSession_whenNobodyHoldsACopyAndThePolicyIsToFail() throws Exception {
    assertRefusedWithoutATrace(Map.of("degraded", "fail"));
  }

  @Test
  void leavesNoSession_whenTheNodeHasNoMajority() throws Exception {
    assertRefusedWithoutATrace(Map.of("partition", "consistent", "expectedNodes", "3"));
  }

  private void assertRefusedWithoutATrace(Map<String, String> policy) throws Exception {
    Map<String, String> changed = new HashMap<>(policy);
    changed.put("statusAddress", "127.0.0.1:" + statusPort);
    try (ContractCluster cluster =
        new ContractCluster(container, 1, () -> List.of(application()), Map.copyOf(changed))) {
      ContractNode alone = cluster.node(0);

      Answer refused = new Browser().get(alone, "/begin");

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("Retry-After")).contains("1");
      assertThat(refused.setCookies()).isEmpty();
      List<String> events =
          Browser.control(alone, "/contract/events?id=" + begun.get()).lines().toList();
      assertThat(events).startsWith("created");
      assertThat(events).anyMatch(event -> event.startsWith("destroyed"));
      assertThat(status()).contains("\"created\":1").contains("\"primarySessions\":0");
    }
  }

  private String status() throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + statusPort + "/holdfast/status");
    HttpRequest request = HttpRequest.newBuilder(address).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
