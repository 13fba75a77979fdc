// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.holdfast.drill.cluster.ClusterStartException;
import org.jspecify.annotations.Nullable;

/**
 * The Docker engine of this machine, spoken to in its own language over its socket: JSON over HTTP,
 * a connection for each request. Thread-safe; a thread that is interrupted gets no answers.
 *
 * <p>No library stands between: what drills need are some twenty requests, and the JDK connects to
 * the engine's socket by itself.
 */
final class DockerEngine {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final EngineAddress address;

  private DockerEngine(EngineAddress address) {
    this.address = address;
  }

  /**
   * Finds the engine and asks whether it is there.
   *
   * @throws ClusterStartException if none answers; says what can be done about it
   */
  static DockerEngine connect() {
    return connect(System.getenv());
  }

  static DockerEngine connect(Map<String, String> environment) {
    DockerEngine engine = new DockerEngine(EngineAddress.find(environment));
    try {
      engine.request("GET", "/_ping");
      return engine;
    } catch (DockerException e) {
      throw new ClusterStartException(
          "no Docker engine answers at "
              + engine.address.text()
              + " ("
              + reason(e)
              + "): start one on this machine, or name its socket in DOCKER_HOST; --engine process"
              + " needs none",
          e);
    }
  }

  private static String reason(DockerException e) {
    Throwable told = e.getCause() == null ? e : e.getCause();
    return told.getMessage() == null ? told.toString() : told.getMessage();
  }

  JsonNode get(String path) {
    return request("GET", path);
  }

  JsonNode post(String path) {
    return request("POST", path);
  }

  JsonNode post(String path, Map<String, ?> body) {
    try (DockerExchange exchange = open("POST", path, body, TIMEOUT)) {
      return json(exchange);
    } catch (IOException e) {
      throw lost("POST", path, e);
    }
  }

  void delete(String path) {
    request("DELETE", path);
  }

  /** Sends a file, or a part of one, and returns the answer as text. */
  String send(String method, String path, InputStream tar, long bytes, Duration timeout) {
    try (DockerExchange exchange =
        DockerExchange.open(address, method, path, "application/x-tar", tar, bytes, timeout)) {
      return new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw lost(method, path, e);
    }
  }

  /**
   * Begins a request whose answer goes on for as long as it likes.
   *
   * @return to be closed by the caller, which ends the answer
   */
  DockerExchange stream(String method, String path, @Nullable Map<String, ?> body) {
    try {
      return open(method, path, body, Duration.ZERO);
    } catch (IOException e) {
      throw lost(method, path, e);
    }
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new DockerException("the Docker engine answered no JSON: " + text, e);
    }
  }

  static String text(Map<String, ?> value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + value, e);
    }
  }

  private JsonNode request(String method, String path) {
    try (DockerExchange exchange = open(method, path, null, TIMEOUT)) {
      return json(exchange);
    } catch (IOException e) {
      throw lost(method, path, e);
    }
  }

  private DockerExchange open(
      String method, String path, @Nullable Map<String, ?> body, Duration timeout)
      throws IOException {
    byte[] bytes = body == null ? new byte[0] : text(body).getBytes(StandardCharsets.UTF_8);
    return DockerExchange.open(
        address,
        method,
        path,
        "application/json",
        new ByteArrayInputStream(bytes),
        bytes.length,
        timeout);
  }

  private static JsonNode json(DockerExchange exchange) throws IOException {
    byte[] bytes = exchange.body().readAllBytes();
    boolean isJson = bytes.length > 0 && (bytes[0] == '{' || bytes[0] == '[');
    return isJson ? JSON.readTree(bytes) : MissingNode.getInstance();
  }

  private DockerException lost(String method, String path, IOException cause) {
    return new DockerException(
        "no answer from the Docker engine at " + address.text() + " to " + method + " " + path,
        cause);
  }
}
