// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.asyncqueue.WritableMessage;
import org.holdfast.replication.membership.MembershipStreams.Rules;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/*
 * Threads: the selector thread of the connection calls read and onMalformed; any thread calls the
 * rest. `preface`, `splitter` and `known` are confined to the selector thread.
 */
/**
 * A connection with messages of the membership protocol, in the format of JGroups' TCP. The
 * connector sends a preface, then both send frames, each a 4-byte length and that many bytes. The
 * length −5 is a farewell.
 *
 * <pre>
 * preface  "bela", version u16, size of the address u16, address
 * address  4 or 16 and that many bytes, scope i32 if 16, port u16
 * </pre>
 */
// Grizzly declares its close listener with a deprecated type.
@SuppressWarnings("deprecation")
final class MembershipConnection implements InboundStream {
  /** The first four bytes. As the length of a frame they are out of any bound. */
  static final int COOKIE = 0x62656c61;

  private static final int FAREWELL = -5;

  /** The most bytes that wait for a member that does not read; messages beyond are lost. */
  static final int MAX_QUEUED_BYTES = 4 << 20;

  /** The most bytes that wait for a process that is not in the view: these can be many. */
  static final int MAX_QUEUED_OF_A_STRANGER = 256 << 10;

  private static final int COOKIE_BYTES = Integer.BYTES;
  private static final int HEAD_BYTES = COOKIE_BYTES + 2 * Short.BYTES;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;
  private static final int MAX_ADDRESS_BYTES = 1 + IPV6_BYTES + Integer.BYTES + Short.BYTES;

  private final GrizzlyMembershipStreams streams;
  private final Connection<SocketAddress> connection;
  private final FrameSplitter splitter;
  private final ByteBuffer preface = ByteBuffer.allocate(HEAD_BYTES + MAX_ADDRESS_BYTES);

  /** The senders that the listener noted for this connection. */
  private final Set<Object> known = new HashSet<>();

  private final AtomicInteger queuedBytes = new AtomicInteger();
  private final boolean accepted;
  private final long sinceNanos = System.nanoTime();

  /** The address where the peer listens: dialled, or named by the preface. */
  private volatile @Nullable InetSocketAddress peer;

  /** The flag that is set when a message came that a member may send. */
  private volatile boolean heard;

  /** The flag that is set if the end of the connection says nothing of the peer. */
  private final AtomicBoolean ended = new AtomicBoolean();

  private MembershipConnection(
      GrizzlyMembershipStreams streams,
      Rules rules,
      Connection<SocketAddress> connection,
      @Nullable InetSocketAddress peer) {
    this.streams = streams;
    this.connection = connection;
    this.accepted = peer == null;
    this.peer = peer;
    this.splitter = new FrameSplitter(rules.maxMessageBytes(), FAREWELL);
    attachTo(connection);
  }

  /** Takes over a connection that a peer has opened. */
  static MembershipConnection accepted(
      GrizzlyMembershipStreams streams, Rules rules, Connection<SocketAddress> connection) {
    MembershipConnection accepted = new MembershipConnection(streams, rules, connection, null);
    accepted.listen();
    return accepted;
  }

  /** Takes over a connection that was opened to {@code peer}, and sends the preface. */
  static MembershipConnection opened(
      GrizzlyMembershipStreams streams,
      Rules rules,
      Connection<SocketAddress> connection,
      InetSocketAddress peer,
      InetSocketAddress self) {
    MembershipConnection opened = new MembershipConnection(streams, rules, connection, peer);
    opened.write(preface(rules.version(), self));
    opened.listen();
    return opened;
  }

  private void listen() {
    connection.addCloseListener((CloseListener<?, ?>) (closed, how) -> streams.closed(this));
  }

  /** Notes that the first four bytes were read elsewhere. */
  MembershipConnection afterCookie() {
    preface.putInt(COOKIE);
    return this;
  }

  private static ByteBuffer preface(short version, InetSocketAddress self) {
    byte[] address = self.getAddress().getAddress();
    int scope = address.length == IPV6_BYTES ? Integer.BYTES : 0;
    int size = 1 + address.length + scope + Short.BYTES;
    ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + size);
    out.putInt(COOKIE).putShort(version).putShort((short) size);
    out.put((byte) address.length).put(address).position(out.position() + scope);
    return out.putShort((short) self.getPort()).flip();
  }

  @Nullable InetSocketAddress peer() {
    return peer;
  }

  /**
   * Tells whether the connection comes from the host that it names, so that answers may go to it.
   */
  boolean isFromItsHost() {
    InetSocketAddress named = peer;
    return named != null
        && connection.getPeerAddress() instanceof InetSocketAddress remote
        && named.getAddress().equals(remote.getAddress());
  }

  /** Tells whether a peer opened the connection. */
  boolean isAccepted() {
    return accepted;
  }

  /** Returns the {@link System#nanoTime} when the connection was taken over. */
  long sinceNanos() {
    return sinceNanos;
  }

  boolean isFromTheHostOf(MembershipConnection other) {
    return connection.getPeerAddress() instanceof InetSocketAddress here
        && other.connection.getPeerAddress() instanceof InetSocketAddress there
        && here.getAddress().equals(there.getAddress());
  }

  boolean isOpen() {
    return connection.isOpen();
  }

  /** Tells whether a message came that a member may send. */
  boolean isHeard() {
    return heard;
  }

  /** Tells whether the connection ended by a farewell, or by this process. */
  boolean isEnded() {
    return ended.get();
  }

  /**
   * Reads the bytes that have arrived.
   *
   * @throws MalformedFrameException if no member sends them
   */
  void read(ByteBuffer bytes) {
    if (peer == null) {
      readPreface(bytes);
      if (peer == null) {
        return;
      }
      streams.named(this);
    }
    splitter.split(bytes, frame -> deliver(frame));
    if (splitter.isEnded()) {
      terminate();
    }
  }

  private void readPreface(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      preface.put(bytes.get());
      int count = preface.position();
      if (count == COOKIE_BYTES && preface.getInt(0) != COOKIE) {
        throw new MalformedFrameException("the caller speaks another protocol");
      }
      if (count >= HEAD_BYTES) {
        int size = preface.getShort(HEAD_BYTES - Short.BYTES);
        if (size < 1 || size > MAX_ADDRESS_BYTES) {
          throw new MalformedFrameException("an address of " + size + " bytes");
        }
        if (count == HEAD_BYTES + size) {
          peer = address(preface.slice(HEAD_BYTES, size));
          return;
        }
      }
    }
  }

  private static InetSocketAddress address(ByteBuffer in) {
    int length = in.get();
    int scope = length == IPV6_BYTES ? Integer.BYTES : 0;
    if (length != IPV4_BYTES && length != IPV6_BYTES
        || in.remaining() != length + scope + Short.BYTES) {
      throw new MalformedFrameException("a malformed address");
    }
    byte[] address = new byte[length];
    in.get(address).position(in.position() + scope);
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(address), Short.toUnsignedInt(in.getShort()));
    } catch (UnknownHostException impossible) {
      throw new MalformedFrameException("a malformed address");
    }
  }

  private void deliver(byte[] frame) {
    InetSocketAddress from = peer;
    if (from != null && connection.isOpen()) {
      InetAddress remote = IncomingStream.addressOf(connection);
      InetAddress unproven = TlsConnection.isProven(connection) ? null : remote;
      if (streams.deliver(from, unproven, this::maySpeakFor, known, frame)) {
        heard = true;
        streams.heard(this);
      }
    }
  }

  private boolean maySpeakFor(String member) {
    return TlsConnection.refusal(connection, member) == null;
  }

  @Override
  public void onFrames(List<byte[]> frames, long bytes) {
    throw new IllegalStateException("frames of membership do not come this way");
  }

  @Override
  public void onMalformed(MalformedFrameException reason) {
    ended.set(true);
    streams.malformed(String.valueOf(reason.getMessage()));
  }

  @Override
  public void onTlsFailure(String reason) {
    ended.set(true);
    streams.unproven(peer, connection.getPeerAddress(), reason);
  }

  /** Tells whether messages have passed the connection, or could have. */
  boolean wasOpen() {
    return TlsConnection.isOpen(connection);
  }

  /** Ends the connection unless messages pass it: the peer has not answered the TLS handshake. */
  void terminateUnlessOpen() {
    if (!TlsConnection.isOpen(connection)) {
      terminate();
    }
  }

  /** Writes a message; it is lost if the peer has not read for long. */
  void send(ByteBuffer frame) {
    int queued = queuedBytes.get();
    if (queued < MAX_QUEUED_OF_A_STRANGER
        || queued < MAX_QUEUED_BYTES && streams.isOfAMember(this)) {
      write(frame);
    }
  }

  /** Returns how many bytes wait for the peer to read. */
  int queuedBytes() {
    return queuedBytes.get();
  }

  private void write(ByteBuffer bytes) {
    int count = bytes.remaining();
    queuedBytes.addAndGet(count);
    ConnectionWriter.write(
        connection,
        bytes,
        new EmptyCompletionHandler<>() {
          @Override
          public void completed(WriteResult<WritableMessage, SocketAddress> result) {
            queuedBytes.addAndGet(-count);
          }
        });
  }

  /** Says farewell and closes. */
  void close() {
    if (!ended.getAndSet(true)) {
      write(ByteBuffer.allocate(Integer.BYTES).putInt(FAREWELL).flip());
      connection.closeSilently();
    }
  }

  /** Closes without a farewell, which would wait for room in the buffer. */
  void terminate() {
    ended.set(true);
    connection.terminateSilently();
  }
}
