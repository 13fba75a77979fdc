// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an engine with two old images of nodes, of which a drill built one. */
class ImagesTest {
  private final List<String> deleted = new CopyOnWriteArrayList<>();
  private HttpServer engine;

  @BeforeEach
  void listen() throws IOException {
    engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    engine.createContext("/", this::answer);
    engine.start();
  }

  @AfterEach
  void close() {
    engine.stop(0);
  }

  @Test
  void removesNoOldImageThatNoDrillBuilt_whateverItsName() {
    String host = "tcp://127.0.0.1:" + engine.getAddress().getPort();

    new Images(DockerEngine.connect(Map.of("DOCKER_HOST", host)), line -> {}).sweepOldNodes();

    assertThat(deleted).containsExactly("/images/built");
  }

  private void answer(HttpExchange exchange) throws IOException {
    URI asked = exchange.getRequestURI();
    String told = "OK";
    if (exchange.getRequestMethod().equals("DELETE")) {
      deleted.add(asked.getPath());
    } else if (asked.getPath().equals("/images/json")) {
      boolean ofDrills = asked.getQuery().contains("org.holdfast.drill.owner");
      told =
          "[{\"Id\":\"built\",\"Created\":1}"
              + (ofDrills ? "]" : ",{\"Id\":\"other\",\"Created\":1}]");
    }
    byte[] body = told.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
