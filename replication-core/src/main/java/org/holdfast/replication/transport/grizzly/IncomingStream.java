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

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.Future;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Connection;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: the selector thread of the connection calls onFrames and onMalformed; the control thread
 * calls the time-out; end() comes from any thread, also from the selector thread of the stream that
 * follows this one.
 * Lock: `delivery`, held while the frames of one read are delivered, so that end() returns after
 * the last of them. The listener may wait for other locks in it, so end() must not be called under
 * one.
 * Checked by: HandshakeIT, ReconnectIT.
 */
/** A connection that a peer opened: waits for its HELLO, answers it, then delivers its frames. */
// Grizzly declares its futures with the raw type and its close listener with a deprecated one.
@SuppressWarnings("deprecation")
final class IncomingStream implements InboundStream {
  private static final Logger log = LoggerFactory.getLogger(IncomingStream.class);

  private final TransportContext context;
  private final IncomingStreams streams;
  private final Connection<SocketAddress> connection;
  private final Future<?> handshakeTimeout;
  private final Object delivery = new Object();

  private volatile @Nullable Member peer;

  @GuardedBy("delivery")
  private boolean ended;

  IncomingStream(
      TransportContext context, IncomingStreams streams, Connection<SocketAddress> connection) {
    this.context = context;
    this.streams = streams;
    this.connection = connection;
    this.handshakeTimeout =
        context.control().runAfter(context.settings().handshakeTimeout(), this::handshakeTimedOut);
    connection.addCloseListener((CloseListener<?, ?>) (closed, how) -> onClosed());
  }

  @Override
  public void onFrames(List<byte[]> frames, long bytes) {
    Member from = peer;
    if (from == null) {
      onHandshake(frames);
    } else {
      context.counters().reads.increment();
      context.counters().framesReceived.add(frames.size());
      context.counters().bytesReceived.add(bytes);
      SelectorThread.deliver(() -> deliver(from, frames));
    }
  }

  @Override
  public void onMalformed(MalformedFrameException reason) {
    context.counters().connectionsMalformed.increment();
    warn("closed the connection from {}: {}", String.valueOf(reason.getMessage()));
  }

  /** Closes the connection; when this returns, nothing is delivered from it any more. */
  void end() {
    synchronized (delivery) {
      ended = true;
    }
    connection.terminateSilently();
  }

  boolean isOlderThan(Member newer) {
    Member from = peer;
    return from != null && from.incarnation() < newer.incarnation();
  }

  private void deliver(Member from, List<byte[]> frames) {
    synchronized (delivery) {
      if (ended) {
        return;
      }
      boolean delivered = false;
      try {
        for (byte[] frame : frames) {
          context.listener().onFrame(from, frame);
        }
        delivered = true;
      } catch (MalformedFrameException e) {
        onMalformed(e);
      } catch (RuntimeException e) {
        log.error("the listener failed on a frame from {}; closed its connection", from, e);
      } finally {
        if (!delivered) {
          ended = true;
          connection.terminateSilently();
        }
      }
    }
  }

  private void onHandshake(List<byte[]> frames) {
    if (frames.size() > 1) {
      throw new MalformedFrameException("frames behind a HELLO that was not answered yet");
    }
    HandshakeMessage message = HandshakeCodec.decode(frames.get(0), context.versions());
    if (message instanceof Hello hello) {
      String refusal = streams.admit(hello, this);
      if (refusal == null) {
        welcome(hello);
      } else {
        reject(hello.from() + " at " + remoteHost(), refusal);
      }
    } else if (message instanceof UnknownVersions versions) {
      reject(remoteHost(), streams.admission().refusal(versions));
    } else {
      throw new MalformedFrameException("a connection must begin with HELLO");
    }
  }

  private void welcome(Hello hello) {
    handshakeTimeout.cancel(false);
    Member from = hello.from();
    peer = from;
    if (!connection.isOpen()) {
      // Closed since it was admitted; the close listener may have run before peer was set.
      streams.forget(from, this);
      return;
    }
    context.repeats().forget(from + " at " + remoteHost());
    FramingFilter.allowFramesUpTo(connection, context.settings().maxFrameBytes());
    int version = context.versions().newestUpTo(hello.maxVersion());
    ConnectionWriter.write(connection, new Welcome(version, context.self()));
    log.debug("{} is connected from {}, protocol version {}", from, remoteHost(), version);
  }

  /**
   * Answers, then closes once the answer is written; if the caller does not read it, the time-out
   * closes.
   */
  private void reject(String who, String reason) {
    context.counters().handshakesRejected.increment();
    if (context.repeats().isNews(who, reason)) {
      log.warn("refused the connection of {}: {}", who, reason);
    }
    ConnectionWriter.write(connection, new Reject(reason));
    connection.closeSilently();
  }

  private void handshakeTimedOut() {
    if (peer == null && connection.isOpen()) {
      context.counters().connectionsMalformed.increment();
      warn(
          "closed the connection from {}: {}",
          "no handshake within " + context.settings().handshakeTimeout().toMillis() + " ms");
      connection.terminateSilently();
    }
  }

  private void onClosed() {
    handshakeTimeout.cancel(false);
    Member from = peer;
    if (from != null) {
      streams.forget(from, this);
    }
  }

  private void warn(String format, String reason) {
    Member from = peer;
    String who = from == null ? remoteHost() : from.toString();
    if (context.repeats().isNews(who, reason)) {
      log.warn(format, who, reason);
    }
  }

  private String remoteHost() {
    return connection.getPeerAddress() instanceof InetSocketAddress address
        ? address.getHostString()
        : String.valueOf(connection.getPeerAddress());
  }
}
