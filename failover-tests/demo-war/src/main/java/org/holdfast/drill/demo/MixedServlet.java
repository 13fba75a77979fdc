// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/*
 * Threads: request threads, parallel ones of one session among them. The lock of the session is held while its attributes are
 * changed and read, never while a request is held or a part of its answer written. Who replicates the session knows nothing of
 * that lock, as with most applications: it may encode an attribute while this changes it.
 */
/**
 * Changes attributes as the client says, by {@code ?act=create|read|change|rename|invalidate}, and
 * answers the line of {@link SessionAnswer} and a second one with what the attributes hold, such as
 * {@code text=3,5 map=- shared=4|4}. Only {@code create} begins a session; others are answered 404
 * where there is none.
 *
 * <p>{@code &token=7&do=set-text,add-map&then=remove-shared} puts the number 7 into new or present
 * values and removes others. {@code text} is replaced at each change, {@code map} is changed in
 * place, without {@code setAttribute}; {@code shared} stands for two attributes with one and the
 * same list, changed in place through the first. What {@code then} names is done after the first
 * part of the answer was flushed; the second part is flushed, too, some time before the request is
 * over.
 *
 * <p>{@code &pause=MS} holds the request between its work and the rest of its answer, {@code
 * &length=true} sets the Content-Length, as {@link ResponseShape} says.
 */
final class MixedServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private static final String TEXT = "text";
  private static final String MAP = "map";
  private static final String LEFT = "left";
  private static final String RIGHT = "right";

  /** The length of an answer that is written in two pieces, in bytes. */
  private static final int PIECES_BYTES = 4_096;

  /** Entries that come and go within a change of the map: enough to be met while they do. */
  private static final int CHURN = 2_000;

  private static final int CHURN_EVERY_MILLIS = 5;

  private final transient SessionLocks locks;
  private final String nodeName;

  MixedServlet(String nodeName, SessionLocks locks) {
    this.nodeName = nodeName;
    this.locks = locks;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    doGet(request, response);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      ResponseShape shape = ResponseShape.of(request);
      String act = Objects.requireNonNullElse(request.getParameter("act"), "read");
      HttpSession session = request.getSession(false);
      boolean isNew = session == null && act.equals("create");
      if (isNew) {
        session = request.getSession(true);
      }
      if (session == null) {
        throw new NoSessionException("no session to " + act);
      }
      if (request.getParameter("then") == null) {
        Object lock = locks.of(session);
        Object map = session.getAttribute(MAP);
        String text = answer(request, act, session, isNew);
        hold(shape, lock, map);
        shape.write(response, text);
      } else {
        answerInPieces(request, response, session, shape);
      }
    } catch (RefusedException e) {
      SessionServlet.refuse(response, e.status(), e);
    } catch (IllegalStateException e) {
      if (response.isCommitted()) {
        throw e; // the container breaks the answer off
      }
      SessionServlet.refuse(response, HttpServletResponse.SC_CONFLICT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "interrupted while holding the request, the server is stopping");
    }
  }

  private String answer(HttpServletRequest request, String act, HttpSession session, boolean isNew)
      throws RefusedException {
    synchronized (locks.of(session)) {
      change(request, "do", session);
      if (act.equals("rename")) {
        request.changeSessionId();
      }
      String text = lines(session, isNew);
      if (act.equals("invalidate")) {
        session.invalidate();
      }
      return text;
    }
  }

  /** Holds the request; meanwhile the map changes now and then, as that of a busy application. */
  private static void hold(ResponseShape shape, Object lock, @Nullable Object map)
      throws InterruptedException {
    if (!(map instanceof Map<?, ?> present)) {
      shape.hold();
      return;
    }
    for (int left = shape.pauseMillis(); left > 0; left -= CHURN_EVERY_MILLIS) {
      synchronized (lock) {
        churn(present);
      }
      Thread.sleep(Math.min(left, CHURN_EVERY_MILLIS));
    }
  }

  private void answerInPieces(
      HttpServletRequest request,
      HttpServletResponse response,
      HttpSession session,
      ResponseShape shape)
      throws IOException, RefusedException, InterruptedException {
    synchronized (locks.of(session)) {
      change(request, "do", session);
    }
    response.setContentType("text/plain");
    if (shape.length()) {
      response.setContentLength(PIECES_BYTES);
    }
    byte[] first = ".".repeat(PIECES_BYTES / 4 - 1).concat("\n").getBytes(StandardCharsets.UTF_8);
    ServletOutputStream out = response.getOutputStream();
    out.write(first);
    response.flushBuffer();
    shape.hold();
    String text;
    synchronized (locks.of(session)) {
      change(request, "then", session);
      text = lines(session, false);
    }
    int left = PIECES_BYTES - first.length;
    String padded = shape.length() ? text + " ".repeat(Math.max(0, left - text.length())) : text;
    out.write(padded.getBytes(StandardCharsets.UTF_8));
    response.flushBuffer();
    shape.hold(); // a client that knows the length need not wait for the end of the request
  }

  private String lines(HttpSession session, boolean isNew) {
    return SessionAnswer.of(1, session, nodeName, isNew).line() + "\n" + contents(session);
  }

  private static void change(HttpServletRequest request, String parameter, HttpSession session)
      throws BadParameterException {
    String changes = request.getParameter(parameter);
    if (changes == null) {
      return;
    }
    long token = token(request);
    for (String change : changes.split(",")) {
      switch (change) {
        case "set-text" -> session.setAttribute(TEXT, Long.toString(token));
        case "add-text" ->
            session.setAttribute(
                TEXT,
                session.getAttribute(TEXT) instanceof String text
                    ? text + "," + token
                    : Long.toString(token));
        case "remove-text" -> session.removeAttribute(TEXT);
        case "set-map" -> session.setAttribute(MAP, map(token));
        case "add-map" -> addToMap(session, token);
        case "remove-map" -> session.removeAttribute(MAP);
        case "set-shared" -> share(session, token);
        case "add-shared" -> addToShared(session, token);
        case "remove-shared" -> {
          session.removeAttribute(LEFT);
          session.removeAttribute(RIGHT);
        }
        default ->
            throw new BadParameterException(
                "a change must be set, add or remove, a hyphen, and text, map or shared", change);
      }
    }
  }

  private static long token(HttpServletRequest request) throws BadParameterException {
    String text = Objects.requireNonNullElse(request.getParameter("token"), "");
    if (!text.matches("\\d{1,18}")) {
      throw new BadParameterException("token must be a number", text);
    }
    return Long.parseLong(text);
  }

  private static Map<Long, String> map(long token) {
    Map<Long, String> map = new LinkedHashMap<>();
    map.put(token, "kept");
    return map;
  }

  @SuppressWarnings("unchecked")
  private static void addToMap(HttpSession session, long token) {
    if (session.getAttribute(MAP) instanceof Map<?, ?> present) {
      churn(present);
      ((Map<Long, String>) present).put(token, "kept");
    } else {
      session.setAttribute(MAP, map(token));
    }
  }

  /** Has entries come and go; also those that a node left that ended in the middle of this. */
  @SuppressWarnings("unchecked")
  private static void churn(Map<?, ?> present) {
    Map<Long, String> map = (Map<Long, String>) present;
    for (long passing = 1; passing <= CHURN; passing++) {
      map.put(-passing, "passing");
      if (passing > 32) {
        map.remove(32 - passing); // there are never more than 32 of them
      }
    }
    map.keySet().removeIf(key -> key < 0);
  }

  private static void share(HttpSession session, long token) {
    List<Long> list = new ArrayList<>(List.of(token));
    session.setAttribute(LEFT, list);
    session.setAttribute(RIGHT, list);
  }

  @SuppressWarnings("unchecked")
  private static void addToShared(HttpSession session, long token) {
    if (session.getAttribute(LEFT) instanceof List<?> present) {
      ((List<Long>) present).add(token);
    } else {
      share(session, token);
    }
  }

  private static String contents(HttpSession session) {
    String text = session.getAttribute(TEXT) instanceof String present ? present : "-";
    Stream<?> map =
        session.getAttribute(MAP) instanceof Map<?, ?> present
            ? present.keySet().stream().filter(key -> key instanceof Long token && token > 0)
            : Stream.empty();
    return "text="
        + text
        + " map="
        + joined(map)
        + " shared="
        + joined(list(session, LEFT))
        + "|"
        + joined(list(session, RIGHT))
        + "\n";
  }

  private static Stream<?> list(HttpSession session, String attribute) {
    return session.getAttribute(attribute) instanceof List<?> present
        ? present.stream()
        : Stream.empty();
  }

  private static String joined(Stream<?> tokens) {
    String text = tokens.map(String::valueOf).collect(Collectors.joining(","));
    return text.isEmpty() ? "-" : text;
  }
}
