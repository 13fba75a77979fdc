// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A client that keeps its cookies and sends them to any node, as through a balancer. It follows no
 * redirects. Several requests may run at once.
 */
public final class Browser {
  /** The name of session cookies unless an application says otherwise. */
  public static final String COOKIE = "JSESSIONID";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** The client for the test's questions: a response's connection may be busy with its page. */
  private static final HttpClient CONTROL =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Duration TIMEOUT = Duration.ofSeconds(25);

  private final CookieJar cookies;
  private final Set<String> pastIds = new CopyOnWriteArraySet<>();

  public Browser() {
    this(new CookieJar());
  }

  private Browser(CookieJar cookies) {
    this.cookies = cookies;
  }

  /** Returns another browser with the same cookies. */
  public Browser copy() {
    Browser copy = new Browser(cookies.copy());
    copy.pastIds.addAll(pastIds);
    return copy;
  }

  /**
   * Returns the value of the root application's session cookie, with its route; null if there is
   * none.
   */
  public @Nullable String cookie() {
    return cookies.value("/", COOKIE);
  }

  /** Returns the value of another application's session cookie; null if there is none. */
  @Nullable String cookieAt(String contextPath) {
    return cookies.value(contextPath, COOKIE);
  }

  /** Sets the session cookie of the root application. */
  public Browser withCookie(String value) {
    cookies.put("/", COOKIE, value);
    return this;
  }

  /** Returns the session id of the root application, without a route. */
  public String id() {
    String value = cookie();
    if (value == null) {
      throw new IllegalStateException("the browser has no session cookie");
    }
    return EventLog.withoutRoute(value);
  }

  public Answer get(ContractNode node, String path) {
    return send(request(node, path).GET().build());
  }

  /** Sends a form as a browser would. */
  public Answer post(ContractNode node, String path, String form) {
    return send(
        request(node, path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build());
  }

  /** Sends a request with other headers besides the cookies. */
  public Answer get(ContractNode node, String path, Map<String, String> headers) {
    HttpRequest.Builder request = request(node, path);
    headers.forEach(request::header);
    return send(request.build());
  }

  private Answer send(HttpRequest request) {
    return Answer.of(keepCookies(send(CLIENT, request)));
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("no whole response from " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Sends a request without waiting; its cookies are kept when it is answered. */
  public CompletableFuture<Answer> begin(ContractNode node, String path) {
    return CLIENT
        .sendAsync(request(node, path).build(), BodyHandlers.ofString())
        .thenApply(response -> Answer.of(keepCookies(response)));
  }

  /** Sends a request and returns with its headers; the body is read as it comes. */
  public HttpResponse<InputStream> stream(ContractNode node, String path) {
    try {
      return keepCookies(CLIENT.send(request(node, path).build(), BodyHandlers.ofInputStream()));
    } catch (IOException e) {
      throw new IllegalStateException("no response of " + node + " to " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Begins a handshake for {@code path} with these cookies. */
  WebSocket.Builder webSocket(String path) {
    WebSocket.Builder builder = CLIENT.newWebSocketBuilder().connectTimeout(TIMEOUT);
    String header = cookies.header(path);
    return header.isEmpty() ? builder : builder.header("Cookie", header);
  }

  /**
   * Returns the events of the browser's session in the log of the root application on {@code node}.
   */
  public List<String> events(ContractNode node) {
    String query = pastIds.stream().map(id -> "id=" + id).collect(Collectors.joining("&"));
    return control(node, "/contract/events?" + query).lines().toList();
  }

  /** Returns {@link #events} of a node that may have stopped since, without starting it again. */
  List<String> eventsUntilItsEnd(ContractNode node) {
    return node.heard(pastIds);
  }

  /** Sends a question of the test to the root application, without cookies: moves no session. */
  static String control(ContractNode node, String path) {
    HttpRequest request = HttpRequest.newBuilder(node.uri(path)).timeout(TIMEOUT).build();
    return send(CONTROL, request).body();
  }

  private HttpRequest.Builder request(ContractNode node, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(node.uri(path)).timeout(TIMEOUT);
    String header = cookies.header(path);
    if (!header.isEmpty()) {
      request.header("Cookie", header);
    }
    return request;
  }

  private <T> HttpResponse<T> keepCookies(HttpResponse<T> response) {
    response.headers().allValues("Set-Cookie").forEach(cookies::keep);
    String value = cookie();
    if (value != null) {
      pastIds.add(EventLog.withoutRoute(value));
    }
    return response;
  }
}
