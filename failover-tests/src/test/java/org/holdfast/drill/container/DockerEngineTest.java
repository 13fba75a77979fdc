// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.holdfast.drill.cluster.ClusterStartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an engine that answers what it was told to. */
class DockerEngineTest {
  private static final String FINE = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nOK";

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void readsAnswersInJson() {
    answer(FINE, "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n{\"Id\":\"abc\"}");

    assertThat(engine().post("/networks/create", Map.of("Name", "n")).path("Id").asText())
        .isEqualTo("abc");
    assertThat(requests).containsExactly("GET /_ping HTTP/1.0", "POST /networks/create HTTP/1.0");
  }

  @Test
  void tellsWhatTheEngineSaid_whenItRefuses() {
    answer(FINE, "HTTP/1.1 404 Not Found\r\n\r\n{\"message\":\"No such container: x\"}");

    assertThatThrownBy(() -> engine().get("/containers/x/json"))
        .isInstanceOfSatisfying(
            DockerException.class,
            e -> {
              assertThat(e.isMissing()).isTrue();
              assertThat(e.isConflict()).isFalse();
            })
        .hasMessage("the Docker engine refused GET /containers/x/json (404): No such container: x");
  }

  @Test
  void isNoEngine_whenItSpeaksNoHttp() {
    answer("SSH-2.0-something\r\n\r\n");

    assertThatThrownBy(this::engine)
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("this is no answer in HTTP");
  }

  @Test
  void isNoEngine_whenItHangsUp() {
    answer("");

    assertThatThrownBy(this::engine)
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("the answer ended after 0 bytes");
  }

  private DockerEngine engine() {
    return DockerEngine.connect(Map.of("DOCKER_HOST", "tcp://127.0.0.1:" + server.getLocalPort()));
  }

  /** Answers one request after the other, each on a connection of its own. */
  private void answer(String... answers) {
    var unused =
        CompletableFuture.runAsync(
            () -> {
              for (String answer : answers) {
                try (Socket socket = server.accept()) {
                  requests.add(readRequest(socket));
                  socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                  return; // the test is over
                }
              }
            });
  }

  private static String readRequest(Socket socket) throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    String first = lines.readLine();
    int bytes = 0;
    for (String line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
      if (line.startsWith("Content-Length: ")) {
        bytes = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    long skipped = lines.skip(bytes);
    assertThat(skipped).isEqualTo(bytes);
    return first;
  }
}
