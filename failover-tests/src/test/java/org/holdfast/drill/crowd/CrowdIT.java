// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.holdfast.drill.load.ScriptedServer.answer;
import static org.holdfast.drill.load.ScriptedServer.line;
import static org.holdfast.drill.load.ScriptedServer.reset;
import static org.holdfast.drill.load.ScriptedServer.write;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.ScriptedServer;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Users on real sockets against a server that misbehaves once: counted as what it is, no hang. */
@Timeout(60)
class CrowdIT {
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final int MISBEHAVES_AT = 3;
  private static final String TOO_LONG = "x".repeat((1 << 20) + 1);
  private static final String ODD_COOKIES =
      Stream.of("=x; b", "OTHER=1.a", "JSESSIONID=S1.nowhere; Path=/")
          .map(cookie -> "Set-Cookie: " + cookie + "\r\n")
          .collect(Collectors.joining());

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final AtomicLong counter = new AtomicLong();

  /** As long as no test is about it: a machine that stalls must not pass for a server that does. */
  private Duration requestTimeout = BOUND;

  private final CrowdRecorder recorder = new CrowdRecorder(System::nanoTime, "test");

  @AfterEach
  void closeAll() throws Exception {
    for (int last = opened.size() - 1; last >= 0; last--) {
      opened.get(last).close();
    }
  }

  static Stream<Arguments> mischief() {
    return Stream.of(
        lost("reset before the answer", (request, cookie, socket) -> reset(socket)),
        lost("closed before the answer", (request, cookie, socket) -> socket.close()),
        lost(
            "reset inside the answer",
            (request, cookie, socket) -> {
              write(socket, "HTTP/1.1 200 OK\r\nContent-Le");
              reset(socket);
            }),
        lost(
            "half an answer, then closed",
            (request, cookie, socket) -> {
              write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + line(1));
              socket.close();
            }),
        lost(
            "half a chunk, then closed",
            (request, cookie, socket) -> {
              write(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\ncoun");
              socket.close();
            }),
        tooLong("a long answer", "Content-Length: " + TOO_LONG.length() + "\r\n\r\n" + TOO_LONG),
        tooLong(
            "a long answer in chunks",
            "Transfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(TOO_LONG.length())
                + "\r\n"
                + TOO_LONG
                + "\r\n0\r\n\r\n"),
        tooLong("a long answer that does not say how long", "\r\n" + TOO_LONG),
        mischief("no answer", FailureKind.TIMED_OUT, (request, cookie, socket) -> {}),
        mischief(
            "an answer that stops",
            FailureKind.TIMED_OUT,
            (request, cookie, socket) ->
                write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\ncoun")),
        mischief(
            "a redirect",
            FailureKind.WRONG_ANSWER,
            (request, cookie, socket) ->
                write(
                    socket, "HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n")),
        mischief(
            "an error",
            FailureKind.WRONG_ANSWER,
            (request, cookie, socket) ->
                write(socket, "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")),
        mischief(
            "a 503",
            FailureKind.UNAVAILABLE,
            (request, cookie, socket) ->
                write(socket, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")));
  }

  private static Arguments lost(String name, ScriptedServer.Script script) {
    return mischief(name, FailureKind.LOST_IN_FLIGHT, script);
  }

  private static Arguments tooLong(String name, String rest) {
    return mischief(
        name,
        FailureKind.ANSWER_TOO_LONG,
        (request, cookie, socket) -> write(socket, "HTTP/1.1 200 OK\r\n" + rest));
  }

  private static Arguments mischief(String name, FailureKind kind, ScriptedServer.Script script) {
    return Arguments.of(name, kind, script);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @MethodSource("mischief")
  void countsOneFailureAndGoesOn_whenTheServerMisbehavesOnce(
      String name, FailureKind kind, ScriptedServer.Script script) throws Exception {
    ScriptedServer server =
        server(
            (request, cookie, socket) -> {
              if (request == MISBEHAVES_AT) {
                script.serve(request, cookie, socket);
              } else {
                answer(socket, counter.incrementAndGet(), "");
              }
            });

    if (kind == FailureKind.TIMED_OUT) {
      requestTimeout = Duration.ofMillis(800);
    }
    Crowd crowd = drive(1, RequestBody.NONE, server.target("a"));
    awaitAnswers(MISBEHAVES_AT + 3);

    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.failures()).containsExactlyEntriesOf(Map.of(kind, 1L));
    assertThat(figures.failedRequests()).isEqualTo(1);
    if (kind == FailureKind.ANSWER_TOO_LONG) {
      assertThat(figures.wrongAnswer())
          .isEqualTo("more than the 1 MiB that this driver reads, for /counter");
    }
    assertThat(figures.idleCloses()).isZero();
    assertThat(figures.countersWrong()).isZero();
    crowd.leave(1);
    await().atMost(BOUND).until(() -> crowd.tallies().stream().noneMatch(UserTally::isOpen));
    assertThat(recorder.answersOfRun() + recorder.unansweredOfRun())
        .as("the server's count")
        .isEqualTo(server.requests());
  }

  @Test
  void countsAnIdleClose_notAFailure_whenTheServerClosesAfterTheAnswer() throws Exception {
    ScriptedServer server =
        server(
            (request, cookie, socket) -> {
              answer(socket, counter.incrementAndGet(), "");
              socket.close();
            });
    // Long enough for the close to arrive first, on a busy machine too.
    drive(1, RequestBody.NONE, Duration.ofMillis(300), server.target("a"));
    awaitAnswers(10);

    assertThat(recorder.currentFigures().failures()).isEmpty();
    assertThat(recorder.currentFigures().idleCloses()).isGreaterThanOrEqualTo(9);
    assertThat(server.connections()).isGreaterThanOrEqualTo(10);
  }

  @Test
  void goesOn_whenIdleConnectionsAreReset() throws Exception {
    ScriptedServer server =
        server(
            (request, cookie, socket) -> {
              answer(socket, counter.incrementAndGet(), "");
              reset(socket);
            });
    drive(1, RequestBody.NONE, server.target("a"));
    awaitAnswers(10);

    // A reset may overtake the answer in the client's kernel: then it cost a request after all.
    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.failures().keySet()).isSubsetOf(FailureKind.LOST_IN_FLIGHT);
    assertThat(figures.idleCloses())
        .as("each connection that was answered, but the last")
        .isGreaterThanOrEqualTo(9);
  }

  @Test
  void countsNothing_whenTheServerHasMoreToSayThanAnAnswer() throws Exception {
    ScriptedServer server =
        server(
            (request, cookie, socket) -> {
              socket.setTcpNoDelay(true);
              String body = line(counter.incrementAndGet());
              String head = "HTTP/1.1 200 OK\r\n";
              String chunks =
                  head
                      + "Trailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n"
                      + Integer.toHexString(body.length())
                      + "\r\n"
                      + body
                      + "\r\n0\r\nX-Sum: 7\r\n\r\n";
              switch (request % 5) {
                case 0 -> {
                  write(socket, "HTTP/1.1 100 Continue\r\n\r\n");
                  answer(socket, counter.get(), "");
                }
                case 1 -> {
                  write(
                      socket,
                      "HTTP/1.1 100 Continue\r\n\r\n" + head + "Content-Length: " + body.length());
                  write(socket, "\r\n\r\n" + body);
                }
                case 2 -> answer(socket, counter.get(), "Keep-Alive: timeout=1, max=2\r\n");
                case 3 -> answer(socket, counter.get(), "X: " + "x".repeat(60_000) + "\r\n");
                default -> write(socket, chunks);
              }
            });
    drive(1, RequestBody.of("text/plain", new byte[] {'a'}), server.target("a"));
    awaitAnswers(12);

    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.failures()).isEmpty();
    assertThat(figures.countersWrong()).isZero();
    assertThat(figures.countersRight()).isGreaterThanOrEqualTo(12);
    assertThat(server.connections()).as("kept").isEqualTo(1);
  }

  @Test
  void countsNothing_whenTheServerSaysClose_orAnswersSlowlyInChunks_orSetsOddCookies()
      throws Exception {
    ScriptedServer server =
        server(
            (request, cookie, socket) -> {
              socket.setTcpNoDelay(true);
              String body = line(counter.incrementAndGet());
              switch (request % 3) {
                case 0 -> answer(socket, counter.get(), "Connection: close\r\n");
                case 1 -> answer(socket, counter.get(), ODD_COOKIES);
                default -> {
                  String bytes =
                      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                          + Integer.toHexString(body.length())
                          + "\r\n"
                          + body
                          + "\r\n0\r\n\r\n";
                  for (String bit : bytes.split("")) {
                    write(socket, bit);
                  }
                }
              }
            });
    drive(1, RequestBody.NONE, server.target("a"));
    awaitAnswers(12);

    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.failures()).isEmpty();
    assertThat(figures.countersWrong()).isZero();
    assertThat(figures.countersRight()).isGreaterThanOrEqualTo(12);
  }

  @Test
  void countsAnswersThatEndWithTheirConnection_eachOnANewOne() throws Exception {
    ScriptedServer server =
        server(
            (request, cookie, socket) -> {
              write(socket, "HTTP/1.0 200 OK\r\nServer: old\r\n\r\n");
              write(socket, line(counter.incrementAndGet()));
              socket.close();
            });
    drive(1, RequestBody.NONE, server.target("a"));
    awaitAnswers(10);

    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.failures()).isEmpty();
    assertThat(figures.countersWrong()).isZero();
    assertThat(figures.countersRight()).isGreaterThanOrEqualTo(10);
    assertThat(server.connections()).isGreaterThanOrEqualTo(10);
  }

  @Test
  void countsARefusedConnectionAsThat_andFailsOver() throws Exception {
    Target nobody;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = new Target("a", new InetSocketAddress("127.0.0.1", taken.getLocalPort()));
    }
    ScriptedServer b =
        server((request, cookie, socket) -> answer(socket, counter.incrementAndGet(), ""));
    drive(1, RequestBody.NONE, nobody, b.target("b"));
    awaitAnswers(3);

    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.failures()).containsExactlyEntriesOf(Map.of(FailureKind.REFUSED, 1L));
    assertThat(figures.failedRequests()).isZero();
  }

  @Test
  void postsTheBodyEachTime() throws Exception {
    byte[] body = "item=42&count=1".getBytes(StandardCharsets.US_ASCII);
    ScriptedServer server =
        server((request, cookie, socket) -> answer(socket, counter.incrementAndGet(), ""));
    Crowd crowd = drive(1, RequestBody.of("text/plain", body), server.target("a"));
    awaitAnswers(5);
    crowd.leave(1);
    await().atMost(BOUND).until(() -> crowd.tallies().stream().noneMatch(UserTally::isOpen));

    assertThat(recorder.currentFigures().failures()).isEmpty();
    assertThat(server.bodyBytes()).isEqualTo(body.length * server.requests());
  }

  private ScriptedServer server(ScriptedServer.Script script) throws Exception {
    ScriptedServer server = new ScriptedServer(script);
    opened.add(server);
    return server;
  }

  private Crowd drive(int users, RequestBody body, Target... targets) throws Exception {
    return drive(users, body, Duration.ofMillis(20), targets);
  }

  private Crowd drive(int users, RequestBody body, Duration think, Target... targets)
      throws Exception {
    Crowd crowd =
        Crowd.of(
            new CrowdPlan(
                users,
                List.of(new Page("/counter", body, 1)),
                new ThinkTime(ThinkTime.Distribution.FIXED, think),
                ThinkFrom.RESPONSE,
                0,
                requestTimeout,
                Duration.ofMillis(20),
                "JSESSIONID",
                1),
            List.of(targets),
            GrizzlyHttpEngine.start(1, true),
            recorder);
    opened.add(crowd);
    crowd.start(Duration.ZERO);
    return crowd;
  }

  private void awaitAnswers(int count) {
    await().atMost(BOUND).until(() -> recorder.currentFigures().answers() >= count);
  }
}
