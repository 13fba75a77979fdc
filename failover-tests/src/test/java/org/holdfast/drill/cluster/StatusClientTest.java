// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StatusClientTest {
  private final List<String> authorizations = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void asksNodesAtAddressesOfBothKinds(String host) throws Exception {
    HttpServer node = serve(host);
    try {
      StatusClient client = new StatusClient();

      assertThat(client.ask(node.getAddress())).get().extracting(NodeStatus::name).isEqualTo("n");
    } finally {
      node.stop(0);
    }
  }

  @Test
  void saysNothing_whenNobodyListensAtAnAddressOfIpv6() throws Exception {
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getByName("::1"), 1);

    assertThat(new StatusClient().ask(nobody)).isEmpty();
  }

  @Test
  void sendsTheTokenItWasGiven() throws Exception {
    HttpServer node = serve("127.0.0.1");
    try {
      assertThat(StatusClient.withToken("correct-horse").ask(node.getAddress())).isPresent();
      assertThat(authorizations).containsExactly("Bearer correct-horse");

      assertThat(new StatusClient().ask(node.getAddress())).isPresent();
      assertThat(authorizations).last().isEqualTo("none");
    } finally {
      node.stop(0);
    }
  }

  private HttpServer serve(String host) throws IOException {
    HttpServer node;
    try {
      node = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 10);
    } catch (IOException e) {
      return abort("this machine has no address " + host + ": " + e.getMessage());
    }
    // As a later version may tell it.
    byte[] status =
        "{\"name\": \"n\", \"viewMembers\": [], \"counters\": {}, \"mood\": \"good\"}"
            .getBytes(StandardCharsets.UTF_8);
    node.createContext(
        "/holdfast/status",
        exchange -> {
          authorizations.add(
              Objects.requireNonNullElse(
                  exchange.getRequestHeaders().getFirst("Authorization"), "none"));
          exchange.sendResponseHeaders(200, status.length);
          exchange.getResponseBody().write(status);
          exchange.close();
        });
    node.start();
    return node;
  }
}
