// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.Membership;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.membership.jgroups.Discovery;
import org.holdfast.replication.membership.jgroups.JGroupsMembership;
import org.holdfast.replication.membership.jgroups.MembershipSettings;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.DrainState;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.ReplicaListener;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.session.Host;
import org.holdfast.replication.session.SessionListener;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.WaitingRequests;
import org.holdfast.replication.status.StatusServer;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.GrizzlyTransport;
import org.holdfast.replication.transport.grizzly.ReplicationPort;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process of the cluster: its membership, transport and replica, shared by the web applications
 * in it. Puts the parts together; nothing else does.
 */
public final class ReplicationNode implements AutoCloseable {
  /*
   * Threads: the protocol thread runs views, peer changes and ticks; transport threads run messages; request threads the rest.
   * Lock: this, while an application is registered, so that no two get one name.
   */
  private static final Logger log = LoggerFactory.getLogger(ReplicationNode.class);

  /**
   * The least pause after a look at all sessions, else {@link #DRAIN_LOOK_SHARE} times the length
   * of the look.
   */
  private static final long DRAIN_LOOK_NANOS = 50_000_000L;

  private static final int DRAIN_LOOK_SHARE = 10;

  /** The number of bits of an incarnation: so many take seven bytes in a frame. */
  private static final int INCARNATION_BITS = 49;

  private static final SharedNodes SHARED = new SharedNodes();

  private final NodeConfig config;
  private final Member self;
  private final LongSupplier clock = System::nanoTime;
  private final ReplicationMetrics metrics = new ReplicationMetrics();
  private final List<SessionReplicator> applications = new CopyOnWriteArrayList<>();
  private final GrizzlyTransport transport;
  private final Links links;
  private final Membership membership;
  private final Replica replica;
  private final ProtocolThread protocol;
  private final RehearsalThread rehearsal;
  private final KeyWatch keys;
  private final DiscardReport discards = new DiscardReport();
  private final RoomReport room;
  private final StateReport states;
  private final UnfoundReport unfound;
  private final WaitingRequests waiting;
  private final ClosedApplications closedApplications;
  private final StopBudget budget;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile View view;

  /** The newest view that the replica has. Belongs to the protocol thread. */
  private View installed;

  private volatile @Nullable StatusServer status;

  private ReplicationNode(
      NodeConfig config, Member self, ReplicationPort port, PeerSecurity security) {
    this.config = config;
    this.self = self;
    this.view = View.of(0, self.name(), List.of(self));
    this.installed = view;
    this.transport = new GrizzlyTransport(port, self, new Random());
    this.links = new Links(transport, log::info);
    this.membership =
        new JGroupsMembership(
            MembershipSettings.of(
                config.cluster(),
                config.bindHost(),
                config.membershipPort(),
                Discovery.parse(config.discovery()),
                self),
            port.membership());
    ReplicaConfig settings = ReplicaSettings.of(config);
    this.replica = new Replica(self, settings, links, new Listener(), new Random(), metrics);
    this.room = new RoomReport(metrics, settings.maxHeldBytes(), replica::heldBytes, log::warn);
    this.states = new StateReport(self, config.secondaries(), this::figures, log::info, log::warn);
    this.unfound = new UnfoundReport(self, log::warn);
    this.closedApplications = new ClosedApplications(replica);
    this.waiting = new WaitingRequests(config, metrics);
    this.budget = new StopBudget(config);
    this.protocol = new ProtocolThread("holdfast-protocol-" + self.name(), this::tick, clock);
    replica.whenTickIsWanted(protocol::wake);
    this.rehearsal = RehearsalThread.of(self.name(), settings, port::rehearseReset);
    this.keys = KeyWatch.begin(self.name(), security);
  }

  /**
   * Joins the cluster; returns when the first view is there.
   *
   * @param wallClock the clock whose millisecond at the start, and chance, tell this incarnation of
   *     the member from others. It may be wrong, also behind the clock of an earlier start.
   *     Besides, only the status tells of it
   * @throws org.holdfast.replication.transport.TransportException if the port cannot be had
   * @throws IllegalStateException if the status cannot be reported at its address
   * @throws IllegalArgumentException if any program on the network could read the status, and
   *     {@code security} does not allow that
   * @throws org.holdfast.replication.membership.MembershipException if the cluster cannot be joined
   */
  public static ReplicationNode start(NodeConfig config, InstantSource wallClock) {
    return start(config, null, wallClock);
  }

  /**
   * Joins the cluster as {@link #start(NodeConfig, InstantSource)} does.
   *
   * @param application the application that starts the node, whose settings the other members
   *     compare with theirs; null if none does. It is not kept
   */
  static ReplicationNode start(
      NodeConfig config, @Nullable ApplicationConfig application, InstantSource wallClock) {
    Preparation.end();
    if (config.replicationPort() != 0) {
      log.info(
          "replicationPort {} has no effect: replication shares membershipPort {}",
          config.replicationPort(),
          config.membershipPort());
    }
    InetSocketAddress statusAddress = statusAddress(config);
    boolean local = Discovery.parse(config.discovery()) instanceof Discovery.Local;
    PeerSecurity security = PeerSecurity.of(config.security(), config.tls(), config.memberName());
    ReplicationPort port =
        ReplicationPort.bind(
            TransportSettings.of(config.cluster())
                .withBind(config.bindHost(), config.membershipPort())
                .withMaxQueuedBytes(config.maxQueuedBytes())
                .withMaxFrameBytes(config.maxFrameBytes()),
            security,
            local ? Discovery.LOCAL_PORTS : 1);
    ReplicationNode node;
    try {
      Member self =
          new Member(
              config.memberName(),
              newIncarnation(wallClock),
              port.host(),
              port.port(),
              config.zone(),
              config.applicationVersion(),
              ReplicaSettings.announced(config, application, GrizzlyTransport.spokenVersions()));
      node = new ReplicationNode(config, self, port, security);
    } catch (RuntimeException e) {
      port.close();
      throw e;
    }
    try {
      node.transport.start(new TransportEvents(node.replica, node.protocol, node.clock));
      node.protocol.start();
      if (statusAddress != null) {
        node.tellStatus(statusAddress, wallClock);
      }
      node.keys.awaitHandshake();
      node.membership.start(node::onView, config.joinTimeout());
      if (node.membership.mayHaveMissedOthers()) {
        node.replica.foundedAlone(node.now());
        log.warn(
            "{} found no other node of cluster {}, but a network failure may hide some: for {} s,"
                + " or until it finds one, this node answers 503 to requests with session ids that"
                + " it does not know",
            node.self,
            config.cluster(),
            ReplicaSettings.PRESUMED_DEAD_NANOS / 1_000_000_000L);
      } else {
        node.replica.foundAll();
      }
    } catch (RuntimeException e) {
      node.stop();
      throw e;
    }
    return node;
  }

  /**
   * Returns a share of the node that runs under this cluster and member name in this class loader;
   * starts the node if there is none. If the last user is just leaving the node, waits until that
   * one's ports are free.
   *
   * @throws IllegalStateException if it runs with other settings, or takes too long to stop
   */
  public static SharedNode shared(NodeConfig config, InstantSource wallClock) {
    return SHARED.use(config, null, wallClock);
  }

  /**
   * Returns a share of a node as {@link #shared(NodeConfig, InstantSource)} does.
   *
   * @param application the application that asks. If the node starts for it, the other members
   *     compare its settings with theirs. {@link #register} belongs after it
   */
  public static SharedNode shared(
      NodeConfig config, ApplicationConfig application, InstantSource wallClock) {
    return SHARED.use(config, application, wallClock);
  }

  /**
   * Serves a web application from now on.
   *
   * @throws IllegalStateException if one of that name is served already
   */
  public synchronized SessionReplicator register(
      ApplicationConfig application, SessionListener listener) {
    if (application.degraded() != DegradedPolicy.CONTINUE && config.secondaries() == 0) {
      throw new IllegalArgumentException(
          "degraded must be CONTINUE with 0 secondaries, was "
              + application.degraded()
              + ": every response of application \""
              + application.name()
              + "\" would be refused");
    }
    for (SessionReplicator other : applications) {
      if (other.config().name().equals(application.name())) {
        throw new IllegalStateException(
            "application \"" + application.name() + "\" is registered on " + self + " already");
      }
    }
    AttributeCodec codec = codec(application);
    SessionReplicator replicator =
        new SessionReplicator(new ForApplications(), application, codec, listener);
    applications.add(replicator);
    closedApplications.opened(application.name());
    budget.applicationStarts();
    return replicator;
  }

  /**
   * Returns an incarnation that no other start has, and that no stranger can guess: a connection to
   * the replication port has to name it. The clock tells copies of one virtual machine apart, whose
   * randomness may be the same.
   */
  private static long newIncarnation(InstantSource wallClock) {
    long chance = new SecureRandom().nextLong() ^ wallClock.millis();
    return Math.max(1, chance & ((1L << INCARNATION_BITS) - 1));
  }

  private AttributeCodec codec(ApplicationConfig application) {
    var settings = application.serialization();
    ClassLoader loader = application.classLoader();
    ClassFilter filter = ClassFilter.of(settings.allowedClasses());
    var more = filter.limits();
    CodecLimits limits =
        CodecLimits.of(settings)
            .atMost(more.maxBytes(), more.maxDepth(), more.maxRefs(), more.maxArray());
    ClassAliases aliases = ClassAliases.parse(settings.classAliases());
    var kryo = new KryoAttributeCodec(loader, filter, limits, aliases, settings.verify(), metrics);
    return switch (settings.codec()) {
      case KRYO -> kryo;
      case JDK ->
          new JdkAttributeCodec(loader, filter, limits, aliases, settings.verify(), metrics, kryo);
    };
  }

  /** Returns the name of the cluster that this node is a member of. */
  public String cluster() {
    return config.cluster();
  }

  public Member self() {
    return self;
  }

  /** Returns the newest view; one of this member alone before the first. */
  public View view() {
    return view;
  }

  /** Returns the security setting, which says which programs may talk to the node, and how. */
  public Security security() {
    return config.security();
  }

  public boolean isSettled() {
    return replica.isSettled(view);
  }

  public ReplicationStatistics statistics() {
    int primary = replica.primarySessions();
    return new ReplicationStatistics(
        view.number(),
        replica.isSettled(view),
        primary,
        Math.max(0, replica.knownSessions() - primary),
        replica.degradedSessions(),
        replica.longestLagNanos(now()) / 1_000_000,
        config.security() == Security.NONE || config.security() == Security.MIGRATE,
        ReplicationStatistics.counters(metrics, transport.statistics()));
  }

  /**
   * Returns the oldest protocol version in use with any member now; its own newest without others.
   */
  public int protocolVersion() {
    return transport.protocolVersion();
  }

  /** Returns the bytes of copies that this node holds for others. */
  long heldBytes() {
    return replica.heldBytes();
  }

  /** Returns the names of the web applications that are served here now. */
  public List<String> applications() {
    return applications.stream().map(each -> each.config().name()).toList();
  }

  /** Returns the costs of attributes, for each web application that is served here now. */
  public List<AttributeTraffic> attributeTraffic() {
    return applications.stream().map(SessionReplicator::attributeTraffic).toList();
  }

  /**
   * Prepares a planned stop: takes no session over any more and has the others take everything that
   * is here, requests in flight first. Blocks; {@link #close} belongs after it. Requests for
   * sessions that are elsewhere already get the answer to come back to another node.
   *
   * @param limit the longest wait; the others take sessions that are here then as after a crash. A
   *     session in use is left alone for half of it at most
   * @param progress receives the state, at most some 20 times a second, on this thread
   * @return the last state: {@linkplain DrainState#isComplete complete} if nothing is left here
   */
  public DrainState drain(Duration limit, Consumer<DrainState> progress) {
    long start = now();
    protocol.run(() -> replica.drain(limit.toNanos(), now()));
    long looked = start;
    DrainState state = replica.drainState();
    while (!state.isOver() && now() - start < limit.toNanos()) {
      long pause = Math.max(DRAIN_LOOK_NANOS, DRAIN_LOOK_SHARE * (now() - looked));
      progress.accept(state);
      try {
        if (closed.await(pause, TimeUnit.NANOSECONDS)) {
          return state;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return state;
      }
      looked = now();
      state = replica.drainState();
    }
    return state;
  }

  /**
   * Lets the requests in flight of an application that stops end, before its replicator is closed.
   * They share the drain timeout with the drain that may follow, and with other applications that
   * stop shortly before or after. They have what the drain is not likely to need, at least half.
   *
   * @param requests waits for the requests, at most for the given time
   */
  public void finish(Consumer<Duration> requests) {
    budget.begin(replica.primarySessions(), now());
    try {
      requests.accept(Duration.ofNanos(budget.forRequestsNanos(now())));
    } finally {
      budget.end(now());
    }
  }

  /**
   * Leaves the cluster; {@linkplain #drain drains} first, for at most what {@linkplain #finish
   * requests in flight} have left of the drain timeout. Does nothing the second time. For a
   * {@linkplain #shared shared} node, close the share instead: this ends the node for all.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    if (!config.drainTimeout().isZero()) {
      budget.begin(replica.primarySessions(), now());
      Duration limit = Duration.ofNanos(budget.forDrainNanos(now()));
      DrainReport report = new DrainReport(self, config, limit, log::info, log::warn);
      report.end(drain(limit, state -> report.progress(state, now())));
      budget.end(now());
    }
    stop();
  }

  /** Returns the address at which {@code config} wants the status; null if nowhere. */
  private static @Nullable InetSocketAddress statusAddress(NodeConfig config) {
    if (config.statusAddress().isEmpty()) {
      return null;
    }
    InetSocketAddress address = StatusServer.address(config.statusAddress());
    // Nothing can be bound to a host that is unknown.
    boolean isLocal = address.isUnresolved() || address.getAddress().isLoopbackAddress();
    if (isLocal || config.statusToken().isSet() || config.security() == Security.NONE) {
      return address;
    }
    throw new IllegalArgumentException(
        "statusAddress "
            + config.statusAddress()
            + " is not a loopback address, so that other machines could read the status of the"
            + " node: set statusTokenFile to a file with a token of 16 to 1024 characters (or"
            + " statusToken to the token), which readers then send in the header \"Authorization:"
            + " Bearer TOKEN\"; or choose a loopback address such as 127.0.0.1:"
            + address.getPort()
            + ". Only security=none allows anybody to read it");
  }

  private void tellStatus(InetSocketAddress address, InstantSource wallClock) {
    status =
        StatusServer.start(
            address, config.statusToken(), self.name(), () -> StatusText.of(this, wallClock));
  }

  private void stop() {
    closed.countDown();
    StatusServer told = status;
    if (told != null) {
      told.close();
    }
    rehearsal.close();
    keys.close();
    membership.close();
    protocol.close();
    transport.close();
  }

  private void onView(View next) {
    view = next;
    if (next.members().size() > 1) {
      rehearsal.start();
    }
    protocol.run(
        () -> {
          states.onView(next);
          unfound.onView(next, now());
          links.onView(next.members());
          replica.onView(next, now());
          installed = next;
          endTheWaitForListed(now());
        });
  }

  /**
   * Ends the wait for listed nodes once each of them is a member, or known not to run. A member
   * counts once the replica asks it for sessions: membership may know it earlier.
   */
  private void endTheWaitForListed(long nowNanos) {
    if (replica.missesListed(nowNanos) && membership.hasFoundAllListed(installed)) {
      replica.foundAllListed();
    }
  }

  private long tick(long dueNanos, long nowNanos) {
    NextTick next = new NextTick(nowNanos);
    next.at(replica.tick(dueNanos, nowNanos));
    // The reports look about once a second at what any thread may have counted; the latest tick
    // comes in time for that.
    discards.tick(nowNanos);
    room.tick(nowNanos);
    endTheWaitForListed(nowNanos);
    unfound.tick(replica.missesListed(nowNanos), ReplicaSettings.PRESUMED_DEAD_NANOS, nowNanos);
    if (!closing.get()) {
      // A node that leaves needs no line when the others continue without it.
      states.tick(nowNanos);
    }
    closedApplications.tick(nowNanos);
    if (replica.missesListed(nowNanos) || closedApplications.areAny()) {
      next.soon();
    }
    return next.nanos();
  }

  private StateReport.Figures figures() {
    return new StateReport.Figures(
        replica.degradedSessions(),
        replica.primarySessions(),
        metrics.value(Counter.TAKEOVERS),
        metrics.value(Counter.ADOPTIONS),
        metrics.value(Counter.FENCED),
        replica.whyNotServing());
  }

  private final class Listener implements ReplicaListener {
    @Override
    public void onReleased(String key, Epoch epoch) {
      applications.stream()
          .filter(each -> each.serves(key))
          .forEach(each -> each.onReleased(key, epoch));
    }

    @Override
    public boolean beforeHandOver(String key, Epoch epoch) {
      return applications.stream()
          .anyMatch(each -> each.serves(key) && each.beforeHandOver(key, epoch));
    }

    @Override
    public void onDiscarded(String key, long versions) {
      discards.add(versions);
    }
  }

  /** The node, as the applications on it know it. */
  private final class ForApplications implements Host {
    @Override
    public NodeConfig config() {
      return config;
    }

    @Override
    public Member self() {
      return self;
    }

    @Override
    public View view() {
      return view;
    }

    @Override
    public Replica replica() {
      return replica;
    }

    @Override
    public ReplicationMetrics metrics() {
      return metrics;
    }

    @Override
    public WaitingRequests waiting() {
      return waiting;
    }

    @Override
    public long now() {
      return clock.getAsLong();
    }

    @Override
    public long freshNanos() {
      return ReplicaSettings.FRESH_NANOS;
    }

    @Override
    public boolean mayBeLeftBehind() {
      boolean news = view.members().size() > 1 && protocol.hasJustWoken();
      return config.secondaries() > 0 && (news || replica.mayBeLeftBehind());
    }

    @Override
    public boolean isClosed() {
      return closing.get();
    }

    @Override
    public void unregister(SessionReplicator replicator) {
      applications.remove(replicator);
      closedApplications.closed(replicator.config().name(), replicator::serves, now());
    }
  }

  NodeConfig config() {
    return config;
  }

  Replica replica() {
    return replica;
  }

  ReplicationMetrics metrics() {
    return metrics;
  }

  long now() {
    return clock.getAsLong();
  }
}
