// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract that a client reads the first byte of a response after the update is on the
 * secondary, and that responses are as they would be without replication.
 */
abstract class ResponseContract extends ContractTopic {
  private static final int MEDIUM_BYTES = 10_000;
  private static final int LARGE_BYTES = 300_000;

  ResponseContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication application = ContractApplication.at("");
    Map<String, Page> ways =
        Map.ofEntries(
            Map.entry("flush", ResponseContract::flush),
            Map.entry("flush-writer", ResponseContract::flushWriter),
            Map.entry("flush-stream", ResponseContract::flushStream),
            Map.entry("length", ResponseContract::withLength),
            Map.entry("length-writer", ResponseContract::withLengthByWriter),
            Map.entry("at-once", ResponseContract::atOnce),
            Map.entry("large", ResponseContract::large),
            Map.entry("close", ResponseContract::closed),
            Map.entry("forward", (q, r) -> to("/plain", q).forward(q, r)),
            Map.entry("forward-length", (q, r) -> to("/sized", q).forward(q, r)),
            Map.entry("include", (q, r) -> to("/flushed", q).include(q, r)),
            Map.entry("not-modified", ResponseContract::notModified),
            Map.entry("redirect", (q, r) -> r.sendRedirect("/elsewhere")),
            Map.entry("error", (q, r) -> r.sendError(410)));
    ways.forEach((name, way) -> answering(application, name, way));
    new ResponsePieces(application).addPages();
    return List.of(
        application
            .page("/count", CommonPages::count)
            .page("/read", CommonPages::read)
            .page("/write", ResponseContract::write)
            .page("/write-included", (q, r) -> to("/write", q).include(q, r))
            .page("/begin-and-write-included", ResponseContract::beginAndInclude)
            .page("/plain", (q, r) -> r.getWriter().print("x"))
            .page("/sized", ResponseContract::withLength)
            .page("/flushed", ResponseContract::flush)
            .page("/reset", ResponseContract::reset)
            .page("/reset-buffer", ResponseContract::resetBuffer)
            .page("/late-session", ResponseContract::lateSession));
  }

  /** Counts, answers in one of the ways, and then runs until the test lets it end. */
  private static void answering(ContractApplication application, String name, Page way) {
    application.page(
        "/" + name,
        (request, response) -> {
          CommonPages.increment(request.getSession());
          way.serve(request, response);
          if (request.getParameter("gate") != null) {
            application.gates().pass(request.getParameter("gate"));
          }
        });
  }

  private static void flush(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().print("x");
    response.flushBuffer();
  }

  private static void flushWriter(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    PrintWriter writer = response.getWriter();
    writer.print("x");
    writer.flush();
  }

  private static void flushStream(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ServletOutputStream stream = response.getOutputStream();
    stream.write('x');
    stream.flush();
  }

  private static void withLength(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentLength(1);
    response.getOutputStream().write('x');
  }

  private static void withLengthByWriter(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    response.setHeader("Content-Length", "1");
    response.getWriter().print("x");
  }

  /** Writes less than a buffer holds, but more than some containers put into it. */
  private static void atOnce(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getOutputStream().write("x".repeat(MEDIUM_BYTES).getBytes(StandardCharsets.US_ASCII));
  }

  private static void notModified(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setStatus(304);
    response.flushBuffer();
  }

  private static RequestDispatcher to(String path, HttpServletRequest request) {
    return request.getRequestDispatcher(path);
  }

  private static void large(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getOutputStream().write("x".repeat(LARGE_BYTES).getBytes(StandardCharsets.US_ASCII));
  }

  private static void write(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    CommonPages.increment(request.getSession());
    for (int bytes : new int[] {7_000, Integer.parseInt(request.getParameter("bytes"))}) {
      if (request.getParameter("by").equals("stream")) {
        response.getOutputStream().write(new byte[bytes]);
      } else {
        response.getWriter().write("x".repeat(bytes));
      }
    }
  }

  private static void beginAndInclude(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    CommonPages.increment(request.getSession());
    to("/write", request).include(request, response);
  }

  private static void closed(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().print("x");
    response.getWriter().close();
  }

  private static void reset(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("X-Before", "yes");
    response.getWriter().print("before");
    int count = CommonPages.increment(request.getSession());
    response.reset();
    response.getWriter().print("after " + count);
  }

  private static void resetBuffer(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("X-Before", "yes");
    response.getWriter().print("before");
    int count = CommonPages.increment(request.getSession());
    response.resetBuffer();
    response.getWriter().print("after " + count);
  }

  private static void lateSession(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().print("x");
    response.flushBuffer();
    try {
      request.getSession();
      response.getWriter().print("created");
    } catch (IllegalStateException e) {
      response.getWriter().print(" refused");
    }
  }

  /**
   * Reads the first byte while the page still runs, so nothing that happens after it can have
   * helped. A container that keeps the bytes to the end of the request is right as well: then the
   * test reads them after its end.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "flush",
        "flush-writer",
        "flush-stream",
        "length",
        "length-writer",
        "at-once",
        "large",
        "close",
        "forward",
        "include",
        "not-modified",
        "redirect",
        "error"
      })
  void tellsNothing_thatIsNotOnTheOtherNode(String way) {
    browser.get(a, "/count");
    String gate = way + "%20" + browser.cookie();
    CompletableFuture<Integer> firstByte =
        CompletableFuture.supplyAsync(() -> firstByte(browser, "/" + way + "?gate=" + gate));
    awaitReached(a, gate);
    // Waits only where the container keeps the bytes.
    awaitBriefly(firstByte);
    boolean early = firstByte.isDone();
    if (!early) {
      open(a, gate);
    }
    firstByte.join();

    a.kill();

    assertThat(browser.get(b, "/read?name=count").body())
        .as("sent while the page ran: " + early)
        .isEqualTo("2");
  }

  /** Returns the first byte of the body, or a status other than 200: some answers have no body. */
  private int firstByte(Browser reader, String path) {
    HttpResponse<InputStream> response = reader.stream(a, path);
    if (response.statusCode() != 200) {
      return response.statusCode();
    }
    try {
      return response.body().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flush",
        "flush-writer",
        "flush-stream",
        "length",
        "length-writer",
        "close",
        "forward",
        "forward-length"
      })
  void isWhole(String way) {
    assertThat(browser.get(a, "/" + way).body()).isEqualTo("x");
    assertThat(browser.cookie()).isNotNull();
  }

  /** Expects that the client receives the id of a new session, whatever the size of the pieces. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2_000, 8_193, 10_000, 16_384, 20_000, 40_000})
  void tellsOfTheSession_howeverMuchIsWrittenAtOnce(int bytes) {
    for (String by : List.of("stream", "writer")) {
      Answer answer = new Browser().get(a, "/write?by=" + by + "&bytes=" + bytes);

      assertThat(answer.body()).hasSize(7_000 + bytes);
      assertThat(answer.setCookies()).as(by).hasSize(1);
    }
  }

  /** Expects the session's cookie, although headers that an included page sets are ignored. */
  @Test
  void tellsOfTheSession_whenAnIncludedPageFillsTheBuffer() {
    for (String page :
        List.of(
            "/write-included?by=stream",
            "/write-included?by=writer",
            "/begin-and-write-included?by=stream",
            "/begin-and-write-included?by=writer")) {
      Browser user = new Browser();

      Answer answer = user.get(a, page + "&bytes=40000");

      assertThat(answer.body()).hasSize(47_000);
      assertThat(answer.setCookies()).as(page).hasSize(1);
      assertThat(user.get(b, "/read?name=count").body()).isNotEqualTo("none");
    }
  }

  @Test
  void isWhole_whenItIsLarge() {
    assertThat(browser.get(a, "/large").body()).hasSize(LARGE_BYTES);
    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("1");
  }

  @Test
  void redirectsAndFails_asTheApplicationSaid() {
    Answer redirect = browser.get(a, "/redirect");
    assertThat(redirect.status()).isEqualTo(302);
    assertThat(redirect.header("Location").orElse("")).endsWith("/elsewhere");

    assertThat(browser.get(a, "/error").status()).isEqualTo(410);
    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("2");
  }

  @Test
  void forgetsItsHeadersAndBodyButNotTheSession_whenItIsReset() {
    browser.get(a, "/count");

    Answer answer = browser.get(a, "/reset");

    assertThat(answer.body()).isEqualTo("after 2");
    assertThat(answer.header("X-Before")).isEmpty();
    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("2");
  }

  @Test
  void tellsOfASessionThatBeganInIt_alsoAfterAReset() {
    assertThat(browser.get(a, "/reset").body()).isEqualTo("after 1");

    assertThat(browser.get(b, "/reset").body()).isEqualTo("after 2");
  }

  @Test
  void keepsItsHeaders_whenOnlyItsBufferIsReset() {
    Answer answer = browser.get(a, "/reset-buffer");

    assertThat(answer.body()).isEqualTo("after 1");
    assertThat(answer.header("X-Before")).contains("yes");
    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("1");
  }

  @Test
  void refusesASession_thatCouldNotBeToldToTheClientAnyMore() {
    Answer answer = browser.get(a, "/late-session");

    assertThat(answer.body()).isEqualTo("x refused");
    assertThat(answer.setCookies()).isEmpty();
  }

  /** Checks each piece by itself, while the page still runs. */
  @ParameterizedTest
  @EnumSource(
      value = ResponsePieces.Way.class,
      names = {"LENGTH_STREAM", "FLUSHED_WRITER", "ASYNCHRONOUS"})
  void tellsNothingInItsLaterPieces_thatIsNotOnTheOtherNode(ResponsePieces.Way way)
      throws IOException {
    assertEachPieceWaits(way);
  }

  @Test
  void tellsNothingInItsLaterPieces_alsoIfItIsWrittenWithoutBlocking() throws IOException {
    assertEachPieceWaits(ResponsePieces.Way.NON_BLOCKING);
  }

  private void assertEachPieceWaits(ResponsePieces.Way way) throws IOException {
    browser.get(a, "/count");
    HttpResponse<InputStream> response =
        browser.stream(a, way.path() + "?change=before&middle=pieces-" + browser.id());
    assertThat(response.body().readNBytes(2)).asString(StandardCharsets.US_ASCII).isEqualTo("xy");

    a.kill();

    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("2");
  }

  /** Expects the end to wait for changes that a page makes after it has written everything. */
  @Test
  void isNotWhole_beforeItsRequestIsOver() {
    assertTheEndWaits(ResponsePieces.Way.blocking());
  }

  @Test
  void isNotWhole_alsoIfItIsWrittenWithoutBlocking() {
    assertTheEndWaits(ResponsePieces.Way.nonBlocking());
  }

  private void assertTheEndWaits(Set<ResponsePieces.Way> ways) {
    Map<ResponsePieces.Way, Browser> users = usersOf(ways);
    Map<ResponsePieces.Way, CompletableFuture<Answer>> answers =
        new EnumMap<>(ResponsePieces.Way.class);
    users.forEach(
        (way, user) ->
            answers.put(way, user.begin(a, way.path() + "?change=after&after=whole-" + user.id())));
    users.values().forEach(user -> awaitReached(a, "whole-" + user.id()));
    awaitBriefly(CompletableFuture.anyOf(answers.values().toArray(CompletableFuture[]::new)));
    answers.forEach((way, answer) -> assertThat(answer).as("%s", way).isNotDone());

    users.values().forEach(user -> open(a, "whole-" + user.id()));
    answers.forEach(
        (way, answer) -> assertThat(answer.join().body()).as("%s", way).isEqualTo("xyz"));
    a.kill();

    users.forEach(
        (way, user) ->
            assertThat(user.get(b, "/read?name=count").body()).as("%s", way).isEqualTo("2"));
  }

  private Map<ResponsePieces.Way, Browser> usersOf(Set<ResponsePieces.Way> ways) {
    Map<ResponsePieces.Way, Browser> users = new EnumMap<>(ResponsePieces.Way.class);
    for (ResponsePieces.Way way : ways) {
      Browser user = new Browser();
      user.get(a, "/count");
      users.put(way, user);
    }
    return users;
  }

  @Test
  void isBrokenOff_whenItChangesASessionThatAnotherNodeHasTaken() throws IOException {
    assertBrokenOff(ResponsePieces.Way.blocking());
  }

  @Test
  void isBrokenOff_alsoIfItIsWrittenWithoutBlocking() throws IOException {
    assertBrokenOff(ResponsePieces.Way.nonBlocking());
  }

  private void assertBrokenOff(Set<ResponsePieces.Way> ways) throws IOException {
    Map<ResponsePieces.Way, Browser> users = usersOf(ways);
    Map<ResponsePieces.Way, InputStream> bodies = new EnumMap<>(ResponsePieces.Way.class);
    users.forEach(
        (way, user) ->
            bodies.put(
                way,
                user.stream(a, way.path() + "?change=before&before=late-" + user.id()).body()));
    for (InputStream body : bodies.values()) {
      assertThat(body.read()).isEqualTo('x');
    }

    users.values().forEach(user -> user.get(b, "/count"));
    users.values().forEach(user -> open(a, "late-" + user.id()));

    bodies.forEach(
        (way, body) ->
            assertThatThrownBy(body::readAllBytes).as("%s", way).isInstanceOf(IOException.class));
    users.forEach(
        (way, user) ->
            assertThat(user.get(b, "/read?name=count").body()).as("%s", way).isEqualTo("2"));
  }

  /** Checks HTTP/1.0, where the end of the connection would be the end of the response. */
  @Test
  void isReset_whenItHasNoLengthAndChangesASessionThatAnotherNodeHasTaken() throws IOException {
    browser.get(a, "/count");
    String gate = "old-" + browser.id();
    try (Http10Client client = new Http10Client(a)) {
      client.send(
          ResponsePieces.Way.FLUSHED_WRITER.path() + "?change=before&before=" + gate,
          browser.cookie());
      assertThat(client.readHeaders()).contains(" 200").doesNotContainIgnoringCase("length");
      assertThat(client.body().read()).isEqualTo('x');
      browser.get(b, "/count");

      open(a, gate);

      assertThatThrownBy(() -> client.body().readAllBytes()).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void tellsOfProtection_unlessItLeavesBeforeItsEnd() {
    assertThat(browser.get(a, "/count").header("X-Holdfast-Protected")).contains("true");
    assertThat(browser.get(a, "/read?name=count").header("X-Holdfast-State")).isPresent();

    for (String early : List.of("/flush", "/flush-stream", "/large")) {
      Answer answer = browser.get(a, early);

      assertThat(answer.header("X-Holdfast-Protected")).as(early).isEmpty();
      assertThat(answer.header("X-Holdfast-State")).as(early).isEmpty();
    }
  }
}
