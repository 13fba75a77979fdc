// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.holdfast.replication.membership.MembershipStreams;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.TransportSettings;
import org.jspecify.annotations.Nullable;

/*
 * Threads: any thread sends; selector threads read; one control thread connects and closes what has
 * taken too long.
 * Lock: `lock` guards the peers. Nothing is written, connected or delivered under it.
 */
/**
 * The {@link MembershipStreams} over the connections of a {@link ReplicationPort}. A message goes
 * over the newest connection from or to its peer; all connections are read. So two peers that
 * connect to each other at the same moment lose nothing.
 *
 * <p>A peer that has fallen silent loses its connections. Messages over a cut link fill the buffer
 * of the operating system, which repeats lost packets less and less often: the connection can stay
 * dead for a minute after the network has healed.
 *
 * <p>The number of connections with processes that are not in the view is bounded, in all and for
 * each remote host. At the bound the oldest connection without a message closes; if all have had
 * one, the oldest closes. Since any caller can name a member's address, few connections may name
 * the same one.
 */
public final class GrizzlyMembershipStreams implements MembershipStreams {
  /** The most messages that wait for one connection; membership sends a few in a second. */
  static final int MAX_WAITING = 32;

  /** The most connections to and from addresses of no member, for each remote host. */
  static final int STRANGERS_OF_ONE_HOST = 32;

  /** The most such connections of all hosts: each may hold a message of the longest kind. */
  static final int MAX_STRANGERS = 64;

  /** The most accepted connections that may name the same address. */
  static final int NAMESAKES = 4;

  /** The most attempts at a time to connect to addresses of no member. */
  static final int MAX_DIALLED_STRANGERS = 256;

  private final Supplier<ReplicationPort> binding;
  private final boolean alone;
  private final Object lock = new Object();
  private final Set<MembershipConnection> connections = ConcurrentHashMap.newKeySet();

  /** The time when each peer last sent a frame, over connections from its own host. */
  private final Map<InetSocketAddress, Long> heardNanos = new ConcurrentHashMap<>();

  @GuardedBy("lock")
  private final Map<InetSocketAddress, Peer> peers = new HashMap<>();

  /** The time when this process sent last, to any peer: members do so all the time. */
  @GuardedBy("lock")
  private long sentNanos;

  private volatile Predicate<InetSocketAddress> members = address -> false;

  private volatile @Nullable Opened opened;

  /** The parts that exist while it is open. */
  private record Opened(
      ReplicationPort port,
      InetSocketAddress self,
      ControlThread control,
      Rules rules,
      Listener listener) {}

  private static final class Peer {
    private @Nullable MembershipConnection connection;
    private boolean dialling;

    /** The messages that wait, in the order in which they were sent. */
    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();
  }

  private GrizzlyMembershipStreams(Supplier<ReplicationPort> binding, boolean alone) {
    this.binding = binding;
    this.alone = alone;
  }

  /**
   * Creates the streams that share {@code port} with replication, whose transport starts it first.
   */
  static GrizzlyMembershipStreams on(ReplicationPort port) {
    return new GrizzlyMembershipStreams(() -> port, false);
  }

  /**
   * Creates the streams of a process that does not replicate: they bind a port of their own.
   *
   * @param security how peers prove that they are members
   * @param ports ports to try, the first one first
   */
  public static MembershipStreams alone(
      TransportSettings settings, PeerSecurity security, int ports) {
    return new GrizzlyMembershipStreams(
        () -> ReplicationPort.bind(settings, security, ports), true);
  }

  @Override
  public InetSocketAddress open(Rules rules, Listener listener) throws IOException {
    ReplicationPort port = binding.get();
    InetAddress host = InetAddress.getByName(port.settings().bindHost());
    InetSocketAddress self = new InetSocketAddress(host, port.port());
    ControlThread control = new ControlThread("holdfast-membership-" + port.port());
    synchronized (lock) {
      sentNanos = System.nanoTime();
    }
    opened = new Opened(port, self, control, rules, listener);
    if (alone) {
      port.start(connection -> accept(connection));
    }
    return self;
  }

  /** Takes over a connection that a peer has opened; returns null while this is not open. */
  @SuppressWarnings("unchecked") // TCP connections of Grizzly have socket addresses.
  @Nullable MembershipConnection accept(Connection<?> connection) {
    Opened now = opened;
    if (now == null) {
      return null;
    }
    MembershipConnection accepted =
        MembershipConnection.accepted(this, now.rules(), (Connection<SocketAddress>) connection);
    makeRoomFor(accepted, now);
    add(accepted);
    Runnable unheard = () -> terminateIfUnheard(accepted);
    var unused = now.control().runAfter(now.port().settings().handshakeTimeout(), unheard);
    return accepted;
  }

  /**
   * Closes an old connection if the bound is reached. Several selectors may accept at once, and
   * exceed the bound by as many connections.
   */
  private void makeRoomFor(MembershipConnection another, Opened now) {
    int strangers = 0;
    int neighbours = 0;
    MembershipConnection oldest = null;
    MembershipConnection oldestNeighbour = null;
    for (MembershipConnection each : connections) {
      if (!isOfAMember(each)) {
        strangers++;
        oldest = lessLikely(oldest, each);
        if (each.isFromTheHostOf(another)) {
          neighbours++;
          oldestNeighbour = lessLikely(oldestNeighbour, each);
        }
      }
    }
    if (oldestNeighbour != null && neighbours >= STRANGERS_OF_ONE_HOST) {
      drop(oldestNeighbour, now);
    } else if (oldest != null && strangers >= MAX_STRANGERS) {
      drop(oldest, now);
    }
  }

  /** Returns the connection that is less likely to be of a process that joins. */
  private static MembershipConnection lessLikely(
      @Nullable MembershipConnection one, MembershipConnection other) {
    if (one == null) {
      return other;
    }
    boolean heard = one.isHeard();
    if (heard != other.isHeard()) {
      return heard ? other : one;
    }
    return one.sinceNanos() - other.sinceNanos() <= 0 ? one : other;
  }

  private static void drop(MembershipConnection connection, Opened now) {
    connection.terminate();
    now.listener().onMalformed("too many connections of processes that are not in the view");
  }

  /** Tells whether the peer of {@code connection} is in the view. */
  boolean isOfAMember(MembershipConnection connection) {
    InetSocketAddress peer = connection.peer();
    return peer != null && connection.isFromItsHost() && members.test(peer);
  }

  private void add(MembershipConnection connection) {
    connections.add(connection);
    if (opened == null || !connection.isOpen()) { // looked at before it was added
      connections.remove(connection);
      connection.terminate();
    }
  }

  /** Returns how many bytes wait for processes to read. */
  int queuedBytes() {
    return connections.stream().mapToInt(MembershipConnection::queuedBytes).sum();
  }

  private static void terminateIfUnheard(MembershipConnection accepted) {
    if (!accepted.isHeard()) {
      accepted.terminate();
    }
  }

  @Override
  public void send(InetSocketAddress peer, byte[] bytes, int offset, int length) {
    Opened now = opened;
    if (now == null || peer.equals(now.self())) {
      return;
    }
    ByteBuffer frame =
        ByteBuffer.allocate(FrameSplitter.LENGTH_BYTES + length)
            .putInt(length)
            .put(bytes, offset, length)
            .flip();
    if (isSilent(peer, now)) {
      for (MembershipConnection each : connections) {
        if (peer.equals(each.peer())) {
          each.terminate();
        }
      }
    }
    MembershipConnection connection;
    synchronized (lock) {
      Peer to = peers.computeIfAbsent(peer, added -> new Peer());
      if (to.connection != null && to.connection.isEnded()) {
        to.connection = null; // it is closing: what is written to it now may be lost
      }
      connection = to.connection;
      if (connection == null) {
        if (to.waiting.size() < MAX_WAITING) {
          to.waiting.add(frame);
        }
        if (to.dialling) {
          return;
        }
        if (!members.test(peer) && dialledStrangers() >= MAX_DIALLED_STRANGERS) {
          peers.remove(peer);
          return;
        }
        to.dialling = true;
      }
    }
    if (connection == null) {
      now.control().run(() -> new Dialling(now, peer).begin());
    } else {
      connection.send(frame);
    }
  }

  @GuardedBy("lock")
  private long dialledStrangers() {
    return peers.entrySet().stream()
        .filter(each -> each.getValue().dialling && !members.test(each.getKey()))
        .count();
  }

  /** Tells whether nothing has come from {@code peer} for too long; only once for one silence. */
  private boolean isSilent(InetSocketAddress peer, Opened now) {
    long nanos = System.nanoTime();
    long patienceNanos = now.rules().patience().toNanos();
    synchronized (lock) {
      boolean paused = nanos - sentNanos > patienceNanos / 2;
      sentNanos = nanos;
      if (paused) {
        heardNanos.replaceAll((each, heard) -> nanos); // one's own pause is not others' silence
      }
    }
    Long heard = heardNanos.get(peer);
    return heard != null && nanos - heard > patienceNanos && heardNanos.remove(peer, heard);
  }

  /** Takes note that the peer has named the address where it listens. */
  void named(MembershipConnection connection) {
    Opened now = opened;
    InetSocketAddress address = connection.peer();
    if (now == null || address == null) {
      return;
    }
    MembershipConnection used;
    synchronized (lock) {
      Peer peer = peers.get(address);
      used = peer == null ? null : peer.connection;
    }
    int namesakes = 0;
    MembershipConnection oldest = null;
    for (MembershipConnection each : connections) {
      if (each != connection && each != used && each.isAccepted() && address.equals(each.peer())) {
        namesakes++;
        oldest = lessLikely(oldest, each);
      }
    }
    if (oldest != null && namesakes >= NAMESAKES) {
      drop(oldest, now);
    }
    if (connection.isFromItsHost()) {
      use(connection);
    }
  }

  /** Sends the waiting messages and all later ones over {@code connection}. */
  private void use(MembershipConnection connection) {
    InetSocketAddress address = connection.peer();
    if (address == null) {
      return;
    }
    List<ByteBuffer> waiting;
    synchronized (lock) {
      Peer peer = peers.computeIfAbsent(address, added -> new Peer());
      peer.connection = connection;
      waiting = List.copyOf(peer.waiting);
      peer.waiting.clear();
    }
    if (heardNanos.get(address) != null) {
      heardNanos.put(address, System.nanoTime());
    }
    waiting.forEach(connection::send);
    if (!connection.isOpen()) {
      closed(connection); // which may have run before it was used
    }
  }

  void heard(MembershipConnection connection) {
    InetSocketAddress peer = connection.peer();
    if (peer != null && connection.isFromItsHost()) {
      heardNanos.put(peer, System.nanoTime());
      if (!connection.isOpen()) {
        forgetUnlessConnected(peer); // it may have been closed before that
      }
    }
  }

  private void forgetUnlessConnected(InetSocketAddress peer) {
    synchronized (lock) {
      if (connections.stream().noneMatch(each -> peer.equals(each.peer()) && each.isOpen())) {
        heardNanos.remove(peer);
      }
    }
  }

  boolean deliver(
      InetSocketAddress from,
      @Nullable InetAddress unproven,
      Predicate<String> members,
      Set<Object> known,
      byte[] message) {
    Opened now = opened;
    if (now == null) {
      return false;
    }
    try {
      return now.listener().onMessage(from, unproven, members, known, message);
    } catch (IOException unknown) {
      throw new MalformedFrameException(String.valueOf(unknown.getMessage()));
    }
  }

  /** Tells whether a member may start at {@code host}, as far as this is open. */
  boolean expects(InetAddress host) {
    Opened now = opened;
    return now != null && now.listener().expects(host);
  }

  void unproven(@Nullable InetSocketAddress peer, SocketAddress remote, String reason) {
    Opened now = opened;
    if (now != null) {
      now.listener().onUnproven(String.valueOf(peer == null ? remote : peer), reason);
    }
  }

  void malformed(String reason) {
    Opened now = opened;
    if (now != null) {
      now.listener().onMalformed(reason);
    }
  }

  /** Goes on over another connection of the peer, if there is one. */
  void closed(MembershipConnection connection) {
    connections.remove(connection);
    InetSocketAddress address = connection.peer();
    Opened now = opened;
    if (address == null || now == null) {
      return;
    }
    synchronized (lock) {
      Peer peer = peers.get(address);
      if (peer == null || peer.connection != connection) {
        return;
      }
      for (MembershipConnection other : connections) {
        if (address.equals(other.peer()) && other.isFromItsHost() && other.isOpen()) {
          peer.connection = other;
          return;
        }
      }
      peer.connection = null;
      if (!peer.dialling) {
        peers.remove(address);
      }
    }
    heardNanos.remove(address); // strangers name any address
    if (!connection.isEnded() && connection.wasOpen()) {
      now.listener().onClosed(address);
    }
  }

  @Override
  public void retain(Predicate<InetSocketAddress> wanted) {
    members = wanted;
    Opened now = opened;
    for (MembershipConnection each : connections) {
      InetSocketAddress peer = each.peer();
      if (now != null && peer != null && !wanted.test(peer)) {
        each.close();
        var unused =
            now.control().runAfter(now.port().settings().handshakeTimeout(), each::terminate);
      }
    }
  }

  @Override
  public void close() {
    Opened now = opened;
    if (now == null) {
      return;
    }
    opened = null;
    connections.forEach(MembershipConnection::close);
    synchronized (lock) {
      peers.clear();
    }
    connections.clear();
    now.control().close();
    if (alone) {
      now.port().stop();
    }
  }

  /** An attempt to connect. */
  @SuppressWarnings("rawtypes") // Grizzly declares its futures with the raw type.
  private final class Dialling implements CompletionHandler<Connection> {
    private final Opened now;
    private final InetSocketAddress peer;
    private final AtomicBoolean over = new AtomicBoolean();

    Dialling(Opened now, InetSocketAddress peer) {
      this.now = now;
      this.peer = peer;
    }

    void begin() {
      GrizzlyFuture<Connection> future = now.port().connect(peer);
      Runnable giveUp =
          () -> {
            if (!over.getAndSet(true)) {
              end(false);
              future.cancel(true);
            }
          };
      var unused = now.control().runAfter(now.port().settings().connectTimeout(), giveUp);
      future.addCompletionHandler(this);
    }

    @Override
    @SuppressWarnings("unchecked") // TCP connections of Grizzly have socket addresses.
    public void completed(Connection result) {
      Connection<SocketAddress> connection = result;
      if (over.getAndSet(true) || opened == null) {
        connection.terminateSilently();
        return;
      }
      MembershipConnection made =
          MembershipConnection.opened(
              GrizzlyMembershipStreams.this, now.rules(), connection, peer, now.self());
      makeRoomFor(made, now);
      add(made);
      use(made);
      end(true);
      var unused =
          now.control()
              .runAfter(now.port().settings().handshakeTimeout(), made::terminateUnlessOpen);
    }

    @Override
    public void failed(Throwable reason) {
      if (over.getAndSet(true)) {
        return;
      }
      end(false);
      for (Throwable cause = reason; cause != null; cause = cause.getCause()) {
        if (cause instanceof ConnectException && opened != null) {
          now.listener().onRefused(peer);
          return;
        }
      }
    }

    @Override
    public void cancelled() {
      failed(new IOException("this member gave the connection attempt up"));
    }

    @Override
    public void updated(Connection result) {}

    private void end(boolean connected) {
      synchronized (lock) {
        Peer ended = peers.get(peer);
        if (ended != null) {
          ended.dialling = false;
          if (!connected) {
            ended.waiting.clear();
          }
          if (ended.connection == null) {
            peers.remove(peer);
          }
        }
      }
    }
  }
}
