// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The contract on who can read the status of a node, by the settings of its container. */
abstract class StatusContract {
  private static final String TOKEN = "correct-horse-battery";

  private final ContainerUnderTest container;
  private final int port = Ports.take(1).get(0);

  StatusContract(ContainerUnderTest container) {
    this.container = container;
  }

  @BeforeEach
  void skipIfExempt(TestInfo test) {
    ContractTopic.skipIfExempt(container, test);
  }

  private ContractCluster cluster(Map<String, String> more) {
    Map<String, String> changed = new HashMap<>(more);
    changed.put("statusAddress", "0.0.0.0:" + port);
    return new ContractCluster(
        container, 1, () -> List.of(ContractApplication.at("")), Map.copyOf(changed));
  }

  @Test
  void isReportedToHoldersOfTheTokenAlone() throws Exception {
    try (ContractCluster cluster = cluster(Map.of("statusToken", TOKEN))) {
      cluster.node(0).start();

      assertThat(ask("Bearer wrong-horse-battery")).isEqualTo(401);
      assertThat(ask("Bearer " + TOKEN)).isEqualTo(200);
    }
  }

  /** Allows a server to start without the application, or not to start. */
  @Test
  void isNotReportedToOtherMachines_whenThereIsNoToken() {
    try (ContractCluster cluster = cluster(Map.of())) {
      try {
        cluster.node(0).start();
      } catch (RuntimeException refused) {
        assertThat(refused).hasStackTraceContaining("is not a loopback address");
      }

      assertThatThrownBy(() -> ask("")).isInstanceOf(ConnectException.class);
    }
  }

  private int ask(String authorization) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + port + "/holdfast/status");
    HttpRequest request =
        HttpRequest.newBuilder(address).header("Authorization", authorization).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }
}
