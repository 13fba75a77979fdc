// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.holdfast.drill.load.ScriptedServer.answer;
import static org.holdfast.drill.load.ScriptedServer.line;
import static org.holdfast.drill.load.ScriptedServer.reset;
import static org.holdfast.drill.load.ScriptedServer.write;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One user against servers that misbehave on purpose. */
@Timeout(60)
class LoadDriverIT {
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final String TO_A = "Set-Cookie: JSESSIONID=S1.a; Path=/\r\n";
  private static final Duration IMPATIENT = Duration.ofMillis(300);

  private final List<AutoCloseable> opened = new ArrayList<>();

  /** As long as no test is about it: a machine that stalls must not pass for a server that does. */
  private Duration requestTimeout = BOUND;

  private Duration thinkTime = Duration.ofMillis(10);

  private final AtomicLong counter = new AtomicLong();
  private final LoadRecorder recorder = new LoadRecorder("test");

  @AfterEach
  void closeAll() throws Exception {
    for (int last = opened.size() - 1; last >= 0; last--) {
      opened.get(last).close();
    }
  }

  @Test
  void keepsOneConnectionAndItsCookie_whenTheServerIsWellBehaved() throws Exception {
    AtomicInteger withCookie = new AtomicInteger();
    ScriptedServer a =
        server(
            (request, cookie, socket) -> {
              if (cookie.equals("JSESSIONID=S1.a")) {
                withCookie.incrementAndGet();
              }
              answer(socket, counter.incrementAndGet(), request == 1 ? TO_A : "");
            });

    LoadDriver driver = drive(a.target("a"));
    awaitAnswers(driver, 10);

    assertThat(a.connections()).isEqualTo(1);
    assertThat(withCookie.get()).isGreaterThanOrEqualTo(9);
    assertThat(failures(driver)).isEmpty();
  }

  @Test
  void countsNoError_whenIdleConnectionsAreReset() throws Exception {
    ScriptedServer a =
        server(
            (request, cookie, socket) -> {
              answer(socket, counter.incrementAndGet(), TO_A);
              reset(socket);
            });

    // A reset may overtake the answer in the client's kernel: then it cost a request after all.
    LoadDriver driver = drive(a.target("a"));
    awaitAnswers(driver, 10);
    await().atMost(BOUND).until(() -> recorder.idleCloses() >= 5);

    assertThat(
            HistoryChecker.check(driver.histories().get(0), HistoryRules.everyAnswer())
                .violations())
        .isEmpty();
    assertThat(a.connections()).isGreaterThanOrEqualTo(10);
  }

  @Test
  void countsNoError_whenIdleConnectionsAreClosedInOrder() throws Exception {
    ScriptedServer a =
        server(
            (request, cookie, socket) -> {
              answer(socket, counter.incrementAndGet(), TO_A);
              socket.close();
            });

    thinkTime = Duration.ofMillis(200); // the end of a connection arrives before the next request
    LoadDriver driver = drive(a.target("a"));
    awaitAnswers(driver, 5);

    assertThat(recorder.idleCloses()).isPositive();
    assertThat(failures(driver)).isEmpty();
  }

  @Test
  void turnsToTheOtherNode_whenTheConnectionIsResetBeforeTheAnswer() throws Exception {
    assertThat(failureOf((request, cookie, socket) -> reset(socket)))
        .isEqualTo(FailureKind.LOST_IN_FLIGHT);
  }

  @Test
  void turnsToTheOtherNode_whenTheConnectionIsResetInsideTheAnswer() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) -> {
                  write(socket, "HTTP/1.1 200 OK\r\nContent-Le");
                  reset(socket);
                }))
        .isEqualTo(FailureKind.LOST_IN_FLIGHT);
  }

  @Test
  void doesNotBelieveHalfAnAnswer() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) -> {
                  write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + line(1));
                  socket.close();
                }))
        .isEqualTo(FailureKind.LOST_IN_FLIGHT);
  }

  @Test
  void doesNotBelieveAnAnswerWithoutALength_whenItEndsWithItsConnection() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) -> {
                  write(socket, "HTTP/1.1 200 OK\r\n\r\n" + line(1));
                  socket.close();
                }))
        .isEqualTo(FailureKind.LOST_IN_FLIGHT);
  }

  @Test
  void turnsToTheOtherNode_whenThereIsNoAnswerInTime() throws Exception {
    requestTimeout = IMPATIENT;
    assertThat(failureOf((request, cookie, socket) -> {})).isEqualTo(FailureKind.TIMED_OUT);
  }

  @Test
  void turnsToTheOtherNode_whenTheAnswerStopsHalfway() throws Exception {
    requestTimeout = IMPATIENT;
    assertThat(
            failureOf(
                (request, cookie, socket) ->
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\ncoun")))
        .isEqualTo(FailureKind.TIMED_OUT);
  }

  @Test
  void turnsToTheOtherNode_whenAnswered503() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) ->
                    write(
                        socket,
                        "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")))
        .isEqualTo(FailureKind.UNAVAILABLE);
  }

  @Test
  void turnsToTheOtherNode_whenRedirected() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) ->
                    write(
                        socket,
                        "HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n")))
        .isEqualTo(FailureKind.WRONG_ANSWER);
  }

  @Test
  void turnsToTheOtherNode_whenTheAnswerIsNotTheDemosLine() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) ->
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")))
        .isEqualTo(FailureKind.WRONG_ANSWER);
  }

  @Test
  void turnsToTheOtherNode_whenTheAnswerIsNotHttp() throws Exception {
    assertThat(
            failureOf(
                (request, cookie, socket) -> {
                  write(socket, "\u0001\u0002 what is this?\r\n\r\n");
                  socket.close();
                }))
        .isEqualTo(FailureKind.LOST_IN_FLIGHT);
  }

  @Test
  void turnsToTheOtherNode_whenTheConnectionIsRefused() throws Exception {
    Target nobody;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = new Target("a", new InetSocketAddress("127.0.0.1", taken.getLocalPort()));
    }

    LoadDriver driver = drive(nobody, wellBehaved().target("b"));
    awaitAnswers(driver, 3);

    assertThat(failures(driver)).containsExactly(FailureKind.REFUSED);
  }

  @Test
  void ignoresAnAnswer_whenItComesAfterTheUserGaveUp() throws Exception {
    requestTimeout = IMPATIENT;
    CountDownLatch gaveUp = new CountDownLatch(1);
    ScriptedServer slow =
        server(
            (request, cookie, socket) -> {
              gaveUp.await();
              answer(socket, 77, "");
            });
    LoadDriver driver = drive(slow.target("a"), wellBehaved().target("b"));
    await().atMost(BOUND).until(() -> failures(driver).contains(FailureKind.TIMED_OUT));
    gaveUp.countDown();
    awaitAnswers(driver, 10);

    assertThat(failures(driver)).containsExactly(FailureKind.TIMED_OUT);
    assertThat(HistoryChecker.check(driver.histories().get(0), HistoryRules.everyAnswer()).clean())
        .isTrue();
  }

  @Test
  void opensANewConnectionEachTime_whenTheServerSaysClose() throws Exception {
    ScriptedServer a =
        server(
            (request, cookie, socket) ->
                // Leaves it to the client to close.
                answer(socket, counter.incrementAndGet(), "Connection: close\r\n"));

    LoadDriver driver = drive(a.target("a"));
    awaitAnswers(driver, 5);

    assertThat(failures(driver)).isEmpty();
    assertThat(a.connections()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void readsAnAnswer_whenItComesChunkedAndBitByBit() throws Exception {
    ScriptedServer a =
        server(
            (request, cookie, socket) -> {
              socket.setTcpNoDelay(true);
              String body = line(counter.incrementAndGet());
              String bytes =
                  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n"
                      + body.substring(0, 4)
                      + "\r\n"
                      + Integer.toHexString(body.length() - 4)
                      + "\r\n"
                      + body.substring(4)
                      + "\r\n0\r\n\r\n";
              for (String bit : bytes.split("")) {
                write(socket, bit);
              }
            });

    LoadDriver driver = drive(a.target("a"));
    awaitAnswers(driver, 5);

    assertThat(failures(driver)).isEmpty();
    assertThat(HistoryChecker.check(driver.histories().get(0), HistoryRules.everyAnswer()).clean())
        .isTrue();
  }

  @Test
  void moves_whenTheCookieNamesAnotherNode() throws Exception {
    ScriptedServer a =
        server(
            (request, cookie, socket) ->
                answer(
                    socket, counter.incrementAndGet(), "Set-Cookie: JSESSIONID=S1.b; Path=/\r\n"));
    LoadDriver driver = drive(a.target("a"), wellBehaved().target("b"));
    awaitAnswers(driver, 5);

    assertThat(a.requests()).isEqualTo(1);
    assertThat(driver.usersByNode()).containsExactly(0, 1);
  }

  @Test
  void stays_whenTheCookieNamesNoNode() throws Exception {
    ScriptedServer a =
        server(
            (request, cookie, socket) ->
                answer(
                    socket,
                    counter.incrementAndGet(),
                    "Set-Cookie: JSESSIONID=S1.nowhere; Path=/\r\nSet-Cookie: OTHER=x.b\r\n"));
    LoadDriver driver = drive(a.target("a"), wellBehaved().target("b"));
    awaitAnswers(driver, 5);

    assertThat(driver.usersByNode()).containsExactly(1, 0);
    assertThat(failures(driver)).isEmpty();
  }

  @Test
  void reportsTheUser_whenItsLastRequestIsNeverAnswered() throws Exception {
    requestTimeout = IMPATIENT;
    ScriptedServer a = server((request, cookie, socket) -> {});
    LoadDriver driver = drive(a.target("a"));

    assertThat(driver.finish(Duration.ZERO, Duration.ofMillis(700))).isEqualTo(1);
  }

  @Test
  void endsAfterOneMoreAnswerOfEachUser_whenFinished() throws Exception {
    ScriptedServer a = wellBehaved();
    LoadDriver driver = drive(a.target("a"));
    awaitAnswers(driver, 2);

    assertThat(driver.finish(Duration.ZERO, BOUND)).isZero();
    assertThat(answers(driver)).isEqualTo(a.requests());
  }

  /** The one failure of a user whose first node follows {@code script} and whose second is well. */
  private FailureKind failureOf(ScriptedServer.Script script) throws Exception {
    ScriptedServer bad = server(script);
    ScriptedServer good = wellBehaved();
    LoadDriver driver = drive(bad.target("a"), good.target("b"));
    awaitAnswers(driver, 3);
    assertThat(bad.requests()).isEqualTo(1);
    assertThat(good.requests()).isGreaterThanOrEqualTo(3);
    assertThat(failures(driver)).hasSize(1);
    return failures(driver).get(0);
  }

  private ScriptedServer wellBehaved() throws IOException {
    return server((request, cookie, socket) -> answer(socket, counter.incrementAndGet(), ""));
  }

  private ScriptedServer server(ScriptedServer.Script script) throws IOException {
    ScriptedServer server = new ScriptedServer(script);
    opened.add(server);
    return server;
  }

  private LoadDriver drive(Target... targets) throws IOException {
    LoadSettings settings =
        new LoadSettings(
            1,
            "/counter",
            new ThinkTime(ThinkTime.Distribution.FIXED, thinkTime),
            requestTimeout,
            Duration.ofMillis(20),
            1,
            0,
            0);
    LoadDriver driver =
        new LoadDriver(settings, List.of(targets), GrizzlyHttpEngine.start(1), recorder);
    opened.add(driver);
    driver.start(Duration.ZERO);
    return driver;
  }

  private static void awaitAnswers(LoadDriver driver, int count) {
    await().atMost(BOUND).until(() -> answers(driver) >= count);
  }

  private static long answers(LoadDriver driver) {
    return driver.histories().get(0).exchanges().stream()
        .filter(exchange -> exchange.reply() instanceof Reply.Served)
        .count();
  }

  private static List<FailureKind> failures(LoadDriver driver) {
    return Failures.of(driver.histories().get(0));
  }
}
