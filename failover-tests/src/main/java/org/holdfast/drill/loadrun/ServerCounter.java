// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks servers how many requests they have served: the demo node's status, which does not count
 * requests for itself, or any URL that answers a number alone.
 */
final class ServerCounter {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final List<URI> urls;
  private @Nullable HttpClient http;

  ServerCounter(List<URI> urls) {
    this.urls = List.copyOf(urls);
  }

  boolean isAsked() {
    return !urls.isEmpty();
  }

  /**
   * Sums the counts of all servers up.
   *
   * @throws IOException if one does not answer with a count
   */
  long total() throws IOException, InterruptedException {
    long sum = 0;
    for (URI url : urls) {
      sum += count(url);
    }
    return sum;
  }

  private long count(URI url) throws IOException, InterruptedException {
    try {
      HttpResponse<String> answer =
          client()
              .sendAsync(
                  HttpRequest.newBuilder(url).timeout(TIMEOUT).build(),
                  HttpResponse.BodyHandlers.ofString())
              .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (answer.statusCode() != 200) {
        throw new IOException("--count-url " + url + " answered " + answer.statusCode());
      }
      return read(url, answer.body());
    } catch (ExecutionException e) {
      throw new IOException("--count-url " + url + " did not answer: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException(
          "--count-url " + url + " did not answer within " + TIMEOUT.toSeconds() + " s", e);
    }
  }

  /** Made when it is needed, as it has a thread of its own. */
  private HttpClient client() {
    HttpClient client = http;
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(TIMEOUT)
              .build();
      http = client;
    }
    return client;
  }

  static long read(URI url, String body) throws IOException {
    JsonNode json = json(body);
    JsonNode count = json.isNumber() ? json : json.at("/counters/requests");
    if (!count.isIntegralNumber() || !count.canConvertToLong()) {
      throw new IOException(
          "--count-url "
              + url
              + " must answer a whole number alone, or JSON with counters.requests");
    }
    return count.asLong();
  }

  private static JsonNode json(String body) {
    try {
      JsonNode json = JSON.readTree(body);
      return json == null ? MissingNode.getInstance() : json;
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance(); // whatever it is, it is not a count
    }
  }
}
