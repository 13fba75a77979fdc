// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpCookie;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.holdfast.servlet.session.RoutedId;

/**
 * A client whose session cookie can be read and set; it sends a cookie where its path matches, to
 * any node.
 */
final class Browser {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final Map<String, String> sessionsByPath = new TreeMap<>();

  Browser() {}

  Browser(String sessionId) {
    sessionsByPath.put("/", sessionId);
  }

  /** The session id of the root application as the cookie has it, with its route. */
  String cookie() {
    return sessionsByPath.get("/");
  }

  String id() {
    return RoutedId.parse(cookie()).id();
  }

  /** Another client with the cookies of this one. */
  Browser copy() {
    Browser copy = new Browser();
    copy.sessionsByPath.putAll(sessionsByPath);
    return copy;
  }

  HttpResponse<String> get(TomcatNode node, String path) {
    try {
      return keepCookies(CLIENT.send(request(node, path), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new IllegalStateException("no whole response of " + node.route() + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  CompletableFuture<HttpResponse<String>> begin(TomcatNode node, String path) {
    return begin(node, path, BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<InputStream>> stream(TomcatNode node, String path) {
    return begin(node, path, BodyHandlers.ofInputStream());
  }

  private <T> CompletableFuture<HttpResponse<T>> begin(
      TomcatNode node, String path, BodyHandler<T> handler) {
    return CLIENT.sendAsync(request(node, path), handler);
  }

  private HttpRequest request(TomcatNode node, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(node.uri(path)).timeout(Duration.ofSeconds(20));
    String cookies =
        sessionsByPath.entrySet().stream()
            .filter(entry -> path.startsWith(entry.getKey()))
            .sorted(Map.Entry.<String, String>comparingByKey().reversed())
            .map(entry -> "JSESSIONID=" + entry.getValue())
            .collect(Collectors.joining("; "));
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookies);
    }
    return request.build();
  }

  private <T> HttpResponse<T> keepCookies(HttpResponse<T> response) {
    for (String header : response.headers().allValues("Set-Cookie")) {
      for (HttpCookie cookie : HttpCookie.parse(header)) {
        if (cookie.getName().equals("JSESSIONID")) {
          sessionsByPath.put(cookie.getPath(), cookie.getValue());
        }
      }
    }
    return response;
  }
}
