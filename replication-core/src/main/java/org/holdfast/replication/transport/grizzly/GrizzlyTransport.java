// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.glassfish.grizzly.Connection;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportException;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.TransportStatistics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: callers send; selector threads read, deliver and finish writes; one control thread opens
 * connections and reports peers.
 * Locks: `lock` makes start, connectTo and close exclude each other. No listener is called under it
 * and nothing under it waits for a delivery, except close() for a bounded time.
 * Checked by: ReconnectIT.
 */
/**
 * The {@link Transport} over TCP with Grizzly. Each member opens one connection to each peer and
 * sends on that one only, so a pair of members has two, one per direction. A connection begins with
 * a handshake that checks cluster, protocol version and incarnations. With TLS, peers prove before
 * it that they hold trusted keys, and it checks that their certificates may speak for them.
 *
 * <p>Runs as many selector threads as {@link TransportSettings#selectorThreads} says and one
 * control thread, all daemons, whatever the number of peers. {@link Transport.Listener#onFrame}
 * comes from the former, the other two methods from the latter. Frames that a listener sends from
 * within {@code onFrame} leave after the last frame of the same read. Host names of peers are
 * resolved on the control thread; a slow name service delays connecting to others, so better
 * publish addresses.
 */
public final class GrizzlyTransport implements Transport {
  private static final Logger log = LoggerFactory.getLogger(GrizzlyTransport.class);

  private final ReplicationPort port;
  private final TransportSettings settings;
  private final SpokenVersions versions;
  private final Member self;
  private final RandomGenerator jitter;
  private final Counters counters = new Counters();
  private final RareLines rare = new RareLines();
  private final Incarnations incarnations = new Incarnations();
  private final Map<Member, PeerLink> links = new ConcurrentHashMap<>();
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable TransportContext context;

  @GuardedBy("lock")
  private @Nullable IncomingStreams incoming;

  @GuardedBy("lock")
  private boolean closed;

  /** Returns the oldest and the newest protocol version of this release, with a hyphen between. */
  public static String spokenVersions() {
    return SpokenVersions.OURS.oldest() + "-" + SpokenVersions.OURS.newest();
  }

  /**
   * Creates a transport, which does nothing before {@link #start}.
   *
   * @param port bound already; closed with this transport
   * @param self the own identity; peers that call another incarnation are refused
   * @param jitter randomness of the pauses between attempts to reconnect, used on one thread
   */
  public GrizzlyTransport(ReplicationPort port, Member self, RandomGenerator jitter) {
    this(port, self, jitter, SpokenVersions.OURS);
  }

  /**
   * Creates the transport of a release with these protocol versions; for tests of mixed clusters.
   */
  GrizzlyTransport(
      ReplicationPort port, Member self, RandomGenerator jitter, SpokenVersions versions) {
    this.port = port;
    this.settings = port.settings();
    this.versions = versions;
    this.self = self;
    this.jitter = jitter;
  }

  /**
   * Returns the statistics since the start; may be called at any time, also after {@link #close}.
   */
  public TransportStatistics statistics() {
    return counters.snapshot();
  }

  /**
   * Returns the oldest protocol version that is in use with any peer now; without open streams, the
   * newest that this member speaks.
   */
  public int protocolVersion() {
    return links.values().stream()
        .flatMapToInt(link -> link.version().stream())
        .min()
        .orElse(versions.newest());
  }

  @Override
  public void start(Listener listener) {
    synchronized (lock) {
      if (closed || context != null) {
        throw new IllegalStateException(
            "transport of " + self + " was " + (closed ? "closed" : "started") + " already");
      }
      ControlThread control = new ControlThread("holdfast-control-" + self.name());
      TransportContext started =
          new TransportContext(settings, versions, self, listener, control, counters, rare);
      IncomingStreams streams =
          new IncomingStreams(
              new Admission(settings.cluster(), self, incarnations, versions), port.expected());
      listen(started, streams);
      context = started;
      incoming = streams;
    }
  }

  @Override
  public void connectTo(Collection<Member> members) {
    synchronized (lock) {
      TransportContext started = context;
      IncomingStreams streams = incoming;
      if (closed) {
        return;
      }
      if (started == null || streams == null) {
        throw new IllegalStateException(
            "transport of " + self + " must be started before it connects");
      }
      Set<Member> wanted = new HashSet<>(members);
      wanted.remove(self);
      endUnlisted(wanted);
      admit(wanted, started, streams);
      for (Member member : wanted) {
        links.computeIfAbsent(member, listed -> open(listed, started));
      }
    }
  }

  /**
   * Admits connections of these members without one to them; for tests of one direction.
   *
   * @param done runs once the addresses of the members are known
   */
  void admit(Collection<Member> members, Runnable done) {
    synchronized (lock) {
      TransportContext started = context;
      IncomingStreams streams = incoming;
      if (started != null && streams != null) {
        admit(members, started, streams);
        started.control().run(done);
      }
    }
  }

  private void admit(
      Collection<Member> members, TransportContext started, IncomingStreams streams) {
    List<Member> replaced = incarnations.list(members);
    // Elsewhere, because it waits for a delivery, whose listener may wait for `lock`.
    started
        .control()
        .run(
            () -> {
              replaced.forEach(streams::end);
              streams.onListed(members);
            });
  }

  @Override
  public boolean send(Member peer, byte[] frame) {
    if (frame.length == 0) {
      throw new IllegalArgumentException("frame for " + peer + " must not be empty");
    }
    PeerLink link = links.get(peer);
    boolean accepted = link != null && !isOversized(peer, frame) && link.send(frame);
    if (!accepted) {
      counters.framesRefused.increment();
    }
    return accepted;
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      TransportContext started = context;
      if (started == null) {
        port.close();
        return;
      }
      endUnlisted(Set.of());
      started.control().close();
      port.stop();
    }
  }

  private void listen(TransportContext started, IncomingStreams streams) {
    try {
      port.start(connection -> accept(connection, started, streams));
    } catch (IOException e) {
      started.control().close();
      throw new TransportException(
          "cannot accept replication on "
              + settings.bindHost()
              + ":"
              + port.port()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @SuppressWarnings("unchecked") // TCP connections of Grizzly have socket addresses.
  private static void accept(
      Connection<?> connection, TransportContext started, IncomingStreams streams) {
    new IncomingStream(started, streams, (Connection<SocketAddress>) connection)
        .attachTo(connection);
  }

  private PeerLink open(Member peer, TransportContext started) {
    Backoff backoff = new Backoff(settings.minBackoff(), settings.maxBackoff(), jitter);
    PeerLink link = new PeerLink(started, port::connect, peer, backoff);
    link.start();
    return link;
  }

  private void endUnlisted(Set<Member> listed) {
    for (Iterator<PeerLink> each = links.values().iterator(); each.hasNext(); ) {
      PeerLink link = each.next();
      if (!listed.contains(link.peer())) {
        each.remove();
        link.end();
      }
    }
  }

  private boolean isOversized(Member peer, byte[] frame) {
    boolean oversized = frame.length > settings.maxFrameBytes();
    if (oversized) {
      rare.add(
          "oversized frame",
          System.nanoTime(),
          log::warn,
          "frame of "
              + frame.length
              + " bytes for "
              + peer
              + " was not sent: maxFrameBytes is "
              + settings.maxFrameBytes()
              + "; its content is not replicated. Raise maxFrameBytes on all nodes, or keep less in"
              + " a session");
    }
    return oversized;
  }
}
