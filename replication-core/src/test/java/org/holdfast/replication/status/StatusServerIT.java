// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.holdfast.replication.config.Secret;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StatusServerIT {
  private final AtomicInteger asked = new AtomicInteger();
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void tellsTheStatusOfTheMomentAtItsPathOnly() throws Exception {
    try (StatusServer server = start("127.0.0.1:0")) {
      assertThat(get(server, StatusServer.PATH).body()).isEqualTo("{\"asked\":1}");
      HttpResponse<String> second = get(server, StatusServer.PATH + "?collect");
      assertThat(second.body()).isEqualTo("{\"asked\":2}");
      assertThat(second.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(get(server, "/").statusCode()).isEqualTo(404);
      assertThat(get(server, StatusServer.PATH + "/more").statusCode()).isEqualTo(404);
    }
    assertThat(asked).hasValue(2);
  }

  @Test
  void takesNothingIn() throws Exception {
    try (StatusServer server = start("[::ffff:127.0.0.1]:0")) {
      HttpResponse<String> answer =
          http.send(
              request(server, StatusServer.PATH).POST(BodyPublishers.ofString("{}")).build(),
              BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).contains("GET");
    }
    assertThat(asked).hasValue(0);
  }

  @Test
  void answersOthersAtOnce_whileClientsDoNotEndTheirRequests() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (StatusServer server = start("127.0.0.1:0")) {
      assertThat(get(server, StatusServer.PATH).statusCode()).isEqualTo(200);
      for (int i = 0; i < 200; i++) {
        slow.add(connected(server));
        slow.get(i).getOutputStream().write("GET /holdfast".getBytes(StandardCharsets.US_ASCII));
      }
      long start = System.nanoTime();

      assertThat(get(server, StatusServer.PATH).statusCode()).isEqualTo(200);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
      for (Socket half : slow) {
        assertThat(isClosed(half)).as("a request has its time").isTrue();
      }
    } finally {
      closeAll(slow);
    }
  }

  @Test
  void closesTheOldestConnections_whenAThousandSayNothing() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (StatusServer server = patient(() -> "{}")) {
      for (int i = 0; i < 1_000; i++) {
        silent.add(connected(server));
        assertThat(server.connections()).isLessThanOrEqualTo(StatusServer.MAX_CONNECTIONS);
      }

      assertThat(get(server, StatusServer.PATH).statusCode()).isEqualTo(200);
      int old = silent.size() + 1 - StatusServer.MAX_CONNECTIONS; // one more asked
      for (Socket each : silent.subList(0, old)) {
        assertThat(isClosed(each)).isTrue();
      }
      assertThat(server.connections())
          .isBetween(StatusServer.MAX_CONNECTIONS - 1, StatusServer.MAX_CONNECTIONS);
    } finally {
      closeAll(silent);
    }
  }

  @Test
  void keepsTheConnectionOfAnotherAddress_whenOneHasTooMany() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (StatusServer server = patient(() -> "{}");
        Socket half =
            new Socket(
                InetAddress.getLoopbackAddress(),
                server.address().getPort(),
                InetAddress.getByName("127.0.0.2"),
                0)) {
      String request = "GET " + StatusServer.PATH + " HTTP/1.1\r\nHost: here\r\n\r\n";
      half.getOutputStream().write(request.substring(0, 9).getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < StatusServer.MAX_CONNECTIONS; i++) {
        silent.add(connected(server));
      }
      assertThat(isClosed(silent.get(0))).isTrue();

      half.getOutputStream().write(request.substring(9).getBytes(StandardCharsets.US_ASCII));

      assertThat(new String(half.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200 ");
    } finally {
      closeAll(silent);
    }
  }

  @Test
  void refusesWhatIsNoRequest() throws Exception {
    String get = "GET " + StatusServer.PATH;
    try (StatusServer server = start("127.0.0.1:0")) {
      for (String wrong :
          List.of(
              "",
              get,
              get + " HTTP/2.0",
              get + "  HTTP/1.1",
              get + "% HTTP/1.1",
              get + " HTTP/1.1\r\nno header")) {
        assertThat(say(server, wrong + "\r\n\r\n")).as(wrong).startsWith("HTTP/1.1 400 ");
      }
      String tooLong = "a".repeat(StatusConnection.MAX_HEAD_BYTES);
      assertThat(say(server, get + tooLong)).startsWith("HTTP/1.1 431 ");
      assertThat(asked).hasValue(0);

      String asLongAsItMay = "X: " + tooLong.substring(200) + "\r\nConnection: close\r\n\r\n";
      assertThat(say(server, get + " HTTP/1.0\r\n" + asLongAsItMay)).startsWith("HTTP/1.1 200 ");
    }
  }

  /** It does not fit into the buffers of the sockets. */
  @Test
  void tellsAStatusOfAnyLength() throws Exception {
    String status = "é".repeat(5_000_000);
    try (StatusServer server = patient(() -> status)) {
      assertThat(get(server, StatusServer.PATH).body().equals(status)).isTrue();
    }
  }

  @Test
  void saysThatItFailed_whenThereIsNoStatus() throws Exception {
    Supplier<String> closed =
        () -> {
          throw new IllegalStateException("closed");
        };
    Supplier<String> incomplete =
        () -> {
          throw new NoClassDefFoundError("shop/Item");
        };
    for (Supplier<String> none : List.of(closed, incomplete)) {
      try (StatusServer server = patient(none)) {
        assertThat(get(server, StatusServer.PATH).statusCode()).isEqualTo(500);
      }
    }
  }

  private static Socket connected(StatusServer server) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
  }

  /** Waits until the server closes the connection, at most as long as a test lasts. */
  private static boolean isClosed(Socket half) throws IOException {
    try {
      return half.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void leavesNoThreadAndNoPort() throws Exception {
    StatusServer server = start("127.0.0.1:0");
    assertThat(get(server, StatusServer.PATH).statusCode()).isEqualTo(200);

    server.close();

    assertThatThrownBy(() -> get(server, StatusServer.PATH)).isInstanceOf(ConnectException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("holdfast-status-node-7"));
  }

  @Test
  void keepsNeitherTheJvmAliveNorAClassLoader() throws Exception {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    ClassLoader application = new ClassLoader(before) {};
    current.setContextClassLoader(application);
    try (StatusServer server = start("127.0.0.1:0")) {
      assertThat(get(server, StatusServer.PATH).statusCode()).isEqualTo(200);

      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().startsWith("holdfast-status"))
          .isNotEmpty()
          .allMatch(Thread::isDaemon)
          .noneMatch(thread -> thread.getContextClassLoader() == application);
    } finally {
      current.setContextClassLoader(before);
    }
  }

  @Test
  void saysWhereItCannotAnswer() {
    try (StatusServer first = start("127.0.0.1:0")) {
      int port = first.address().getPort();

      assertThatThrownBy(() -> start("127.0.0.1:" + port))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("cannot report the status at 127.0.0.1:" + port + ": ")
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  void tellsNothingToWhoeverLacksTheToken() throws Exception {
    String token = "correct-horse-battery";
    try (StatusServer server = start("127.0.0.1:0", token)) {
      List<String> wrong =
          List.of(
              "",
              "Bearer",
              "Bearer ",
              token,
              "Basic " + token,
              "Bearer" + token,
              "Bearer " + token.substring(1),
              "Bearer " + token.substring(0, token.length() - 1),
              "Bearer " + token + "x",
              "Bearer " + token.toUpperCase(Locale.ROOT));
      assertThat(ask(server, "GET", null)).startsWith("HTTP/1.1 401 ");
      for (String each : wrong) {
        assertThat(ask(server, "GET", each))
            .as(each)
            .startsWith("HTTP/1.1 401 ")
            .containsIgnoringCase("\r\nWWW-Authenticate: Bearer\r\n")
            .doesNotContain("asked", token);
        assertThat(ask(server, "POST", each)).startsWith("HTTP/1.1 401 ");
      }
      assertThat(asked).hasValue(0);

      assertThat(ask(server, "GET", "Bearer " + token))
          .startsWith("HTTP/1.1 200 ")
          .endsWith("{\"asked\":1}");
      assertThat(ask(server, "GET", "bearer  " + token)).startsWith("HTTP/1.1 200 ");
      assertThat(ask(server, "POST", "Bearer " + token)).startsWith("HTTP/1.1 405 ");
    }
  }

  /** Returns the whole answer. */
  private static String ask(StatusServer server, String method, @Nullable String authorization)
      throws IOException {
    return say(
        server,
        method
            + " "
            + StatusServer.PATH
            + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
            + (authorization == null ? "" : "Authorization: " + authorization + "\r\n")
            + "\r\n");
  }

  /** Returns the whole answer. */
  private static String say(StatusServer server, String request) throws IOException {
    try (Socket socket = connected(server)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private StatusServer start(String address) {
    return start(address, "");
  }

  /** Starts a server that closes no connection for its time. */
  private static StatusServer patient(Supplier<String> json) {
    return StatusServer.start(
        StatusServer.address("127.0.0.1:0"), new Secret(""), "node-7", json, Duration.ofMinutes(1));
  }

  private StatusServer start(String address, String token) {
    return StatusServer.start(
        StatusServer.address(address),
        new Secret(token),
        "node-7",
        () -> "{\"asked\":" + asked.incrementAndGet() + "}");
  }

  private HttpResponse<String> get(StatusServer server, String path)
      throws IOException, InterruptedException {
    return http.send(request(server, path).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(StatusServer server, String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.address().getPort() + path))
        .timeout(Duration.ofSeconds(10));
  }
}
