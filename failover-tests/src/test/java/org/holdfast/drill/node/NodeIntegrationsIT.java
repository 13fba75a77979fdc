// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.cluster.FreePorts;
import org.holdfast.drill.cluster.Integration;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.demo.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes whose sessions are kept by each integration, alone in this process. */
class NodeIntegrationsIT {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"TOMCAT,1", "JETTY,1", "FILTER,1", "TOMCAT,0", "JETTY,0", "FILTER,0"})
  void serveTheDemoAndTheirStatus(Integration integration, int secondaries) throws Exception {
    Path log = directory.resolve("requests.log");
    NodeParts logging = new NodeParts(Optional.empty(), Optional.of(log));
    NodeSettings settings = settings(integration, secondaries, freePort());
    try (EmbeddedNode node = EmbeddedNode.start(settings, logging)) {
      Browser browser = new Browser(node.http());

      HttpResponse<String> first = browser.get("/counter");
      assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("JSESSIONID=")
          .contains(".beta")
          .contains("HttpOnly");
      assertThat(browser.text("/counter")).startsWith("counter=2 ").contains(" node=beta ");
      assertThat(browser.text("/rename")).contains(" node=beta");
      assertThat(browser.text("/counter")).startsWith("counter=3 ");
      assertThat(browser.text("/hello-bean-jsp")).contains("<html");
      assertThat(browser.text("/holdfast/attributes"))
          .contains(secondaries == 0 ? "no application" : "counter");

      NodeStatus status = node.status();
      assertThat(status.name()).isEqualTo("beta");
      assertThat(status.primarySessions()).isEqualTo(1);
      assertThat(status.counters())
          .containsEntry(secondaries == 0 ? "sessionsCreated" : "created", 1L)
          .containsEntry("requests", 5L)
          .containsEntry("logLinesLost", 0L);
      assertThat(Files.readAllLines(log)).first().asString().contains(" GET 200 ");
    }
  }

  @ParameterizedTest
  @EnumSource(Integration.class)
  void endAsForAnyBadValue_whenOnlyTheSessionsRefuseIt(Integration integration) {
    NodeSettings settings = settings(integration, 1, freePort(), "consistent");

    assertThatThrownBy(() -> EmbeddedNode.start(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expectedNodes of a CONSISTENT cluster");
  }

  @ParameterizedTest
  @CsvSource({
    "TOMCAT, cannot listen on 127.0.0.1:",
    "JETTY, session replication of web application / cannot start: cannot listen on 127.0.0.1:",
    "FILTER, cannot start node beta: web application \"\" did not start; the log above says why"
  })
  void startNot_whenTheClusterCannotBeJoined(Integration integration, String message)
      throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      NodeSettings settings = settings(integration, 1, taken.getLocalPort());

      assertThatThrownBy(() -> EmbeddedNode.start(settings))
          .isInstanceOf(NodeStartException.class)
          .hasMessageStartingWith(message);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Integration.class, mode = EnumSource.Mode.EXCLUDE, names = "TOMCAT")
  void refuseAWebArchive(Integration integration) throws Exception {
    Path war = Files.createFile(directory.resolve("shop.war"));
    NodeParts serving = new NodeParts(Optional.of(WebArchive.of(war, "/shop")), Optional.empty());

    assertThatThrownBy(() -> EmbeddedNode.start(settings(integration, 1, freePort()), serving))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--war goes with --integration tomcat only, was " + integration);
  }

  @Test
  void refuseTheManagersOfTomcat() {
    NodeSettings plain = LocalNode.settings("beta");

    assertThatThrownBy(() -> LocalNode.with(plain, "tomcat-backup", Integration.JETTY, false))
        .hasMessage("--integration jetty goes with --manager holdfast only, was tomcat-backup");
    assertThatThrownBy(() -> LocalNode.with(plain, "holdfast", Integration.FILTER, true))
        .hasMessage("--ends-sessions goes with --integration tomcat only, was filter");
  }

  private static int freePort() {
    List<Integer> ports = FreePorts.find(1);
    return ports.get(0);
  }

  private static NodeSettings settings(Integration integration, int secondaries, int port) {
    return settings(integration, secondaries, port, "available");
  }

  private static NodeSettings settings(
      Integration integration, int secondaries, int port, String partition) {
    return new NodeSettings(
        "beta",
        "beta",
        "127.0.0.1",
        0,
        "127.0.0.1",
        0,
        port,
        "static:127.0.0.1:" + port,
        "sync",
        "MODIFIED_ATTRIBUTE",
        secondaries,
        250,
        partition,
        0,
        false,
        "holdfast",
        integration,
        false);
  }
}
