// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Decrypts the bytes that a connection has received, splits them into frames, and hands these to
 * the {@link InboundStream} attached to it. The stream gets all frames that one read completed at
 * once, so that it can answer them at once.
 */
final class StreamFilter extends BaseFilter {
  private static final Attribute<FrameSplitter> SPLITTER =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(StreamFilter.class.getName());

  private final GrizzlyMembershipStreams membership;
  private final Consumer<Connection<?>> onAccept;

  /** The TLS part of the port, or null if it speaks plaintext only. */
  private final @Nullable TlsPort tls;

  /**
   * Creates the filter.
   *
   * @param membership takes over the connections that begin as connections of membership do
   * @param expected the addresses from which members are expected to call
   * @param onAccept attaches a stream to an accepted connection, before anything is read from it
   */
  StreamFilter(
      PeerSecurity security,
      GrizzlyMembershipStreams membership,
      ExpectedAddresses expected,
      Consumer<Connection<?>> onAccept) {
    this.membership = membership;
    this.onAccept = onAccept;
    this.tls = security.usesTls() ? new TlsPort(security, this::read, expected) : null;
  }

  /** Admits long frames on {@code connection}; until then it takes none longer than a handshake. */
  static void allowFramesUpTo(Connection<?> connection, int bytes) {
    splitterOf(connection).allowFramesUpTo(bytes);
  }

  /** Ends the threads that it has. */
  void close(long waitSeconds) throws InterruptedException {
    if (tls != null) {
      tls.close(waitSeconds);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // TCP connections of Grizzly have socket addresses.
  public NextAction handleAccept(FilterChainContext context) throws IOException {
    if (tls == null) {
      TlsConnection.none(context.getConnection());
    } else {
      TlsConnection.accepted(tls, (Connection<SocketAddress>) context.getConnection());
    }
    onAccept.accept(context.getConnection());
    return context.getInvokeAction();
  }

  @Override
  @SuppressWarnings("unchecked") // TCP connections of Grizzly have socket addresses.
  public NextAction handleConnect(FilterChainContext context) throws IOException {
    if (tls == null) {
      TlsConnection.none(context.getConnection());
    } else {
      TlsConnection.dialled(tls, (Connection<SocketAddress>) context.getConnection());
    }
    return context.getInvokeAction();
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    Buffer buffer = context.getMessage();
    try {
      read(context.getConnection(), buffer.toByteBuffer());
    } finally {
      buffer.tryDispose();
    }
    return context.getStopAction();
  }

  private void read(Connection<?> connection, ByteBuffer bytes) {
    List<byte[]> frames = new ArrayList<>();
    try {
      TlsConnection encrypted = TlsConnection.of(connection);
      if (encrypted == null) {
        split(connection, bytes, frames);
      } else {
        encrypted.read(bytes, plain -> split(connection, plain, frames));
      }
      if (!frames.isEmpty()) {
        deliver(connection, frames);
      }
    } catch (MalformedFrameException e) {
      malformed(connection, e);
    }
  }

  private void split(Connection<?> connection, ByteBuffer bytes, List<byte[]> frames) {
    InboundStream stream = InboundStream.of(connection);
    if (stream instanceof MembershipConnection members) {
      members.read(bytes);
      return;
    }
    FrameSplitter splitter = splitterOf(connection);
    splitter.split(bytes, frames::add);
    if (splitter.isEnded()) {
      if (!frames.isEmpty() || stream == null || !stream.giveWay()) {
        throw new MalformedFrameException("a connection of membership must begin as such");
      }
      MembershipConnection accepted = membership.accept(connection);
      if (accepted == null) {
        connection.terminateSilently(); // not joined yet, or left already: the peer asks again
      } else {
        accepted.afterCookie().read(bytes);
      }
    }
  }

  private static FrameSplitter splitterOf(Connection<?> connection) {
    FrameSplitter splitter = SPLITTER.get(connection);
    if (splitter == null) {
      splitter = new FrameSplitter(HandshakeCodec.MAX_MESSAGE_BYTES, MembershipConnection.COOKIE);
      SPLITTER.set(connection, splitter);
    }
    return splitter;
  }

  private static void deliver(Connection<?> connection, List<byte[]> frames) {
    InboundStream stream = InboundStream.of(connection);
    if (stream == null) {
      throw new MalformedFrameException("frame before the handshake");
    }
    long bytes = 0;
    for (byte[] frame : frames) {
      bytes += frame.length + FrameSplitter.LENGTH_BYTES;
    }
    stream.onFrames(frames, bytes);
  }

  /** Closes {@code connection} at once and tells its stream why. */
  static void malformed(Connection<?> connection, MalformedFrameException reason) {
    InboundStream stream = InboundStream.of(connection);
    if (stream != null) {
      stream.onMalformed(reason);
    }
    connection.terminateSilently();
  }
}
