// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.memory.Buffers;
import org.jspecify.annotations.Nullable;

/*
 * Threads: connect() and send() on the caller's, completed(), answered() and onClosed() on a
 * selector's; a failing write closes on the caller's. Lock-free.
 * I1  The step moves only forward: CONNECTING -> OPEN -> ENDED or CONNECTING -> ENDED, by compare
 *     and set, and whoever moves it delivers the event. Grizzly reports one failed connect in up to
 *     two ways and one end as close and failed write; each is thus heard once.
 *     Once ENDED the socket is closed, or will be by whoever makes it: opening() looks at the step
 *     after it has set the connection, close() at the connection after it has set the step.
 * I2  onConnected is delivered before the close listener is installed, so never after onClosed.
 */
/** One attempt to connect and the connection that comes of it. */
@SuppressWarnings("rawtypes") // the connector's completion handler is declared raw
final class GrizzlyChannel
    implements HttpChannel, CompletionHandler<Connection>, CloseListener<Closeable, CloseType> {

  private enum Step {
    CONNECTING,
    OPEN,
    ENDED
  }

  private final String host;
  private final long generation;
  private final ChannelEvents events;
  private final Attribute<GrizzlyChannel> attribute;
  private final Consumer<GrizzlyChannel> ended;
  private final AtomicReference<Step> step = new AtomicReference<>(Step.CONNECTING);
  private final WriteFailure<HttpRequestPacket> writeFailure = new WriteFailure<>();
  private final WriteFailure<HttpContent> postFailure = new WriteFailure<>();

  /** From when its socket is there, connected or not. */
  private volatile @Nullable Connection<SocketAddress> connection;

  /** What has come of an answer that ends with the connection. */
  private volatile @Nullable UndelimitedAnswer undelimited;

  /** What its end means for a request under way; set before this side ends it for that. */
  private volatile FailureKind endsAs = FailureKind.LOST_IN_FLIGHT;

  GrizzlyChannel(
      InetSocketAddress address,
      long generation,
      ChannelEvents events,
      Attribute<GrizzlyChannel> attribute,
      Consumer<GrizzlyChannel> ended) {
    this.host = hostHeader(address);
    this.generation = generation;
    this.events = events;
    this.attribute = attribute;
    this.ended = ended;
  }

  /** As RFC 9110 wants it: an address of IPv6 in brackets, without the name of an interface. */
  static String hostHeader(InetSocketAddress address) {
    String host = address.getHostString();
    if (host.indexOf(':') >= 0) {
      int zone = host.indexOf('%');
      host = "[" + (zone < 0 ? host : host.substring(0, zone)) + "]";
    }
    return host + ":" + address.getPort();
  }

  @Override
  public void send(String target, String cookie, RequestBody body) {
    Connection<SocketAddress> open = connection;
    if (open == null || step.get() == Step.CONNECTING) {
      throw new IllegalStateException("request " + target + " sent to " + host + " unconnected");
    }
    HttpRequestPacket.Builder request =
        HttpRequestPacket.builder()
            .method(body.isNone() ? Method.GET : Method.POST)
            .uri(target)
            .protocol(Protocol.HTTP_1_1)
            .header("Host", host);
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    if (body.isNone()) {
      open.write(request.build(), writeFailure);
      return;
    }
    HttpRequestPacket post =
        request.contentType(body.contentType()).contentLength(body.length()).build();
    open.write(
        post.httpContentBuilder().content(Buffers.wrap(null, body.bytes())).last(true).build(),
        postFailure);
  }

  @Override
  public void close() {
    step.set(Step.ENDED);
    ended.accept(this);
    Connection<SocketAddress> open = connection;
    if (open != null) {
      open.closeSilently();
    }
  }

  /** The socket is there and begins to connect: one that is given up meanwhile is closed. */
  @SuppressWarnings("unchecked") // every connection of this transport has socket addresses
  void opening(Connection begun) {
    connection = (Connection<SocketAddress>) begun;
    if (step.get() == Step.ENDED) {
      begun.closeSilently();
    }
  }

  @Override
  public void completed(Connection connected) {
    opening(connected);
    attribute.set(connected, this);
    if (!step.compareAndSet(Step.CONNECTING, Step.OPEN)) {
      connected.closeSilently();
      return;
    }
    events.onConnected(generation, this);
    connected.addCloseListener(this);
  }

  @Override
  public void failed(Throwable cause) {
    if (step.compareAndSet(Step.CONNECTING, Step.ENDED)) {
      ended.accept(this);
      events.onRefused(generation, cause);
    }
  }

  @Override
  public void cancelled() {
    failed(new IOException("connecting to " + host + " was cancelled"));
  }

  @Override
  public void updated(Connection ignored) {}

  @Override
  public void onClosed(Closeable ignored, CloseType type) {
    if (step.compareAndSet(Step.OPEN, Step.ENDED)) {
      ended.accept(this);
      UndelimitedAnswer answer = undelimited;
      if (answer != null && type == CloseType.REMOTELY) {
        events.onAnswer(generation, answer.whole());
      } else {
        events.onClosed(generation, endsAs);
      }
    }
  }

  /**
   * A part has come of an answer that ends with the connection.
   *
   * @param head makes the answer without its body, of the first part
   * @return whether it is not longer than {@code mostBytes} so far
   */
  boolean answering(Supplier<HttpAnswer> head, byte[] part, int mostBytes) {
    UndelimitedAnswer answer = undelimited;
    if (answer == null) {
      answer = new UndelimitedAnswer(head.get());
      undelimited = answer;
    }
    if (!answer.add(part, mostBytes)) {
      undelimited = null;
      return false;
    }
    return true;
  }

  /** An answer is longer than is read: what comes after it on {@code read} could not be told. */
  void endAsTooLong(Connection<?> read) {
    endsAs = FailureKind.ANSWER_TOO_LONG;
    read.closeSilently();
  }

  void answered(HttpAnswer answer) {
    if (step.get() == Step.OPEN) {
      events.onAnswer(generation, answer);
    }
  }

  /** A request that cannot be written ends the connection, which is then reported as closed. */
  private final class WriteFailure<M>
      extends EmptyCompletionHandler<WriteResult<M, SocketAddress>> {
    @Override
    public void failed(Throwable cause) {
      Connection<SocketAddress> open = connection;
      if (open != null) {
        open.closeSilently();
      }
    }
  }
}
