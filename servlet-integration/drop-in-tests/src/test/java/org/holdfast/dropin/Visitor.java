// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** A user whose session cookie goes to whichever node is asked. One thread at a time. */
final class Visitor {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private static final String COOKIE = "JSESSIONID";

  private String cookie = "";
  private String authorization = "";

  /** With a name and password that go with each request. */
  Visitor withLogin(String name, String password) {
    byte[] pair = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
    authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
    return this;
  }

  /** Returns the page, which must be there. */
  String get(URI page) {
    HttpResponse<String> answer = ask(page);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(
          page + " was answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  /** Whether the answer rests on a session that another node has, too. */
  boolean isProtected(URI page) {
    return ask(page).headers().firstValue("X-Holdfast-Protected").orElse("").equals("true");
  }

  HttpResponse<String> ask(URI page) {
    HttpRequest.Builder request = HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(20));
    if (!cookie.isEmpty()) {
      request.header("Cookie", COOKIE + "=" + cookie);
    }
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    try {
      HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
      answer.headers().allValues("Set-Cookie").stream()
          .flatMap(header -> HttpCookie.parse(header).stream())
          .filter(set -> set.getName().equals(COOKIE))
          .forEach(set -> cookie = set.getValue());
      return answer;
    } catch (IOException e) {
      throw new IllegalStateException("no answer from " + page, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + page, e);
    }
  }
}
