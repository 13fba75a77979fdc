// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.holdfast.servlet.CommitGuard.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommitGuardedResponseTest {
  private final BufferedResponse container = new BufferedResponse();
  private final CommitGuardedResponse response =
      new CommitGuardedResponse(container.asResponse(), this::beforeCommit) {
        @Override
        protected void breakOff() {
          brokenOff++;
        }
      };

  /** The changes of the application, and those that the guard saw. */
  private int changes;

  private int seen;
  private int calls;
  private int brokenOff;
  private Verdict verdict = Verdict.PROCEED;

  private Verdict beforeCommit() {
    calls++;
    seen = changes;
    return verdict;
  }

  @BeforeEach
  void failsWhenAChangeIsCommittedUnseen() {
    container.onCommit = () -> assertThat(seen).as("changes the guard saw").isEqualTo(changes);
  }

  interface Action {
    void on(HttpServletResponse response) throws IOException;
  }

  private static Arguments action(String name, Action action) {
    return Arguments.argumentSet(name, action);
  }

  /** Actions that commit at the end of the request only, as they are the end of the response. */
  static Stream<Arguments> endingActions() {
    return Stream.of(
        action("stream close", r -> r.getOutputStream().close()),
        action("writer close", r -> r.getWriter().close()),
        action("length reached", r -> withLength(r, 3).getOutputStream().write(new byte[3])),
        action(
            "length header reached",
            r -> r.setHeader("content-length", "1"),
            r -> r.getWriter().print('c')),
        action(
            "added length header reached",
            r -> r.addHeader("Content-Length", "1"),
            r -> r.getWriter().write('c')),
        action(
            "int header reached",
            r -> r.setIntHeader("Content-Length", 1),
            r -> r.getOutputStream().write(7)),
        action(
            "added int header reached",
            r -> r.addIntHeader("Content-Length", 1),
            r -> r.getOutputStream().write(7)),
        action(
            "long length reached",
            r -> r.setContentLengthLong(1),
            r -> r.getOutputStream().write(7)),
        action(
            "empty write at length 0", r -> withLength(r, 0).getOutputStream().write(new byte[0])),
        action(
            "length of what is written",
            r -> r.getOutputStream().write(7),
            r -> r.setContentLength(1)),
        action(
            "length of what is printed",
            r -> r.setContentLength(3),
            r -> r.getOutputStream().print("abc")));
  }

  static Stream<Arguments> committingActions() {
    return Stream.of(
        action("flushBuffer", HttpServletResponse::flushBuffer),
        action("stream flush", r -> r.getOutputStream().flush()),
        action("writer flush", r -> r.getWriter().flush()),
        action("writer checkError", CommitGuardedResponseTest::checkError),
        action("sendError", r -> r.sendError(404)),
        action("sendError with message", r -> r.sendError(404, "none")),
        action("sendRedirect", r -> r.sendRedirect("/x")),
        action("full stream", r -> r.getOutputStream().write(new byte[65])),
        action("full stream, byte array", r -> r.getOutputStream().write(new byte[80], 1, 79)),
        action("full stream, print", r -> r.getOutputStream().print("x".repeat(65))),
        action("full stream, multi-byte", r -> utf8Stream(r).print("\u20ac".repeat(22))),
        action("full writer", r -> r.getWriter().write("x".repeat(65))),
        action("full writer, chars", r -> r.getWriter().write(new char[65])),
        action("full writer, println", r -> r.getWriter().println("x".repeat(63))),
        action("full writer, printf", r -> r.getWriter().printf(Locale.ROOT, "%65d", 1)),
        action("full writer, append", r -> r.getWriter().append("x".repeat(65))),
        action("full writer, multi-byte", r -> utf8(r).write("\u20ac".repeat(22))));
  }

  private static Arguments action(String name, Action first, Action second) {
    return action(
        name,
        r -> {
          first.on(r);
          second.on(r);
        });
  }

  private static HttpServletResponse withLength(HttpServletResponse response, int bytes) {
    response.setContentLength(bytes);
    return response;
  }

  private static void checkError(HttpServletResponse response) throws IOException {
    // Nothing more gets out of a refused response.
    assertThat(response.getWriter().checkError())
        .isEqualTo(((CommitGuardedResponse) response).isRefused());
  }

  private static PrintWriter utf8(HttpServletResponse response) throws IOException {
    response.setCharacterEncoding("UTF-8");
    return response.getWriter();
  }

  private static ServletOutputStream utf8Stream(HttpServletResponse response) throws IOException {
    response.setCharacterEncoding("UTF-8");
    return response.getOutputStream();
  }

  /** The API's own {@code print} throws beyond Latin-1. */
  @Test
  void printsWhatTheContainersStreamCan() throws IOException {
    utf8Stream(response).println("12 \u20ac");
    response.getOutputStream().print(true);
    response.getOutputStream().print((String) null);
    response.flushBuffer();

    assertThat(container.sentText()).isEqualTo("12 \u20ac\r\ntruenull");
  }

  @ParameterizedTest
  @MethodSource("committingActions")
  void asksBeforeTheResponseIsCommitted(Action action) throws IOException {
    changes = 1;

    action.on(response);

    assertThat(container.isCommitted()).isTrue();
    assertThat(calls).isPositive();
  }

  @ParameterizedTest
  @MethodSource("committingActions")
  void answers503AndNothingElse_whenRefused(Action action) throws IOException {
    verdict = Verdict.REFUSE;
    response.setHeader("X-Page", "1");

    action.on(response);
    response.getOutputStream().print("more");
    response.getWriter().print("and more");
    response.setStatus(200);
    response.sendError(500);
    response.sendRedirect("/elsewhere");
    response.reset();
    response.flushBuffer();

    container.finish();
    assertThat(container.getStatus()).isEqualTo(503);
    assertThat(container.header("Retry-After")).isEqualTo("1");
    assertThat(container.header("X-Page")).isNull();
    assertThat(container.header("Location")).isNull();
    assertThat(container.sentText())
        .startsWith("The server cannot serve")
        .endsWith("\n")
        .doesNotContain("more");
    assertThat(response.isCommitted()).isTrue();
  }

  @Test
  void asksAgain_whenSomethingChangesBetweenAnEarlyQuestionAndTheCommit() throws IOException {
    ServletOutputStream out = response.getOutputStream();
    out.write(new byte[64]);
    assertThat(calls).isOne();
    assertThat(container.isCommitted()).isFalse();

    changes++;
    out.write(1);

    assertThat(container.isCommitted()).isTrue();
    assertThat(calls).isEqualTo(2);
  }

  @Test
  void doesNotAsk_whileTheWritesFitTheBuffer() throws IOException {
    for (int i = 0; i < 63; i++) {
      response.getWriter().write('x');
    }

    assertThat(calls).isZero();
  }

  @ParameterizedTest
  @MethodSource("endingActions")
  void keepsTheEndBack_untilTheRequestIsOver(Action action) throws IOException {
    action.on(response);
    assertThat(container.isCommitted()).isFalse();
    changes++;

    end();

    assertThat(container.isCommitted()).isTrue();
    assertThat(container.isWhole()).isTrue();
  }

  /** As an integration does at the end of a request, and then the container. */
  private void end() throws IOException {
    if (response.guard().beforeCommit() == Verdict.PROCEED) {
      assertThat(response.finish(() -> {})).isTrue();
    } else {
      response.refuse();
    }
    container.finish();
  }

  @ParameterizedTest
  @MethodSource("endingActions")
  void answers503_whenRefusedAtTheEnd(Action action) throws IOException {
    action.on(response);
    verdict = Verdict.REFUSE;

    end();

    assertThat(container.getStatus()).isEqualTo(503);
    assertThat(container.sentText()).startsWith("The server cannot serve");
  }

  static Stream<Arguments> piecesAfterTheCommit() {
    return Stream.of(
        action("stream", r -> r.getOutputStream().write(bytes("rest"))),
        action("stream, byte by byte", r -> r.getOutputStream().write('r')),
        action("print", r -> r.getOutputStream().print("rest")),
        action("writer", r -> r.getWriter().write("rest")),
        action("writer, chars", r -> r.getWriter().write("rest".toCharArray())),
        action("writer, character", r -> r.getWriter().write('r')),
        action("println", r -> r.getWriter().println("rest")),
        action("stream println", r -> r.getOutputStream().println(12)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The container sends each byte that it gets then. */
  @ParameterizedTest
  @MethodSource("piecesAfterTheCommit")
  void asksAboutEachPiece_onceCommitted(Action piece) throws IOException {
    response.flushBuffer();
    container.onSend = container.onCommit;
    changes++;

    piece.on(response);
    assertThat(container.sentText()).isEmpty();
    response.flushBuffer();

    assertThat(container.sentText()).isNotEmpty();
    assertThat(seen).isEqualTo(changes);
    piece.on(response);
    changes++;
    end();
    assertThat(container.sentText().length() % 2).isZero();
  }

  @ParameterizedTest
  @MethodSource("piecesAfterTheCommit")
  void breaksOff_whenRefusedAfterTheCommit(Action piece) throws IOException {
    response.flushBuffer();
    verdict = Verdict.REFUSE;

    piece.on(response);
    assertThatThrownBy(response::flushBuffer)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cut off");

    assertThat(container.sentText()).isEmpty();
    assertThat(brokenOff).isOne();
    assertThat(response.isBroken()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("piecesAfterTheCommit")
  void breaksOff_whenTheEndIsRefused(Action piece) throws IOException {
    response.flushBuffer();
    piece.on(response);
    verdict = Verdict.REFUSE;

    end();

    assertThat(container.sentText()).isEmpty();
    assertThat(brokenOff).isOne();
  }

  static Stream<Arguments> wholeBodies() {
    return Stream.of(
        action("stream", r -> r.getOutputStream().write(bytes("0123456789"))),
        action("stream print", r -> r.getOutputStream().print("0123456789")),
        action("writer", r -> r.getWriter().write("0123456789")),
        action(
            "print of the last",
            r -> r.getOutputStream().write(bytes("012345678")),
            r -> r.getOutputStream().print(9)),
        action(
            "byte after prints",
            r -> r.getOutputStream().print("012345678"),
            r -> r.getOutputStream().write('9')),
        action(
            "writer, twice", r -> r.getWriter().write("01234567"), r -> r.getWriter().print(89)));
  }

  @ParameterizedTest
  @MethodSource("wholeBodies")
  void flushesAllButTheLastByteOfADeclaredLength(Action body) throws IOException {
    response.setContentLength(10);
    response.flushBuffer();
    container.onSend = container.onCommit;
    body.on(response);
    response.flushBuffer();
    assertThat(container.sentText()).isEqualTo("012345678");
    changes++;

    end();

    assertThat(container.sentText()).isEqualTo("0123456789");
  }

  @ParameterizedTest
  @MethodSource("wholeBodies")
  void commitsAllButTheLastByteOfADeclaredLength_whenItIsFlushed(Action body) throws IOException {
    response.setContentLength(10);
    body.on(response);
    response.flushBuffer();
    assertThat(container.sentText()).isEqualTo("012345678");

    end();

    assertThat(container.sentText()).isEqualTo("0123456789");
  }

  @Test
  void endsWithTheWholePairOfSurrogates() throws IOException {
    response.setCharacterEncoding("UTF-8");
    response.setContentLength(5);
    response.getWriter().write("x\ud83d\ude00");
    response.flushBuffer();
    assertThat(container.sentText()).isEqualTo("x");

    end();

    assertThat(container.sentText()).isEqualTo("x\ud83d\ude00");
  }

  @Test
  void endsWithALine() throws IOException {
    response.setContentLength(9);
    response.flushBuffer();
    PrintWriter writer = response.getWriter();
    writer.println("one");
    writer.println("tw");
    writer.flush();
    assertThat(container.sentText()).isEqualTo("one\r\ntw");

    end();

    assertThat(container.sentText()).isEqualTo("one\r\ntw\r\n");
  }

  @Test
  void asksOnceForManySmallPieces_onceCommitted() throws IOException {
    response.flushBuffer();
    ServletOutputStream out = response.getOutputStream();
    for (int i = 0; i < 1_000; i++) {
      out.write(new byte[100]);
    }

    assertThat(calls).isLessThan(6);
    end();
    assertThat(container.sentText()).hasSize(100_000);
  }

  @Test
  void passesLargePieces_onceCommitted() throws IOException {
    response.setContentLength(200_000);
    response.flushBuffer();
    response.getOutputStream().write(new byte[100_000]);
    assertThat(container.sentText()).hasSize(100_000);
    response.getOutputStream().write(new byte[100_000]);
    assertThat(container.sentText()).hasSize(199_999);

    end();

    assertThat(container.sentText()).hasSize(200_000);
  }

  @Test
  void holdsNoMoreTextThanABuffer_onceCommitted() throws IOException {
    response.flushBuffer();
    PrintWriter writer = response.getWriter();
    for (int i = 0; i < 1_000; i++) {
      writer.println("x".repeat(98));
    }
    assertThat(container.sentText().length()).isGreaterThan(60_000);

    end();

    assertThat(container.sentText()).hasSize(100_000);
  }

  @Test
  void isClosedForTheApplication_onceItClosedIt() throws IOException {
    PrintWriter writer = response.getWriter();
    writer.print("whole");
    writer.close();
    writer.print("too late");
    writer.flush();

    assertThat(response.isCommitted()).isTrue();
    assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> response.sendError(404)).isInstanceOf(IllegalStateException.class);
    end();
    assertThat(container.sentText()).isEqualTo("whole");
  }

  @Test
  void forgetsWhatItHeldBack_whenAnErrorTakesItsPlace() throws IOException {
    response.setContentLength(4);
    response.getOutputStream().print("page");

    response.sendError(404);
    end();

    assertThat(container.sentText()).isEmpty();
  }

  @Test
  void forgetsWhatItHeldBack_whenItIsReset() throws IOException {
    response.setContentLength(4);
    response.getOutputStream().print("page");
    response.reset();

    end();

    assertThat(container.sentText()).isEmpty();
  }

  /** An error page, say. */
  @Test
  void keepsTheEndBackOnceMore_whenAnotherPageWritesAfterTheEnd() throws IOException {
    response.getWriter().print("first");
    assertThat(response.guard().beforeCommit()).isEqualTo(Verdict.PROCEED);
    response.finish(() -> {});
    container.resetBuffer();

    response.resume();
    response.getWriter().print("second");
    response.getWriter().close();
    assertThat(container.isCommitted()).isFalse();
    changes++;
    end();

    assertThat(container.sentText()).isEqualTo("second");
  }

  @Test
  void passesWhatIsWrittenAfterTheEnd_andAsksBefore() throws IOException {
    response.flushBuffer();
    end();
    changes++;
    container.onSend = container.onCommit;

    response.getOutputStream().print("late");

    assertThat(seen).isEqualTo(changes);
    container.finish();
    assertThat(container.sentText()).isEqualTo("late");
  }

  private static WriteListener listener(Runnable whenPossible) {
    return new WriteListener() {
      @Override
      public void onWritePossible() {
        whenPossible.run();
      }

      @Override
      public void onError(Throwable thrown) {}
    };
  }

  @Test
  void writesAtOnceButTheLastByte_whenItDoesNotBlock() throws IOException {
    response.setContentLength(8);
    ServletOutputStream out = response.getOutputStream();
    out.setWriteListener(listener(() -> {}));
    response.flushBuffer();
    container.onSend = container.onCommit;
    changes++;

    out.write(bytes("0123"));
    assertThat(seen).isEqualTo(changes);
    assertThat(container.sentText()).isEqualTo("0123");
    out.write(bytes("4567"));
    assertThat(container.sentText()).isEqualTo("0123456");
    changes++;
    end();

    assertThat(container.sentText()).isEqualTo("01234567");
  }

  @Test
  void writesTheEndWhenTheContainerIsReady_whenItDoesNotBlock() throws IOException {
    response.setContentLength(8);
    ServletOutputStream out = response.getOutputStream();
    AtomicInteger calledBack = new AtomicInteger();
    out.setWriteListener(listener(calledBack::incrementAndGet));
    out.write(bytes("01234567"));
    container.ready = false;
    AtomicBoolean completed = new AtomicBoolean();
    assertThat(response.guard().beforeCommit()).isEqualTo(Verdict.PROCEED);

    assertThat(response.finish(() -> completed.set(true))).isFalse();
    assertThat(completed).isFalse();
    container.ready = true;
    container.listener.onWritePossible();

    assertThat(completed).isTrue();
    assertThat(calledBack).hasValue(0);
    container.finish();
    assertThat(container.sentText()).isEqualTo("01234567");
  }

  @Test
  void startsCountingAgain_afterResetAndResetBuffer() throws IOException {
    response.getOutputStream().write(new byte[60]);
    response.resetBuffer();
    response.getOutputStream().write(new byte[60]);
    response.setContentLength(70);
    response.reset();
    response.getWriter().write("x".repeat(60));

    assertThat(calls).isZero();
  }

  @Test
  void keepsTheDeclaredLength_whenOnlyTheBufferIsReset() throws IOException {
    response.setContentLength(5);
    response.resetBuffer();
    changes = 1;

    response.getOutputStream().write(new byte[5]);
    assertThat(container.isCommitted()).isFalse();
    end();

    assertThat(container.sentText()).hasSize(5);
  }

  @Test
  void followsTheEncoding_whenTheWriterIsNewAfterAReset() throws IOException {
    response.getWriter().write("x");
    response.reset();
    response.setCharacterEncoding("UTF-16BE");
    changes = 1;

    response.getWriter().write("x".repeat(33));

    assertThat(container.isCommitted()).isTrue();
  }

  @Test
  void keepsWriterAndStreamExclusive() throws IOException {
    assertThat(response.getWriter()).isSameAs(response.getWriter());

    assertThatThrownBy(response::getOutputStream).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void leavesTheLineSeparatorToTheContainer() throws IOException {
    response.getWriter().println(1);
    response.getWriter().println("two");
    response.flushBuffer();

    assertThat(container.sentText()).isEqualTo("1\r\ntwo\r\n");
  }

  @Test
  void failsFurtherWrites_whenRefusedAfterTheCommit() throws IOException {
    ServletOutputStream out = response.getOutputStream();
    out.write("begun".getBytes(StandardCharsets.US_ASCII));
    response.flushBuffer();

    response.refuse();

    assertThat(response.isRefused()).isTrue();
    assertThatThrownBy(() -> out.write(1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cut off");
    assertThatThrownBy(() -> out.write(new byte[9])).isInstanceOf(IOException.class);
    assertThatThrownBy(out::flush).isInstanceOf(IOException.class);
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(brokenOff).isOne();
    assertThatThrownBy(response::flushBuffer).isInstanceOf(IOException.class);
    assertThat(container.sentText()).isEqualTo("begun");
    assertThat(container.getStatus()).isEqualTo(200);
  }

  @Test
  void showsAnErrorInTheWriter_whenRefusedAfterTheCommit() throws IOException {
    PrintWriter writer = response.getWriter();
    writer.flush();

    response.refuse();
    writer.print("lost");

    assertThat(writer.checkError()).isTrue();
    assertThat(container.sentText()).isEmpty();
  }

  @Test
  void letsTheApplicationSee_whatTheGuardThrows() throws IOException {
    CommitGuardedResponse failing =
        new CommitGuardedResponse(
            container.asResponse(),
            () -> {
              throw new IllegalArgumentException("attribute cart: java.net.Socket");
            });
    PrintWriter writer = failing.getWriter();

    assertThatThrownBy(writer::flush).hasMessage("attribute cart: java.net.Socket");
    assertThat(container.isCommitted()).isFalse();
  }

  @Test
  void saysWhatIsMissing_whenTheContainerHasNoRedirectWithStatus() {
    assertThatThrownBy(() -> response.sendRedirect("/x", 307, true))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("307")
        .hasMessageContaining("Servlet 6.1");
  }
}
