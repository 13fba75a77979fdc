// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a client waits that brings an id nobody knows, made up or long expired: three node
 * processes that have served for a while, requests one after the other on each of some connections.
 * Prints percentiles.
 */
@Tag("nightly")
@Timeout(240)
class UnknownIdIT {
  /** The nodes' acquire timeout is 3 s; the rest is for Tomcat and a busy machine. */
  private static final Duration BUDGET = Duration.ofMillis(3_500);

  /** What 99 of 100 clients wait at most while all nodes are alive. */
  private static final Duration ALIVE = Duration.ofMillis(50);

  /**
   * What every client waits at most while a node hangs, in a round that the machine leaves alone.
   */
  private static final Duration HUNG = Duration.ofMillis(800);

  /** The nodes wait 300 ms for a silent one, and once. */
  private static final Duration SILENCE = Duration.ofMillis(500);

  /** The processors may be taken by others for a while; the product is not slow by chance. */
  private static final int ROUNDS = 10;

  private static final int CLIENTS = 4;
  private static final Pattern COOKIE = Pattern.compile("JSESSIONID=([A-Za-z0-9_-]{38})");

  @TempDir private Path workDir;

  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
  private final SecureRandom random = new SecureRandom();
  private ProcessCluster cluster;
  private String prefix;

  @BeforeEach
  void start() throws IOException {
    cluster =
        new ProcessLauncher()
            .start(
                new ClusterSettings(3, "sync", "MODIFIED_ATTRIBUTE", 1, workDir.toString()),
                line -> {});
    HttpURLConnection created = get(address(0), "/counter", "");
    Matcher cookie = COOKIE.matcher(created.getHeaderField("Set-Cookie"));
    assertThat(cookie.find()).as("cookie of a new session").isTrue();
    prefix = cookie.group(1).substring(0, 4);
  }

  @AfterEach
  void close() {
    clients.shutdownNow();
    cluster.close();
  }

  @Test
  void answersThatThereIsNoSession_whenAllNodesAreAlive() throws Exception {
    ask("warm-up", 500, 3);

    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && best >= ALIVE.toNanos(); round++) {
      Histogram waits = ask("all alive", 500, 3);
      assertThat(waits.getMaxValue()).as("longest, ns").isLessThan(BUDGET.toNanos());
      best = Math.min(best, waits.getValueAtPercentile(99));
    }

    assertThat(best).as("p99 of the best of %d rounds, ns", ROUNDS).isLessThan(ALIVE.toNanos());
  }

  @Test
  void answersThatThereIsNoSession_whenANodeHangs() throws Exception {
    ask("warm-up", 500, 3);
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && best >= HUNG.toNanos(); round++) {
      Histogram waits = askWhileNodeThreeHangs();
      assertThat(waits.getMaxValue()).as("longest, ns").isLessThan(BUDGET.toNanos());
      assertThat(waits.getValueAtPercentile(50)).as("p50, ns").isLessThan(SILENCE.toNanos());
      best = Math.min(best, waits.getMaxValue());
    }

    assertThat(best).as("longest of the best of %d rounds, ns", ROUNDS).isLessThan(HUNG.toNanos());
  }

  /** For less time than the failure detector needs. */
  private Histogram askWhileNodeThreeHangs() throws Exception {
    long pid = cluster.pids().get(2);
    Signal.STOP.send(pid);
    try {
      return ask("one of three hung", 8, 2);
    } finally {
      Signal.CONT.send(pid);
    }
  }

  /** Each client asks the first {@code nodes} nodes in turn, each time for another id. */
  private Histogram ask(String what, int requestsPerClient, int nodes) throws Exception {
    Histogram waits = new ConcurrentHistogram(60_000_000_000L, 3);
    List<Callable<Object>> work = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      int first = client;
      work.add(
          () -> {
            for (int i = 0; i < requestsPerClient; i++) {
              waits.recordValue(askOnce((first + i) % nodes));
            }
            return "done";
          });
    }
    for (Future<Object> client : clients.invokeAll(work)) {
      client.get();
    }
    System.out.printf(
        Locale.ROOT,
        "unknown id, %s: %d requests, p50 %.2f, p90 %.2f, p99 %.2f, max %.2f ms%n",
        what,
        waits.getTotalCount(),
        waits.getValueAtPercentile(50) / 1e6,
        waits.getValueAtPercentile(90) / 1e6,
        waits.getValueAtPercentile(99) / 1e6,
        waits.getMaxValue() / 1e6);
    return waits;
  }

  private long askOnce(int node) throws IOException {
    byte[] made = new byte[27];
    random.nextBytes(made);
    String id =
        (prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(made)).substring(0, 38);
    long sent = System.nanoTime();
    HttpURLConnection answer = get(address(node), "/peek", "JSESSIONID=" + id);
    long waited = System.nanoTime() - sent;
    assertThat(answer.getResponseCode()).isEqualTo(200);
    assertThat(body(answer)).contains("session=none");
    return waited;
  }

  private static String body(HttpURLConnection answer) throws IOException {
    return new String(answer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private InetSocketAddress address(int node) {
    return cluster.nodes().get(node).http();
  }

  /** Returns once the head of the answer is there. */
  private static HttpURLConnection get(InetSocketAddress node, String path, String cookie)
      throws IOException {
    HttpURLConnection request =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + node.getPort() + path).toURL().openConnection();
    request.setReadTimeout(10_000);
    if (!cookie.isEmpty()) {
      request.setRequestProperty("Cookie", cookie);
    }
    request.getResponseCode();
    return request;
  }
}
