// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
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
 * calls the time-out, and welcome and reject if the peer was listed after its HELLO; end() comes from any thread, also from the selector thread of the stream that
 * follows this one.
 * Lock: `delivery`, held while the frames of one read are delivered, so that end() returns after
 * the last of them. The listener may wait for other locks in it, so end() must not be called under
 * one.
 * Checked by: HandshakeIT, ReconnectIT.
 */
/**
 * A connection that a peer opened: waits for its HELLO, answers it, then delivers its frames. It
 * reads nothing behind the HELLO before the peer is a listed member: later bytes of the peer wait
 * in the socket.
 */
// Grizzly declares its futures with the raw type and its close listener with a deprecated one.
@SuppressWarnings("deprecation")
final class IncomingStream implements InboundStream {
  private static final Logger log = LoggerFactory.getLogger(IncomingStream.class);

  /** The answer to a wrong name: nothing that the caller has not said. The log has the settings. */
  private static final String WRONG_NAME = "the certificate may not speak for the member in HELLO";

  private static final InetAddress NOWHERE = new InetSocketAddress(0).getAddress();

  private final TransportContext context;
  private final IncomingStreams streams;
  private final Connection<SocketAddress> connection;
  private final Future<?> handshakeTimeout;
  private final Object delivery = new Object();

  private volatile @Nullable Member peer;

  /** The flag that is set when another stream has the connection. */
  private volatile boolean givenWay;

  /** The flag that is set if the peer sends heart-beats; written before {@code peer}. */
  private boolean beats;

  /** The flag that is set if the HELLO was answered before its sender was listed. */
  private volatile boolean held;

  /** The sender of the HELLO, as it describes itself; null before the HELLO. */
  private volatile @Nullable Member caller;

  /** The flag that is set while a heart-beat is on its way back. */
  private final AtomicBoolean returning = new AtomicBoolean();

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
    IncomingStream excess = streams.opened(this, remoteAddress());
    if (excess != null) {
      excess.makeRoom();
    }
    if (!connection.isOpen()) {
      // Closed before it was taken in; the close listener may have run before.
      streams.closed(null, this);
    }
  }

  @Override
  public void onFrames(List<byte[]> frames, long bytes) {
    Member from = peer;
    if (from == null) {
      onHandshake(frames);
    } else {
      List<byte[]> messages = withoutHeartBeats(frames);
      if (!messages.isEmpty()) {
        long beatBytes = (long) FrameSplitter.LENGTH_BYTES * (frames.size() - messages.size());
        context.counters().reads.increment();
        context.counters().framesReceived.add(messages.size());
        context.counters().bytesReceived.add(bytes - beatBytes);
        SelectorThread.deliver(() -> deliver(from, messages));
      }
    }
  }

  /** Returns {@code frames} without the heart-beats, and sends one of these back to the peer. */
  private List<byte[]> withoutHeartBeats(List<byte[]> frames) {
    if (frames.stream().noneMatch(frame -> frame.length == 0)) {
      return frames;
    }
    if (!beats) {
      throw new MalformedFrameException("empty frame from a member that sends no heart-beats");
    }
    // One at a time: a peer that sends and does not read costs no memory.
    if (returning.compareAndSet(false, true)) {
      ConnectionWriter.writeHeartBeat(connection, () -> returning.set(false));
    }
    return frames.stream().filter(frame -> frame.length > 0).toList();
  }

  @Override
  public void onMalformed(MalformedFrameException reason) {
    context.counters().connectionsMalformed.increment();
    warnOfClose(String.valueOf(reason.getMessage()));
  }

  @Override
  public boolean giveWay() {
    givenWay = peer == null;
    if (givenWay) {
      handshakeTimeout.cancel(false);
      streams.closed(null, this);
    }
    return givenWay;
  }

  /** Closes the connection; when this returns, nothing is delivered from it any more. */
  void end() {
    synchronized (delivery) {
      ended = true;
    }
    connection.terminateSilently();
  }

  /**
   * Delivers frames in their order, and none after {@link #end}. A frame that fails ends the
   * connection, so that no later one is delivered without it.
   */
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
        context
            .rare()
            .add(
                "listener failed",
                System.nanoTime(),
                line -> log.error(line, e),
                "this node failed to process a frame from " + from + "; it closed the connection");
      } finally {
        if (!delivered) {
          ended = true;
          connection.terminateSilently();
        }
      }
    }
  }

  /**
   * Reads HELLO, the only frame that a caller may send before the answer, and admits, holds or
   * rejects the caller.
   */
  private void onHandshake(List<byte[]> frames) {
    if (frames.size() > 1 || caller != null) {
      throw new MalformedFrameException("further frames arrived before HELLO was answered");
    }
    HandshakeMessage message = HandshakeCodec.decode(frames.get(0), context.versions());
    if (message instanceof Hello hello) {
      caller = hello.from();
      String unproven = TlsConnection.refusal(connection, hello.from().name());
      if (unproven != null) {
        reject(hello.from() + " at " + remoteHost(), unproven, WRONG_NAME, "wrong name", log::warn);
        return;
      }
      String refusal = streams.admit(hello, this);
      if (refusal != null) {
        if (streams.admission().callsAnotherStart(hello)) {
          reject(
              hello.from() + " at " + remoteHost(), refusal, refusal, "another start", log::info);
        } else {
          reject(hello.from(), refusal);
        }
      }
    } else if (message instanceof UnknownVersions versions) {
      warnAndReject(remoteHost(), streams.admission().refusal(versions));
    } else {
      throw new MalformedFrameException("a connection must begin with HELLO");
    }
  }

  /**
   * Answers a HELLO and reads nothing more until {@link #welcome}. The answer contains nothing that
   * the HELLO does not, the version and the own address aside.
   */
  void hold(Hello hello) {
    held = true;
    try {
      connection.disableIOEvent(IOEvent.READ);
    } catch (IOException e) {
      connection.terminateSilently();
      return;
    }
    answer(hello);
  }

  /** Delivers from now on the frames of {@code from}, the listed member that said HELLO. */
  void welcome(Hello hello, Member from) {
    handshakeTimeout.cancel(false);
    beats = SpokenVersions.hasHeartBeats(version(hello));
    peer = from;
    if (!connection.isOpen()) {
      // Closed since it was admitted; the close listener may have run before peer was set.
      streams.closed(from, this);
      return;
    }
    StreamFilter.allowFramesUpTo(connection, context.settings().maxFrameBytes());
    if (held) {
      try {
        connection.enableIOEvent(IOEvent.READ);
      } catch (IOException e) {
        connection.terminateSilently();
      }
    } else {
      answer(hello);
    }
    log.debug("{} is connected from {}, version {}", from, remoteHost(), version(hello));
  }

  private void answer(Hello hello) {
    ConnectionWriter.write(connection, new Welcome(version(hello), context.self()));
  }

  private int version(Hello hello) {
    return context.versions().newestUpTo(hello.maxVersion());
  }

  void reject(Member caller, String reason) {
    warnAndReject(caller + " at " + remoteHost(), reason);
  }

  private void warnAndReject(String who, String reason) {
    reject(who, reason, reason, "refused", log::warn);
  }

  /**
   * Answers, unless the HELLO was answered before, then closes once the answer is written; if the
   * caller does not read it, the time-out closes.
   */
  private void reject(
      String who, String reason, String answer, String kind, Consumer<String> level) {
    context.counters().handshakesRejected.increment();
    context
        .rare()
        .add(kind, System.nanoTime(), level, "refused the connection of " + who + ": " + reason);
    if (held) {
      connection.terminateSilently();
    } else {
      ConnectionWriter.write(connection, new Reject(answer));
      connection.closeSilently();
    }
  }

  private void makeRoom() {
    context.counters().connectionsMalformed.increment();
    warnOfClose("too many connections from callers that are not known to be members");
    connection.terminateSilently();
  }

  private void handshakeTimedOut() {
    if (peer != null || givenWay || !connection.isOpen()) {
      return;
    }
    String bound = context.settings().handshakeTimeout().toMillis() + " ms";
    Member unlisted = caller;
    if (unlisted == null) {
      context.counters().connectionsMalformed.increment();
      warnOfClose("no handshake within " + bound);
      connection.terminateSilently();
    } else {
      reject(unlisted, "no view of this member lists " + unlisted.name());
    }
  }

  private void onClosed() {
    handshakeTimeout.cancel(false);
    streams.closed(peer, this);
  }

  private void warnOfClose(String reason) {
    Member from = peer;
    String who = from == null ? remoteHost() : from.toString();
    context
        .rare()
        .add(
            "closed",
            System.nanoTime(),
            log::warn,
            "closed the connection from " + who + ": " + reason);
  }

  /** Returns the address of the caller; a placeholder if the connection is closed already. */
  InetAddress remoteAddress() {
    return addressOf(connection);
  }

  /** Returns the address of the peer; a placeholder if {@code connection} is closed already. */
  static InetAddress addressOf(Connection<?> connection) {
    return connection.getPeerAddress() instanceof InetSocketAddress address
        ? address.getAddress()
        : NOWHERE;
  }

  /** Tells whether the caller has begun a TLS handshake with a whole message. */
  boolean hasBegunTls() {
    return TlsConnection.hasBegun(connection);
  }

  private String remoteHost() {
    return connection.getPeerAddress() instanceof InetSocketAddress address
        ? address.getHostString()
        : String.valueOf(connection.getPeerAddress());
  }
}
