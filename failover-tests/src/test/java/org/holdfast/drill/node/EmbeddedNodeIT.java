// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.drill.demo.Browser;
import org.junit.jupiter.api.Test;

class EmbeddedNodeIT {
  /** A name that no other run on this machine has, to tell its files by. */
  private final String unique = "gamma-" + UUID.randomUUID();

  @Test
  void saysWhatItHolds_whenAskedForItsStatus() throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("beta"))) {
      new Browser(node.http()).text("/counter");
      new Browser(node.http()).text("/counter");

      // A node of a busy machine may be asked again.
      NodeStatus status =
          Awaitility.await()
              .until(() -> new StatusClient().ask(node.http()), Optional::isPresent)
              .orElseThrow();

      assertThat(status.name()).isEqualTo("beta");
      assertThat(status.viewMembers()).isEqualTo(List.of("beta"));
      assertThat(status.primarySessions()).isEqualTo(2);
      assertThat(status.degradedSessions()).as("nobody else has a copy").isEqualTo(2);
      assertThat(status.counters()).containsEntry("sessionsCreated", 2L);
      assertThat(status)
          .usingRecursiveComparison()
          .ignoringFields("counters")
          .isEqualTo(node.status());
      assertThat(status.counters())
          .containsKeys("requests", "gcMillis", "heapBytes", "directBytes", "threads")
          .containsEntry("processors", (long) Runtime.getRuntime().availableProcessors());
      assertThat(node.status().counters().get("cpuMicros"))
          .isGreaterThanOrEqualTo(status.counters().get("cpuMicros"))
          .isPositive();
    }
  }

  @Test
  void endsAllSessions_whenToldToFromLoopback_ifItWasStartedSo() throws Exception {
    try (EmbeddedNode plain = EmbeddedNode.start(LocalNode.settings("beta"));
        EmbeddedNode ending = EmbeddedNode.start(LocalNode.endingSessions("gamma"))) {
      new Browser(plain.http()).text("/counter");
      new Browser(ending.http()).text("/counter");
      new Browser(ending.http()).text("/counter");

      assertThat(delete(plain).statusCode()).isEqualTo(404);
      assertThat(delete(ending).body()).isEqualTo("2");

      assertThat(plain.status().primarySessions()).isEqualTo(1);
      assertThat(ending.status().primarySessions()).isZero();
    }
  }

  private static HttpResponse<String> delete(EmbeddedNode node) throws Exception {
    URI sessions = URI.create("http://127.0.0.1:" + node.http().getPort() + "/holdfast/sessions");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(sessions).DELETE().build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void beginsNoSession_whenAskedForItsStatus() throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("beta"))) {
      assertThat(
              new Browser(node.http()).get("/holdfast/status").headers().firstValue("Set-Cookie"))
          .isEmpty();
    }
  }

  @Test
  void servesEachItsOwn_whenTwoLiveInOneProcess() throws Exception {
    try (EmbeddedNode one = EmbeddedNode.start(LocalNode.settings("one"));
        EmbeddedNode two = EmbeddedNode.start(LocalNode.settings("two"))) {
      assertThat(new Browser(one.http()).text("/counter")).contains(" node=one ");
      assertThat(new Browser(two.http()).text("/counter")).contains(" node=two ");
    }
  }

  @Test
  void addsItsNameToTheCookie_soThatABalancerFindsIt() throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("beta"))) {
      assertThat(new Browser(node.http()).get("/counter").headers().firstValue("Set-Cookie"))
          .hasValueSatisfying(
              cookie ->
                  assertThat(cookie).matches("JSESSIONID=[0-9A-F]{32}\\.beta; Path=/; HttpOnly"));
    }
  }

  @Test
  void keepsTheConnection_whenAClientSendsMoreThanAHundredRequests() throws Exception {
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("beta"));
        Socket socket = new Socket("127.0.0.1", node.http().getPort())) {
      socket.setSoTimeout(5_000);
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (int i = 0; i < 300; i++) {
        socket
            .getOutputStream()
            .write("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(lines.readLine()).as("answer %d", i).startsWith("HTTP/1.1 200");
        for (String line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
          assertThat(line).isNotEqualToIgnoringCase("Connection: close");
        }
      }
    }
  }

  @Test
  void leavesNoPortThreadOrFile_whenClosed() throws Exception {
    EmbeddedNode node = EmbeddedNode.start(LocalNode.settings(unique));
    InetSocketAddress http = node.http();
    new Browser(http).text("/counter");
    assertThat(leftovers()).hasSize(1);
    assertThat(threads()).isNotEmpty();

    node.close();
    node.close();

    assertThat(leftovers()).isEmpty();
    Awaitility.await().untilAsserted(() -> assertThat(threads()).isEmpty());
    try (EmbeddedNode again = EmbeddedNode.start(LocalNode.settings(unique, http.getPort()))) {
      assertThat(again.http().getPort()).isEqualTo(http.getPort());
    }
  }

  @Test
  void leavesNothingBehind_whenItCannotStart() throws Exception {
    try (EmbeddedNode first = EmbeddedNode.start(LocalNode.settings("first"))) {
      int taken = first.http().getPort();

      assertThatThrownBy(() -> EmbeddedNode.start(LocalNode.settings(unique, taken)))
          .isInstanceOf(NodeStartException.class)
          .hasMessageContaining("127.0.0.1:" + taken);
      assertThat(leftovers()).isEmpty();
    }
  }

  @Test
  void leavesNothingBehind_whenItsSessionsCannotStart() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      NodeSettings settings = LocalNode.replicated(unique, taken.getLocalPort());

      assertThatThrownBy(() -> EmbeddedNode.start(settings))
          .isInstanceOf(NodeStartException.class)
          .hasMessageStartingWith("cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ");
    }
    assertThat(leftovers()).isEmpty();
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread))
                    .extracting(Thread::getName)
                    .noneMatch(
                        name -> name.matches("(?i).*(holdfast|grizzly|jgroups|http-nio).*")));
  }

  private List<Path> leftovers() throws Exception {
    try (Stream<Path> paths = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return paths
          .filter(p -> p.getFileName().toString().startsWith("holdfast-" + unique + "-"))
          .toList();
    }
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("http-nio-127.0.0.1") || name.startsWith("Catalina"))
        .collect(Collectors.toSet());
  }
}
