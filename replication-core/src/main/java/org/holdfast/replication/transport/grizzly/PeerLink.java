// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.OutgoingStream.Offer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: send() comes from any thread and reads `stream` only, version() reads `version` only;
 * everything else happens on the control thread, where onFailed and onOpened put themselves. So the states below need no lock.
 * I1  attempt == null: waiting for the next one, or ended.
 * I2  attempt != null: its stream is `stream`.
 * I3  onPeerDown and onPeerUp alternate; the first call may be either.
 * Checked by: ReconnectIT, HandshakeIT, PeerLinkTest.
 */
/** Keeps one stream to one listed member open, over as many connections as it takes. */
// Grizzly declares its futures with the raw type and its close listener with a deprecated one.
@SuppressWarnings("rawtypes")
final class PeerLink {
  private static final Logger log = LoggerFactory.getLogger(PeerLink.class);

  private final TransportContext context;
  private final Function<SocketAddress, GrizzlyFuture<Connection>> connector;
  private final Member peer;
  private final Backoff backoff;

  /**
   * The stream that frames are offered to: the stream of the attempt under way, or one that waits
   * for the next attempt.
   */
  private volatile OutgoingStream stream;

  /** The protocol version of the open connection, 0 without one; any thread reads it. */
  private volatile int version;

  private @Nullable OutgoingAttempt attempt;
  private @Nullable Future<?> timer;
  private boolean reportedDown;
  private boolean tried;
  private boolean ended;

  PeerLink(
      TransportContext context,
      Function<SocketAddress, GrizzlyFuture<Connection>> connector,
      Member peer,
      Backoff backoff) {
    this.context = context;
    this.connector = connector;
    this.peer = peer;
    this.backoff = backoff;
    this.stream = newStream();
  }

  Member peer() {
    return peer;
  }

  /** Returns the protocol version that both ends use now; empty while the stream is not open. */
  OptionalInt version() {
    int now = version;
    return now == 0 ? OptionalInt.empty() : OptionalInt.of(now);
  }

  /** Offers {@code frame} to the stream; to the next one if that was lost meanwhile. */
  boolean send(byte[] frame) {
    Offer offer = stream.offer(frame);
    if (offer == Offer.CLOSED) {
      offer = stream.offer(frame);
    }
    return offer == Offer.ACCEPTED;
  }

  /** Opens the stream. Any thread; returns at once. */
  void start() {
    context.control().run(this::connect);
  }

  /** Closes the stream for good, without telling the listener. Any thread; returns at once. */
  void end() {
    stream.close();
    context
        .control()
        .run(
            () -> {
              ended = true;
              context.rare().forget(kind());
              cancelTimer();
              abandonAttempt();
              stream.close();
            });
  }

  void onOpened(OutgoingAttempt opened, int chosen) {
    context.control().run(() -> opened(opened, chosen));
  }

  void onFailed(OutgoingAttempt failed, String reason) {
    context.control().run(() -> failed(failed, reason, Duration.ZERO));
  }

  private void connect() {
    if (ended) {
      return;
    }
    OutgoingAttempt started = new OutgoingAttempt(this, context, peer, stream);
    attempt = started;
    // A member that has just been listed is there, so the first attempt need not look for it again
    // soon.
    Duration bound =
        tried ? context.settings().connectTimeout() : context.settings().handshakeTimeout();
    tried = true;
    timer = context.control().runAfter(bound, () -> awaitHandshake(started, bound));
    InetSocketAddress address = new InetSocketAddress(peer.host(), peer.port());
    if (address.isUnresolved()) {
      failed(started, "unknown host", Duration.ZERO);
    } else {
      started.follow(connector.apply(address));
    }
  }

  /**
   * Continues an attempt that is connected and gives up one that is not. The operating system
   * repeats a lost SYN less and less often; a new attempt sends one at once.
   */
  private void awaitHandshake(OutgoingAttempt started, Duration waited) {
    if (attempt != started) {
      return;
    }
    if (!started.isConnected()) {
      failed(started, "no connection within " + waited.toMillis() + " ms", waited);
      return;
    }
    Duration whole = context.settings().handshakeTimeout();
    timer =
        context
            .control()
            .runAfter(
                whole.minus(waited),
                () -> failed(started, "no handshake within " + whole.toMillis() + " ms", whole));
  }

  private void opened(OutgoingAttempt opened, int chosen) {
    if (attempt != opened) {
      return;
    }
    cancelTimer();
    // Only a connection that lasts shows that the trouble is over.
    timer = context.control().runAfter(context.settings().maxBackoff(), backoff::reset);
    context.counters().connectionsOpened.increment();
    context.rare().forget(kind());
    reportedDown = false;
    version = chosen;
    log.info("stream to {} is open, protocol version {}", peer, chosen);
    context.listener().onPeerUp(peer);
    if (SpokenVersions.hasHeartBeats(chosen)) {
      look(opened);
    }
  }

  /**
   * Sends a heart-beat, or closes the connection when none has come back for the stall time-out. A
   * connection that was cut for a while would else wait for the operating system, which repeats
   * lost packets less and less often: it can stay dead for a minute after the network has healed.
   */
  private void look(OutgoingAttempt opened) {
    if (attempt != opened) {
      return;
    }
    Duration timeout = context.settings().stallTimeout();
    if (opened.stream().isStalled()) {
      failed(opened, "no sign of life for " + timeout.toMillis() + " ms", Duration.ZERO);
    } else {
      opened.stream().beat();
      Duration pause = timeout.dividedBy(StallDetector.LOOKS);
      Future<?> unused = context.control().runAfter(pause, () -> look(opened));
    }
  }

  /**
   * Gives up an attempt and plans the next one.
   *
   * @param waited how much of the pause between the beginnings of two attempts is over already
   */
  private void failed(OutgoingAttempt failed, String reason, Duration waited) {
    if (attempt != failed) {
      return;
    }
    cancelTimer();
    abandonAttempt();
    long pause = backoff.nextNanos() - waited.toNanos();
    long least = context.settings().minBackoff().toNanos() / 2;
    timer = context.control().runAfterNanos(Math.max(least, pause), this::connect);
    reportDown(reason);
  }

  private void abandonAttempt() {
    OutgoingAttempt abandoned = attempt;
    if (abandoned != null) {
      attempt = null;
      version = 0;
      // The next stream first, so that a sender that finds the old one closed finds the new one.
      stream = newStream();
      abandoned.stream().close();
      abandoned.abandon();
    }
  }

  private void reportDown(String reason) {
    context
        .rare()
        .add(kind(), System.nanoTime(), log::warn, "stream to " + peer + " is down: " + reason);
    if (!reportedDown) {
      reportedDown = true;
      context.listener().onPeerDown(peer);
    }
  }

  private void cancelTimer() {
    Future<?> running = timer;
    if (running != null) {
      running.cancel(false);
      timer = null;
    }
  }

  private OutgoingStream newStream() {
    return new OutgoingStream(context.settings().maxQueuedBytes(), context.counters());
  }

  private String kind() {
    return "down: " + peer;
  }
}
