// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
 * A response that asks a {@link CommitGuard} before anything that can reach the client: a full
 * buffer, a flush, an error, a redirect.
 *
 * <p>Until the commit, writes go to the container's buffer. After it they gather here, up to {@link
 * HeldBody#MOST}, and pass when they fill that, or at a flush, once the guard agrees. The end of
 * the response waits for {@link #finish}: this class holds back the last byte of a declared length,
 * and does not pass on that the application closes the response.
 *
 * <p>While the guard answers {@link CommitGuard.Verdict#PROCEED} the response behaves as the one
 * below it. After a {@link CommitGuard.Verdict#REFUSE} the client gets 503 with {@code Retry-After}
 * and the response ignores what the application still does to it. A refusal after the commit breaks
 * the connection off and makes further writes throw {@link IOException}: the client sees a broken
 * response and not a short one.
 *
 * <p>The container finishes the response after the last filter or valve. There, the integration
 * asks the guard once more and calls {@link #finish} or {@link #refuse}. Threads: as confined as
 * any response.
 */
public class CommitGuardedResponse extends HttpServletResponseWrapper {
  /** The number of seconds after which a refused client should ask again. */
  public static final int RETRY_AFTER_SECONDS = 1;

  private static final byte[] REFUSAL =
      "The server cannot serve this session now. Please repeat the request.\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_FOUND = 302;

  private enum State {
    GUARDED,
    /** The client receives, or has, the refusal. */
    REFUSED,
    /** The response was refused after the commit: it is cut off. */
    BROKEN
  }

  /** The response below all wrappers that a dispatch slips in between; some ignore a reset. */
  private final HttpServletResponse base;

  private final CommitGuard guard;
  private final PendingBody body = new PendingBody();
  private State state = State.GUARDED;

  /** A flag set when the application closes the response; the one below is closed at the end. */
  private boolean closed;

  /** A flag set at the end of the response: nothing is held back any more. */
  private boolean finished;

  /** A length declared when all of it was written; the container receives it at the end. */
  private long lateLength = PendingBody.UNDECLARED;

  private @Nullable HeldBody held;
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

  /** Tells whether the response was refused after the commit. */
  public boolean isBroken() {
    return state == State.BROKEN;
  }

  void failIfBroken() throws IOException {
    if (state == State.BROKEN) {
      throw new IOException("response cut off: its session cannot be served any more");
    }
  }

  /**
   * Replaces the response by 503 with {@code Retry-After}; once committed, breaks it off. Does
   * nothing the second time.
   *
   * @throws IOException if the client is gone
   */
  public void refuse() throws IOException {
    if (state != State.GUARDED) {
      return;
    }
    if (base.isCommitted()) {
      state = State.BROKEN;
      breakOff();
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
   * Shows the client that the response is not valid, by a reset of its connection, or of its stream
   * in HTTP/2. The application may still be writing it. Does nothing where the container does so
   * when a write or the filter fails.
   */
  protected void breakOff() {}

  /** Tells whether the container ignores all that is written until the request is over. */
  protected boolean isSuspended() {
    return false;
  }

  /**
   * Lets the end of the response go: the application is done with it, and the guard has just
   * agreed. Does nothing the second time.
   *
   * @param later called when the container has taken the end, if it was not ready for that
   * @return whether it has, and {@code later} is not called
   * @throws IOException if the client is gone
   */
  public boolean finish(Runnable later) throws IOException {
    if (state != State.GUARDED || finished) {
      return true;
    }
    finished = true;
    if (lateLength != PendingBody.UNDECLARED && !super.isCommitted()) {
      super.setContentLengthLong(lateLength);
    }
    return held == null || held.finish(closed, later);
  }

  /** Makes the end wait again, as another page writes to the response after {@link #finish}. */
  public void resume() {
    finished = false;
    closed &= super.isCommitted();
  }

  /** Discards the content that is held back, since the response below was reset. */
  public void forget() {
    body.reset();
    lateLength = PendingBody.UNDECLARED;
    if (held != null) {
      held.clear();
    }
  }

  /**
   * Writes the end of a response that is written without blocking, whether the container is ready
   * or not. Returns false if the end has to wait until the container is ready.
   *
   * @throws IOException if the client is gone
   */
  protected boolean writeEndAtOnce(byte[] end) throws IOException {
    return false;
  }

  /** Asks the guard; returns false if the caller must not touch the response. */
  boolean mayCommit() {
    if (state != State.GUARDED) {
      return false;
    }
    if (guard.beforeCommit() == CommitGuard.Verdict.PROCEED) {
      return true;
    }
    try {
      refuse();
    } catch (IOException clientGone) {
      state = State.BROKEN;
    }
    return false;
  }

  /** The outcome of a write. */
  enum Way {
    /** The write goes to the container. */
    PASS,
    /** The write waits here. */
    HOLD,
    /** The write is ignored. */
    DROP
  }

  /** Decides about a write and counts its bytes; asks the guard if the write can commit. */
  Way wayOf(long bytes) {
    if (state != State.GUARDED || closed || isSuspended()) {
      return Way.DROP;
    }
    body.written(bytes);
    boolean committed = super.isCommitted();
    if (!finished && (committed || body.isWhole())) {
      return Way.HOLD;
    }
    boolean mayLeave =
        committed || bytes > largestBufferedWrite() || body.canCommit(getBufferSize());
    return mayLeave && !mayCommit() ? Way.DROP : Way.PASS;
  }

  /** Returns whether the bytes written reach the declared length and the end is still to come. */
  boolean isWhole() {
    return !finished && body.isWhole();
  }

  /**
   * Asks the guard and passes on the content that waits here, but for the end of the response.
   * Returns false, and passes nothing on, if the caller must not touch the response.
   *
   * @throws IOException if the client is gone
   */
  public boolean passHeld() throws IOException {
    if (closed || !mayCommit()) {
      return false;
    }
    if (lateLength != PendingBody.UNDECLARED && !finished) {
      // The container has all of it: without a length the response has an end that can wait.
      lateLength = PendingBody.UNDECLARED;
      body.declare(PendingBody.UNDECLARED);
    }
    if (held != null && !isSuspended()) {
      held.pass();
    }
    return true;
  }

  /** Notes that the application closes the response. */
  void close() {
    closed |= state == State.GUARDED && !isSuspended();
  }

  /**
   * Returns the bytes of a single write above which the container sends at once, however much of
   * its buffer is free.
   */
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
      held = stream;
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
      held = writer;
    }
    return writer;
  }

  EncodedLength encodedLength() {
    return EncodedLength.in(getCharacterEncoding());
  }

  @Override
  public boolean isCommitted() {
    return isRefused() || closed || super.isCommitted();
  }

  @Override
  public void flushBuffer() throws IOException {
    if (passHeld()) {
      super.flushBuffer();
    } else {
      failIfBroken();
    }
  }

  @Override
  public void reset() {
    if (!isRefused()) {
      failIfClosed();
      super.reset();
      forget();
      // The next writer may have another encoding.
      writer = null;
      stream = null;
      held = null;
    }
  }

  @Override
  public void resetBuffer() {
    if (!isRefused()) {
      failIfClosed();
      super.resetBuffer();
      clearBody();
    }
  }

  private void clearBody() {
    if (lateLength != PendingBody.UNDECLARED) {
      lateLength = PendingBody.UNDECLARED;
      body.declare(PendingBody.UNDECLARED);
    }
    body.clear();
    if (held != null) {
      held.clear();
    }
  }

  private void failIfClosed() {
    if (closed) {
      throw new IllegalStateException("the response cannot change any more: it has been closed");
    }
  }

  /** Returns whether an error or redirect may replace the body; drops an uncommitted body then. */
  private boolean mayReplace() {
    if (!isRefused()) {
      failIfClosed();
    }
    if (!mayCommit()) {
      return false;
    }
    if (!super.isCommitted()) {
      clearBody();
    }
    return true;
  }

  @Override
  public void sendError(int status) throws IOException {
    if (mayReplace()) {
      super.sendError(status);
    }
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    if (mayReplace()) {
      super.sendError(status, message);
    }
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    if (mayReplace()) {
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
    if (clearBuffer ? mayReplace() : mayCommit()) {
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

  /**
   * Returns whether the length may go to the container now: some containers finish a response when
   * the declared length turns out to be written already.
   */
  private boolean mayDeclare(long bytes) {
    if (isRefused()) {
      return false;
    }
    body.declare(bytes);
    boolean late = !finished && body.writtenBytes() > 0 && body.isWhole() && !super.isCommitted();
    lateLength = late ? bytes : PendingBody.UNDECLARED;
    return !late;
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
