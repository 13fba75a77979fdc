// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pages that answer {@code xyz}, a letter at a time, and count in the session in between. They
 * wait at the gate that the parameter {@code before}, {@code middle} or {@code after} names: after
 * the first letter, the second one, and all three. They count after the gate that the parameter
 * {@code change} names.
 */
final class ResponsePieces {
  /** The way in which a page writes. */
  enum Way {
    LENGTH_STREAM,
    LENGTH_WRITER,
    CHUNKED_STREAM,
    CLOSED_STREAM,
    FLUSHED_WRITER,
    ASYNCHRONOUS,
    NON_BLOCKING,
    NON_BLOCKING_LENGTH;

    static Set<Way> nonBlocking() {
      return EnumSet.of(NON_BLOCKING, NON_BLOCKING_LENGTH);
    }

    static Set<Way> blocking() {
      return EnumSet.complementOf(EnumSet.copyOf(nonBlocking()));
    }

    String path() {
      return "/pieces-" + name().toLowerCase(Locale.ROOT);
    }

    private boolean hasLength() {
      return this == LENGTH_STREAM || this == LENGTH_WRITER || this == NON_BLOCKING_LENGTH;
    }

    private boolean usesWriter() {
      return this == LENGTH_WRITER || this == FLUSHED_WRITER || this == ASYNCHRONOUS;
    }
  }

  private static final int LETTERS = 3;

  private final ContractApplication application;

  ResponsePieces(ContractApplication application) {
    this.application = application;
  }

  void addPages() {
    for (Way way : Way.values()) {
      application.page(way.path(), (request, response) -> serve(way, request, response));
    }
  }

  private void serve(Way way, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    if (way.hasLength()) {
      response.setContentLength(LETTERS);
    }
    Course course = new Course(way, request, response);
    switch (way) {
      case ASYNCHRONOUS -> {
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        async.start(
            () -> {
              try {
                course.run();
              } catch (IOException brokenOff) {
                // the container ends the request
              } finally {
                complete(async);
              }
            });
      }
      case NON_BLOCKING, NON_BLOCKING_LENGTH -> {
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        response.getOutputStream().setWriteListener(new Letters(course, async, response));
      }
      default -> course.run();
    }
  }

  /**
   * Completes a request that the container may have ended meanwhile, since its connection broke.
   * Tomcat, also without Holdfast, would answer another client's request with the exception that a
   * page throws then.
   */
  private static void complete(AsyncContext async) {
    try {
      async.complete();
    } catch (IllegalStateException over) {
      // nothing is left to complete
    }
  }

  /** The course of one request. */
  private final class Course {
    private final Way way;
    private final HttpServletResponse response;
    private final HttpSession session;
    private final @Nullable String[] gates;
    private final int changeAt;

    Course(Way way, HttpServletRequest request, HttpServletResponse response) {
      this.way = way;
      this.response = response;
      this.session = request.getSession();
      this.gates =
          new @Nullable String[] {
            request.getParameter("before"),
            request.getParameter("middle"),
            request.getParameter("after")
          };
      this.changeAt =
          switch (request.getParameter("change")) {
            case "before" -> 0;
            case "middle" -> 1;
            default -> 2;
          };
    }

    void run() throws IOException {
      for (int i = 0; i < LETTERS; i++) {
        write('x' + i);
        if (i == LETTERS - 1 && way == Way.CLOSED_STREAM) {
          response.getOutputStream().close();
        } else if (i < LETTERS - 1 || way != Way.CHUNKED_STREAM) {
          response.flushBuffer();
        }
        written(i);
      }
    }

    private void write(int letter) throws IOException {
      if (way.usesWriter()) {
        PrintWriter writer = response.getWriter();
        writer.write(letter);
      } else {
        response.getOutputStream().write(letter);
      }
    }

    void written(int letter) {
      String gate = gates[letter];
      if (gate != null) {
        application.gates().pass(gate);
      }
      if (letter == changeAt) {
        CommonPages.increment(session);
      }
    }
  }

  /**
   * A listener that writes without blocking, and flushes in between. The step after a letter may
   * wait, so it runs on no thread that the container needs for connections.
   */
  private static final class Letters implements WriteListener {
    private final Course course;
    private final AsyncContext async;
    private final ServletOutputStream out;
    private int written;
    private boolean flushed = true;
    private boolean mayGoOn = true;

    Letters(Course course, AsyncContext async, HttpServletResponse response) throws IOException {
      this.course = course;
      this.async = async;
      this.out = response.getOutputStream();
    }

    @Override
    public void onWritePossible() throws IOException {
      while (out.isReady()) {
        if (!flushed) {
          flushed = true;
          out.flush();
        } else if (!mayGoOn) {
          async.start(this::goOn);
          return;
        } else {
          out.write('x' + written);
          written++;
          flushed = false;
          mayGoOn = false;
        }
      }
    }

    private void goOn() {
      course.written(written - 1);
      if (written == LETTERS) {
        complete(async);
        return;
      }
      mayGoOn = true;
      try {
        onWritePossible();
      } catch (IOException brokenOff) {
        complete(async);
      }
    }

    @Override
    public void onError(Throwable thrown) {
      async.complete();
    }
  }
}
