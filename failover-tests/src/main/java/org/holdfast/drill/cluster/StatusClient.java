// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks nodes for their status over HTTP. Thread-safe; one client serves any number of nodes. Not
 * for load: a request costs far more here than at the node.
 */
public final class StatusClient {
  /** Longest wait for an answer, connecting included. */
  public static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** A later version of Holdfast, to which nodes are upgraded, may tell more of itself. */
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  private final Optional<String> token;

  /** For nodes that report their status to everybody. */
  public StatusClient() {
    this(Optional.empty());
  }

  private StatusClient(Optional<String> token) {
    this.token = token;
  }

  /** For nodes with this {@code statusToken}. */
  public static StatusClient withToken(String token) {
    return new StatusClient(Optional.of(token));
  }

  /**
   * Returns what the node at {@code address} says; empty if it says nothing intelligible in time.
   */
  public Optional<NodeStatus> ask(InetSocketAddress address) {
    URI uri = URI.create("http://" + NodeNames.text(address) + "/holdfast/status");
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(TIMEOUT);
    token.ifPresent(given -> request.header("Authorization", "Bearer " + given));
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    try {
      HttpResponse<String> response = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return response.statusCode() == 200
          ? Optional.of(JSON.readValue(response.body(), NodeStatus.class))
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException | JsonProcessingException e) {
      return Optional.empty();
    } finally {
      answer.cancel(true);
    }
  }
}
