// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser that sends its cookies to any node, as through a balancer. Follows no redirects. */
final class ShopUser {
  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

  private final CookieManager cookies = new CookieManager();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .cookieHandler(cookies)
          .build();

  HttpResponse<String> get(int port, String path) {
    return send(request(port, path).GET());
  }

  /** Sends a request without waiting. */
  CompletableFuture<HttpResponse<String>> begin(int port, String path) {
    return client.sendAsync(
        request(port, path).GET().build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Sends a form with one field and the token that was given out with it. */
  HttpResponse<String> post(int port, String path, String fields, String token) {
    String form = fields + "&_csrf=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    return send(
        request(port, path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  /** Fills in the form of the login page. */
  HttpResponse<String> logIn(int port) {
    String page = get(port, "/login").body();
    Matcher token = CSRF.matcher(page);
    if (!token.find()) {
      throw new IllegalStateException("no token in the login page:\n" + page);
    }
    return post(port, "/login", "username=anna&password=secret", token.group(1));
  }

  /** The value of the session cookie. */
  String sessionId() {
    return cookies.getCookieStore().getCookies().stream()
        .filter(cookie -> cookie.getName().equals("JSESSIONID"))
        .map(HttpCookie::getValue)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the user has no session"));
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Accept", "text/html, */*;q=0.8")
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException("no whole response", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
