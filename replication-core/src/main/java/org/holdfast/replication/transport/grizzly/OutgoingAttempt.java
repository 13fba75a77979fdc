// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.EOFException;
import java.net.SocketAddress;
import java.util.List;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.jspecify.annotations.Nullable;

/*
 * Threads: Grizzly calls completed and failed on the selector or the control thread, onFrames and
 * onMalformed on the selector thread; abandon() comes from the control thread. completed() sets the
 * connection before it looks at `abandoned`, abandon() does the reverse, so one of them closes it.
 */
/**
 * A connection to a peer, from the first SYN to its end, and the handshake on it. Reports the
 * outcome to its {@link PeerLink}.
 */
// Grizzly declares its futures with the raw type and its close listener with a deprecated one.
@SuppressWarnings({"rawtypes", "deprecation"})
final class OutgoingAttempt implements CompletionHandler<Connection>, InboundStream {
  private final PeerLink link;
  private final TransportContext context;
  private final Member peer;
  private final OutgoingStream stream;

  private volatile @Nullable Connection<SocketAddress> connection;
  private volatile @Nullable GrizzlyFuture<Connection> connecting;
  private volatile boolean abandoned;
  private volatile boolean welcomed;

  /**
   * The flag that is set if the peer returns heart-beats; written once by the thread that reads.
   */
  private volatile boolean beats;

  OutgoingAttempt(PeerLink link, TransportContext context, Member peer, OutgoingStream stream) {
    this.link = link;
    this.context = context;
    this.peer = peer;
    this.stream = stream;
  }

  OutgoingStream stream() {
    return stream;
  }

  void follow(GrizzlyFuture<Connection> future) {
    connecting = future;
    future.addCompletionHandler(this);
  }

  @Override
  @SuppressWarnings("unchecked") // TCP connections of Grizzly have socket addresses.
  public void completed(Connection result) {
    Connection<SocketAddress> connected = result;
    attachTo(connected);
    connection = connected;
    if (abandoned) {
      connected.terminateSilently();
      return;
    }
    connected.addCloseListener(
        (CloseListener<?, ?>) (closed, how) -> link.onFailed(this, closeReason(connected)));
    TlsConnection.expect(connected, peer.name());
    ConnectionWriter.write(
        connected,
        new Hello(
            context.versions().oldest(),
            context.versions().newest(),
            context.settings().cluster(),
            context.self(),
            peer.name(),
            peer.incarnation()));
  }

  @Override
  public void failed(Throwable reason) {
    link.onFailed(this, describe(reason));
  }

  @Override
  public void cancelled() {
    link.onFailed(this, "this member gave the connection attempt up");
  }

  @Override
  public void updated(Connection result) {}

  /** Tells whether there is a connection, though perhaps no answer to HELLO yet. */
  boolean isConnected() {
    return connection != null;
  }

  @Override
  public void onFrames(List<byte[]> frames, long bytes) {
    if (beats && frames.stream().allMatch(frame -> frame.length == 0)) {
      stream.beatReturned();
      return;
    }
    if (welcomed || frames.size() > 1) {
      throw new MalformedFrameException(
          "the peer sent a frame on a stream on which only this member may send");
    }
    HandshakeMessage answer = HandshakeCodec.decode(frames.get(0), context.versions());
    Connection<SocketAddress> connected = connection;
    if (answer instanceof Welcome welcome && connected != null) {
      check(welcome);
      beats = SpokenVersions.hasHeartBeats(welcome.version());
      welcomed = true;
      // First, because the first write may fail already, and up must be reported before down.
      link.onOpened(this, welcome.version());
      stream.open(connected);
    } else if (answer instanceof Reject reject) {
      context.counters().handshakesRejected.increment();
      link.onFailed(this, "refused: " + reject.reason());
    } else {
      throw new MalformedFrameException("HELLO must be answered by WELCOME or REJECT");
    }
  }

  @Override
  public void onMalformed(MalformedFrameException reason) {
    link.onFailed(this, "unexpected answer: " + reason.getMessage());
  }

  @Override
  public void onTlsFailure(String reason) {
    link.onFailed(this, "TLS failed: " + reason);
  }

  /** Closes the connection, or lets it be closed as soon as there is one. */
  void abandon() {
    abandoned = true;
    Connection<SocketAddress> connected = connection;
    GrizzlyFuture<Connection> future = connecting;
    if (connected != null) {
      connected.terminateSilently();
    } else if (future != null) {
      future.cancel(true);
    }
  }

  private void check(Welcome welcome) {
    if (!welcome.from().equals(peer)) {
      throw new MalformedFrameException("welcomed by " + welcome.from() + " instead of " + peer);
    }
    if (!context.versions().includes(welcome.version())) {
      throw new MalformedFrameException(
          peer.name() + " chose protocol version " + welcome.version() + ", which was not offered");
    }
  }

  private static String closeReason(Connection<?> closed) {
    Throwable cause = closed.getCloseReason().getCause();
    return cause == null || cause instanceof EOFException
        ? "connection closed by the peer"
        : describe(cause);
  }

  private static String describe(Throwable reason) {
    String message = reason.getMessage();
    return message == null ? reason.getClass().getSimpleName() : message;
  }
}
