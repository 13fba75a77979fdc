// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client that keeps its cookies. */
public final class Browser {
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .cookieHandler(new CookieManager())
          .build();
  private volatile InetSocketAddress server;

  public Browser(InetSocketAddress server) {
    this.server = server;
  }

  /** Sends the next requests to another server, cookies included. */
  public void turnTo(InetSocketAddress other) {
    server = other;
  }

  public HttpResponse<String> get(String path) {
    try {
      return http.send(request(path), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException("GET " + path + " from " + server, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during GET " + path, e);
    }
  }

  public CompletableFuture<String> getLater(String path) {
    return http.sendAsync(request(path), HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpResponse::body);
  }

  public String text(String path) {
    return get(path).body();
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://" + server.getHostString() + ":" + server.getPort() + path))
        .timeout(Duration.ofSeconds(10))
        .build();
  }
}
