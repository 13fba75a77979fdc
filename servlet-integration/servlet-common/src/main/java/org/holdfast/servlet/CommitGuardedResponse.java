/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response that asks a {@link CommitGuard} before anything that could commit the response below
 * it: filling the buffer, reaching the declared length, flushing, closing, an error, a redirect.
 *
 * <p>While the guard answers {@link CommitGuard.Verdict#PROCEED} the response behaves as the one
 * below it. After a {@link CommitGuard.Verdict#REFUSE} the client gets 503 with {@code Retry-After}
 * and whatever the application still does to the response is ignored. A refusal that comes too
 * late, after the commit, makes further writes throw {@link IOException}, so that the client sees a
 * broken response and not a short one.
 *
 * <p>What this cannot see is the container finishing the response after the last filter or valve:
 * whoever wraps asks the guard once more there and calls {@link #refuse()} itself. Threads: as
 * confined as any response.
 */
public class CommitGuardedResponse extends HttpServletResponseWrapper {
  /** Seconds after which a refused client should ask again. */
  public static final int RETRY_AFTER_SECONDS = 1;

  private static final byte[] REFUSAL =
      "The session moved to another server during this request. Please repeat it.\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_FOUND = 302;

  private enum State {
    GUARDED,
    /** The client gets, or has, the refusal. */
    REFUSED,
    /** Refused after the commit: the response is cut off. */
    BROKEN
  }

  /** Below every wrapper that a dispatch slips in between, some of which ignore a reset. */
  private final HttpServletResponse base;

  private final CommitGuard guard;
  private final PendingBody body = new PendingBody();
  private State state = State.GUARDED;
  private @Nullable GuardedOutputStream stream;
  private @Nullable GuardedWriter writer;

  public CommitGuardedResponse(HttpServletResponse base, CommitGuard guard) {
    super(base);
    this.base = base;
    this.guard = guard;
  }

  public CommitGuard guard() {
    return guard;
  }

  /** Tells whether the response was refused, in time or too late. */
  public boolean isRefused() {
    return state != State.GUARDED;
  }

  boolean isBroken() {
    return state == State.BROKEN;
  }

  void failIfBroken() throws IOException {
    if (state == State.BROKEN) {
      throw new IOException(
          "response cut off: its session moved to another server after the response was committed");
    }
  }

  /**
   * Replaces what was written by 503 with {@code Retry-After}; once committed, makes further writes
   * fail. Does nothing the second time.
   *
   * @throws IOException if the client is gone
   */
  public void refuse() throws IOException {
    if (state != State.GUARDED) {
      return;
    }
    if (base.isCommitted()) {
      state = State.BROKEN;
      return;
    }
    state = State.REFUSED;
    base.reset();
    base.setStatus(SC_SERVICE_UNAVAILABLE);
    base.setIntHeader("Retry-After", RETRY_AFTER_SECONDS);
    base.setHeader("Cache-Control", "no-store");
    base.setContentType("text/plain");
    base.setContentLength(REFUSAL.length);
    writeRefusal();
    // Tomcat 10.1 would still let the failure of a page that runs on make a 500 of it.
    base.flushBuffer();
  }

  private void writeRefusal() throws IOException {
    ServletOutputStream target;
    try {
      target = base.getOutputStream();
    } catch (IllegalStateException writerInUse) {
      // Some containers remember over a reset that the application had asked for the writer.
      base.getWriter().write(new String(REFUSAL, StandardCharsets.US_ASCII));
      return;
    }
    target.write(REFUSAL);
  }

  /**
   * Asks the guard unless nothing is left to decide; false when the caller must not touch the
   * response.
   */
  boolean mayCommit() {
    if (state != State.GUARDED) {
      return false;
    }
    if (super.isCommitted() || guard.beforeCommit() == CommitGuard.Verdict.PROCEED) {
      return true;
    }
    try {
      refuse();
    } catch (IOException clientGone) {
      state = State.BROKEN;
    }
    return false;
  }

  /**
   * Like {@link #mayCommit()}, but asks only if {@code bytes} more could commit the response;
   * counts them.
   */
  boolean mayWrite(long bytes) {
    boolean commits = bytes > largestBufferedWrite() || body.canCommit(bytes, getBufferSize());
    if (state != State.GUARDED || (commits && !mayCommit())) {
      return false;
    }
    body.written(bytes);
    return true;
  }

  /** Bytes of a single write above which the container sends at once, however much is free. */
  protected long largestBufferedWrite() {
    return Long.MAX_VALUE;
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    if (isRefused()) {
      return new GuardedOutputStream(this, new DiscardingOutputStream());
    }
    ServletOutputStream target = super.getOutputStream();
    if (stream == null || !stream.wraps(target)) {
      stream = new GuardedOutputStream(this, target);
    }
    return stream;
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    if (isRefused()) {
      return new PrintWriter(new DiscardingOutputStream(), false, StandardCharsets.UTF_8);
    }
    PrintWriter target = super.getWriter();
    if (writer == null || !writer.wraps(target)) {
      writer = new GuardedWriter(this, target, encodedLength());
    }
    return writer;
  }

  EncodedLength encodedLength() {
    return EncodedLength.in(getCharacterEncoding());
  }

  @Override
  public boolean isCommitted() {
    return isRefused() || super.isCommitted();
  }

  @Override
  public void flushBuffer() throws IOException {
    if (mayCommit()) {
      super.flushBuffer();
    } else {
      failIfBroken();
    }
  }

  @Override
  public void reset() {
    if (!isRefused()) {
      super.reset();
      body.reset();
      // The next writer may have another encoding.
      writer = null;
      stream = null;
    }
  }

  @Override
  public void resetBuffer() {
    if (!isRefused()) {
      super.resetBuffer();
      body.clear();
    }
  }

  @Override
  public void sendError(int status) throws IOException {
    if (mayCommit()) {
      super.sendError(status);
    }
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    if (mayCommit()) {
      super.sendError(status, message);
    }
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    if (mayCommit()) {
      super.sendRedirect(location);
    }
  }

  // The three overloads below override those of Servlet 6.1 where the container has them.

  public void sendRedirect(String location, int status) throws IOException {
    sendRedirect(location, status, true);
  }

  public void sendRedirect(String location, boolean clearBuffer) throws IOException {
    sendRedirect(location, STATUS_FOUND, clearBuffer);
  }

  public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
    if (mayCommit()) {
      Redirects.send((HttpServletResponse) getResponse(), location, status, clearBuffer);
    }
  }

  @Override
  public void setContentLength(int bytes) {
    if (mayDeclare(bytes)) {
      super.setContentLength(bytes);
    }
  }

  @Override
  public void setContentLengthLong(long bytes) {
    if (mayDeclare(bytes)) {
      super.setContentLengthLong(bytes);
    }
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (mayDeclare(name, value)) {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    if (mayDeclare(name, value)) {
      super.addHeader(name, value);
    }
  }

  @Override
  public void setIntHeader(String name, int value) {
    if (mayDeclare(name, Integer.toString(value))) {
      super.setIntHeader(name, value);
    }
  }

  @Override
  public void addIntHeader(String name, int value) {
    if (mayDeclare(name, Integer.toString(value))) {
      super.addIntHeader(name, value);
    }
  }

  /** Some containers finish a response when the declared length turns out to be written already. */
  private boolean mayDeclare(long bytes) {
    if (bytes >= 0 && body.writtenBytes() > 0 && body.writtenBytes() >= bytes && !mayCommit()) {
      return false;
    }
    if (isRefused()) {
      return false;
    }
    body.declare(bytes);
    return true;
  }

  private boolean mayDeclare(@Nullable String name, @Nullable String value) {
    if (!"Content-Length".equalsIgnoreCase(name)) {
      return !isRefused();
    }
    try {
      return mayDeclare(value == null ? -1 : Long.parseLong(value.trim()));
    } catch (NumberFormatException e) {
      // Not a length: the container ignores it or sends it as any other header.
      return !isRefused();
    }
  }

  @Override
  public void setDateHeader(String name, long date) {
    if (!isRefused()) {
      super.setDateHeader(name, date);
    }
  }

  @Override
  public void addDateHeader(String name, long date) {
    if (!isRefused()) {
      super.addDateHeader(name, date);
    }
  }

  @Override
  public void addCookie(Cookie cookie) {
    if (!isRefused()) {
      super.addCookie(cookie);
    }
  }

  @Override
  public void setStatus(int status) {
    if (!isRefused()) {
      super.setStatus(status);
    }
  }

  @Override
  public void setContentType(@Nullable String type) {
    if (!isRefused()) {
      super.setContentType(type);
    }
  }

  @Override
  public void setCharacterEncoding(@Nullable String charset) {
    if (!isRefused()) {
      super.setCharacterEncoding(charset);
    }
  }

  @Override
  public void setLocale(Locale locale) {
    if (!isRefused()) {
      super.setLocale(locale);
    }
  }

  @Override
  public void setBufferSize(int bytes) {
    if (!isRefused()) {
      super.setBufferSize(bytes);
    }
  }
}
