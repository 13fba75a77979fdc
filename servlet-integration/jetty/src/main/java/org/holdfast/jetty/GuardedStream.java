// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.NetworkChannel;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: any that sends; Jetty lets one send at a time, and completes the stream after the last send. Fields are
 * volatile, since those may be different threads.
 * G1  no byte of a success passes before the sessions that the request used are replicated, at least in the state that they
 *     had when Jetty sent the byte here.
 * G2  the last bytes pass when the request is over: changes that it makes after it wrote them are replicated, too.
 */

/**
 * The stream of one response to its client. Each piece waits until the request's sessions are
 * replicated, and the last bytes wait for the end of the request. 503 replaces a response that may
 * not go out; if some of it is out, the connection is reset.
 */
final class GuardedStream extends HttpStream.Wrapper {
  private record Last(
      MetaData.Request request, MetaData.@Nullable Response response, ByteBuffer content) {}

  private static final Logger log = LoggerFactory.getLogger(GuardedStream.class);

  /**
   * The largest number of last bytes that are copied. If there are more, all but the last byte go
   * out.
   */
  private static final int MOST_HELD_BYTES = 64 * 1024;

  private final RequestScope scope;
  private final ConnectionMetaData connection;
  private volatile @Nullable Last last;

  /**
   * The number of bytes of the declared length that Jetty has not sent here yet; negative if no
   * length is declared.
   */
  private volatile long leftBytes = -1;

  /** The last byte of the declared length, until Jetty says that it was the last; else null. */
  private volatile @Nullable ByteBuffer withheld;

  /**
   * A flag that the response was replaced: the bytes that the application still sends are dropped.
   */
  private volatile boolean replaced;

  /** The reason why the response was broken off, after part of it was out; null if it was not. */
  private volatile @Nullable IOException broken;

  GuardedStream(HttpStream wrapped, RequestScope scope, ConnectionMetaData connection) {
    super(wrapped);
    this.scope = scope;
    this.connection = connection;
  }

  @Override
  public void send(
      MetaData.Request request,
      MetaData.@Nullable Response response,
      boolean isLast,
      @Nullable ByteBuffer content,
      Callback callback) {
    if (response != null && isInterim(response)) {
      super.send(request, response, isLast, content, callback);
    } else if (replaced) {
      BufferUtil.clear(content);
      callback.succeeded();
    } else if (isLast && !isUpgrade(response)) {
      sendAllButTheLast(request, response, content, callback);
    } else if (isUpgrade(response)) {
      pass(request, response, isLast, content, callback);
    } else {
      passAllButTheLengthsEnd(request, response, content, callback);
    }
  }

  private static boolean isInterim(MetaData.Response response) {
    return HttpStatus.isInterim(response.getStatus()) && !isUpgrade(response);
  }

  private static boolean isUpgrade(MetaData.@Nullable Response response) {
    return response != null && response.getStatus() == HttpStatus.SWITCHING_PROTOCOLS_101;
  }

  private void sendAllButTheLast(
      MetaData.Request request,
      MetaData.@Nullable Response response,
      @Nullable ByteBuffer content,
      Callback callback) {
    scope.endWaits();
    int length = BufferUtil.length(content);
    if (content == null || length <= MOST_HELD_BYTES || withheld != null) {
      last = new Last(request, response, onHeap(content, length));
      BufferUtil.clear(content);
      callback.succeeded();
      return;
    }
    last = new Last(request, null, takeLastByte(content));
    pass(request, response, false, content, callback);
  }

  private static ByteBuffer takeLastByte(ByteBuffer content) {
    ByteBuffer end = ByteBuffer.allocate(1);
    end.put(content.get(content.limit() - 1)).flip();
    content.limit(content.limit() - 1);
    return end;
  }

  /**
   * Passes {@code content} on, but withholds the last byte of the declared length. Jetty does not
   * always say that a write is the last, though it reaches that length.
   */
  private void passAllButTheLengthsEnd(
      MetaData.Request request,
      MetaData.@Nullable Response response,
      @Nullable ByteBuffer content,
      Callback callback) {
    if (response != null) {
      leftBytes = response.getContentLength();
    }
    int length = BufferUtil.length(content);
    if (content != null && length > 0 && leftBytes >= 0) {
      long left = leftBytes - length;
      leftBytes = left;
      if (left <= 0 && withheld == null) {
        withheld = takeLastByte(content);
      }
    }
    pass(request, response, false, content, callback);
  }

  /**
   * Returns a copy of the withheld byte and {@code content} on the heap. A direct copy of a direct
   * buffer would be allocated, and cleaned up, for each response.
   */
  private ByteBuffer onHeap(@Nullable ByteBuffer content, int length) {
    ByteBuffer first = withheld;
    withheld = null;
    if (content == null || length == 0) {
      return first == null ? BufferUtil.EMPTY_BUFFER : first;
    }
    return first == null
        ? ByteBuffer.allocate(length).put(content.duplicate()).flip()
        : ByteBuffer.allocate(length + 1).put(first).put(content.duplicate()).flip();
  }

  private void pass(
      MetaData.Request request,
      MetaData.@Nullable Response response,
      boolean isLast,
      @Nullable ByteBuffer content,
      Callback callback) {
    if (response == null && (broken != null || !isRestSaved())) {
      BufferUtil.clear(content);
      callback.failed(breakOff());
      return;
    }
    MetaData.Response allowed = response == null ? null : allowed(response, false);
    if (response != null && replaced) {
      last = null;
      BufferUtil.clear(content);
      super.send(request, allowed, true, BufferUtil.EMPTY_BUFFER, callback);
    } else {
      super.send(request, allowed, isLast, content, callback);
    }
  }

  /**
   * Returns the response with which the headers leave: a replacement if {@code response} may not
   * leave.
   */
  private MetaData.Response allowed(MetaData.Response response, boolean isLast) {
    HttpFields headers;
    try {
      headers = scope.commit(response.getHttpFields(), isLast);
    } catch (RuntimeException e) {
      log.error("the session of a {} was not saved, so its response is 500", scope, e);
      return replacement(response, HttpStatus.INTERNAL_SERVER_ERROR_500);
    }
    if (headers == null) {
      return replacement(response, HttpStatus.SERVICE_UNAVAILABLE_503);
    }
    return headers == response.getHttpFields()
        ? response
        : new MetaData.Response(
            response.getStatus(),
            response.getReason(),
            response.getHttpVersion(),
            headers,
            response.getContentLength(),
            response.getTrailersSupplier());
  }

  private MetaData.Response replacement(MetaData.Response response, int status) {
    replaced = true;
    HttpFields.Mutable headers = HttpFields.build().put(HttpHeader.CONTENT_LENGTH, 0);
    if (status == HttpStatus.SERVICE_UNAVAILABLE_503) {
      headers.put(HttpHeader.RETRY_AFTER, "1");
    }
    return new MetaData.Response(
        status, HttpStatus.getMessage(status), response.getHttpVersion(), headers.asImmutable(), 0);
  }

  @Override
  public void succeeded() {
    Last sending = last;
    last = null;
    if (broken != null) {
      failed(breakOff());
    } else if (sending == null) {
      saveAfterUpgrade();
      scope.close();
      endStream();
    } else if (sending.response() != null) {
      MetaData.Response allowed = allowed(sending.response(), true);
      scope.close();
      finish(sending.request(), allowed, replaced ? BufferUtil.EMPTY_BUFFER : sending.content());
    } else if (isRestSaved()) {
      scope.close();
      finish(sending.request(), null, sending.content());
    } else {
      failed(breakOff());
    }
  }

  /**
   * Has the connection reset when Jetty closes it, so that the client notices that the response is
   * cut off. A client of HTTP/1.0 takes the usual end of a connection for the end of a response
   * without a length. In HTTP/2 and 3 Jetty resets the stream.
   */
  private IOException breakOff() {
    IOException known = broken;
    if (known != null) {
      return known;
    }
    IOException reason = new IOException("response cut off: its session cannot be served any more");
    broken = reason;
    if (connection.getHttpVersion().getVersion() <= HttpVersion.HTTP_1_1.getVersion()
        && connection.getConnection().getEndPoint().getTransport()
            instanceof NetworkChannel channel) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        log.debug("the connection of a {} is closed without a reset", scope, e);
      }
    }
    return reason;
  }

  /**
   * Saves the changes that the page made to its session after the handshake of a WebSocket was out.
   */
  private void saveAfterUpgrade() {
    if (!replaced && !isRestSaved()) {
      log.warn("session changes that a {} made after its protocol upgrade are lost", scope);
    }
  }

  private boolean isRestSaved() {
    try {
      return scope.commitRest();
    } catch (RuntimeException e) {
      log.error("the session of a {} was not saved, so its response is cut off", scope, e);
      return false;
    }
  }

  private void finish(
      MetaData.Request request, MetaData.@Nullable Response response, ByteBuffer content) {
    super.send(request, response, true, content, Callback.from(this::endStream, this::failStream));
  }

  private void endStream() {
    try {
      super.succeeded();
    } finally {
      scope.over();
    }
  }

  private void failStream(Throwable reason) {
    try {
      super.failed(reason);
    } finally {
      scope.over();
    }
  }

  /** Saves the sessions although the client went away, or the application failed too late. */
  @Override
  public void failed(Throwable reason) {
    try {
      if (broken == null && !scope.isRefused() && !scope.commitRest()) {
        log.debug("a {} failed, and its response was refused", scope);
      }
    } catch (RuntimeException e) {
      log.error("the session of a failed {} was not saved", scope, e);
    } finally {
      scope.close();
      failStream(reason);
    }
  }
}
