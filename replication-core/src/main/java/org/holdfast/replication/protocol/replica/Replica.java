// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.replica;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.DrainState;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.ReplicaListener;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionSnapshot;
import org.holdfast.replication.protocol.SessionTooLargeException;
import org.holdfast.replication.protocol.primary.Census;
import org.holdfast.replication.protocol.repair.DrainLook;
import org.holdfast.replication.protocol.repair.LeaseBatches;
import org.holdfast.replication.protocol.repair.Rebalancer;
import org.holdfast.replication.protocol.repair.RepairPorts;
import org.holdfast.replication.protocol.repair.Sweeper;
import org.holdfast.replication.protocol.repair.Timers;
import org.holdfast.replication.protocol.session.ChosenKeys;
import org.holdfast.replication.protocol.session.Memory;
import org.holdfast.replication.protocol.session.ServedSession;
import org.holdfast.replication.protocol.session.SessionPorts;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.session.UnusedSessions;
import org.holdfast.replication.protocol.turn.Agenda;
import org.holdfast.replication.protocol.turn.Attempts;
import org.holdfast.replication.protocol.views.Cluster;
import org.holdfast.replication.protocol.views.LongAbsences;
import org.holdfast.replication.protocol.views.ViewExchange;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * All sessions that one member serves or holds. Events come in as method calls with the time;
 * messages leave through {@link Network}, answers through callbacks.
 *
 * <p>Methods about one session may be called from any thread and take that session's lock only.
 * {@link #onView}, {@link #onPeerDown}, {@link #onPeerUp} and {@link #tick} must come from one
 * thread at a time, the protocol thread. Callbacks run on the calling thread, without locks, before
 * the method returns or during a later call; they must not block.
 *
 * <p>Times are nanoseconds of any clock that never goes back.
 */
public final class Replica {
  private final ReplicaConfig config;
  private final ReplicationMetrics metrics;
  private final Cluster cluster;
  private final Agenda agenda;
  private final Census census;
  private final Memory memory;
  private final Sessions sessions;
  private final RepairPorts repairPorts;
  private final ViewExchange exchange;
  private final Rebalancer rebalancer;
  private final Timers timers;
  private final LeaseBatches leases;
  private final Sweeper sweeper;
  private final UnusedSessions unused;

  /** All parts that act as time passes, each of which a tick asks when it needs the next one. */
  private final List<NextTick.Timed> timed;

  private volatile long lastTickNanos;
  private volatile boolean ticked;

  /** Creates a replica that uses {@code random}, which nothing else may use, for back-off only. */
  public Replica(
      Member self,
      ReplicaConfig config,
      Network network,
      ReplicaListener listener,
      RandomGenerator random,
      ReplicationMetrics metrics) {
    this.config = config;
    this.metrics = metrics;
    memory = new Memory(self, config);
    cluster = new Cluster(self, config, memory::retentionNanos);
    agenda = new Agenda();
    census = new Census();
    SessionPorts sessionPorts =
        new SessionPorts(
            config,
            network,
            metrics,
            cluster,
            agenda,
            census,
            memory,
            random,
            listener,
            this::acquireAgain,
            this::end);
    sessions = new Sessions(sessionPorts);
    repairPorts = new RepairPorts(config, network, cluster, agenda, sessions);
    exchange = new ViewExchange(cluster, config, network, metrics, agenda::placeAnew);
    agenda.whenEpochBegins(exchange::onEpochBegun);
    rebalancer = new Rebalancer(repairPorts, exchange);
    timers = new Timers(repairPorts);
    leases = new LeaseBatches(repairPorts);
    sweeper = new Sweeper(repairPorts, memory);
    unused = new UnusedSessions(sessionPorts, sessions);
    timed = List.of(cluster, timers, rebalancer, leases, sweeper);
  }

  // what the session layer calls

  /**
   * Creates a session here, and counts one request as running.
   *
   * @param key a key that was never used before
   * @return the epoch in which this member serves it
   * @throws SessionTooLargeException if the session does not fit into one frame; nothing was taken
   */
  public Epoch create(String key, SessionImage image, long leaseNanos, long nowNanos) {
    return sessions.create(key, image, leaseNanos, nowNanos);
  }

  /**
   * Makes this member the primary, unless it is already. {@code callback} receives the result, at
   * the latest after the acquire timeout.
   *
   * @param hint a member that may be the primary, for instance from the route of a cookie
   */
  public void acquire(
      String key, @Nullable Member hint, long nowNanos, Consumer<Acquired> callback) {
    Views views = cluster.views();
    if (views != null
        && !sessions.contains(key)
        && memory.isUnknown(key, views.current().number(), nowNanos)) {
      metrics.count(Counter.UNKNOWN);
      callback.accept(new Acquired.Unknown());
      return;
    }
    sessions.acquire(key, hint, callback, nowNanos, nowNanos);
  }

  private void acquireAgain(String key, Consumer<Acquired> callback, long sinceNanos, long then) {
    // A request that has waited for an outcome knows only when the wait began.
    long now = lastTickNanos - then > 0 ? lastTickNanos : then;
    sessions.acquire(key, null, callback, sinceNanos, now);
  }

  /** See {@link ServedSession#isServed}. */
  public boolean serves(String key, Epoch epoch) {
    return served(key, epoch).isServed();
  }

  /** See {@link ServedSession#version}. */
  public long version(String key, Epoch epoch) {
    return served(key, epoch).version();
  }

  /** See {@link ServedSession#attribute}. */
  public byte @Nullable [] attribute(String key, Epoch epoch, String name) {
    return served(key, epoch).attribute(name);
  }

  /** See {@link ServedSession#hasEnded}. */
  public boolean hasEnded(String key, Epoch epoch) {
    return served(key, epoch).hasEnded();
  }

  /** Returns the session as requests use it, for as long as this member serves it in that epoch. */
  public ServedSession served(String key, Epoch epoch) {
    return new ServedSession(sessions, key, epoch, config);
  }

  /** See {@link ServedSession#begin}. */
  public boolean begin(String key, Epoch epoch) {
    return served(key, epoch).begin();
  }

  /** See {@link ServedSession#end}. */
  public void end(String key, Epoch epoch, long nowNanos) {
    served(key, epoch).end(() -> nowNanos);
  }

  /** See {@link ServedSession#update}. */
  public long update(String key, Epoch epoch, Changes changes, boolean whole, long nowNanos) {
    return served(key, epoch).update(changes, whole, nowNanos);
  }

  /** See {@link ServedSession#remove}. */
  public long remove(String key, Epoch epoch, long nowNanos) {
    return served(key, epoch).remove(nowNanos);
  }

  /**
   * Waits like {@link ServedSession#await}, but {@code callback} receives the outcome in any case.
   */
  public void await(
      String key, Epoch epoch, long version, long nowNanos, Consumer<Outcome> callback) {
    tell(served(key, epoch).await(version, nowNanos, callback), callback);
  }

  /**
   * Waits like {@link ServedSession#awaitPatiently}, but {@code callback} receives the outcome in
   * any case.
   */
  public void awaitPatiently(
      String key,
      Epoch epoch,
      long version,
      long waitNanos,
      long nowNanos,
      Consumer<Outcome> callback) {
    tell(served(key, epoch).awaitPatiently(version, waitNanos, nowNanos, callback), callback);
  }

  private static void tell(@Nullable Outcome known, Consumer<Outcome> callback) {
    if (known != null) {
      callback.accept(known);
    }
  }

  /** See {@link ServedSession#canProtect}. */
  public boolean canProtect(String key, Epoch epoch, long nowNanos) {
    return served(key, epoch).canProtect(nowNanos);
  }

  /** See {@link ServedSession#lagNanos}. */
  public long lagNanos(String key, Epoch epoch, long nowNanos) {
    return served(key, epoch).lagNanos(nowNanos);
  }

  /** See {@link ServedSession#confirmedAgoNanos}. */
  public long confirmedAgoNanos(String key, Epoch epoch, long nowNanos) {
    return served(key, epoch).confirmedAgoNanos(nowNanos);
  }

  /** See {@link ServedSession#renewLease}. */
  public void renewLease(String key, Epoch epoch, long leaseNanos, long nowNanos) {
    served(key, epoch).renewLease(leaseNanos, nowNanos);
  }

  /** Returns the sessions served here that no request uses. */
  public UnusedSessions unused() {
    return unused;
  }

  /**
   * Returns the sessions whose keys were chosen, not drawn at random by the caller of {@link
   * #create}.
   */
  public ChosenKeys chosenKeys() {
    return new ChosenKeys(sessions);
  }

  // what the network and membership call

  /**
   * Takes in a message of another member. A member that the view excludes may not change or claim
   * the ownership of a session: this method turns it away before any session sees the message (rule
   * 1 of docs/PROTOCOL.md).
   */
  public void onMessage(Member from, Message message, long nowNanos) {
    if (cluster.heard(from, nowNanos)) {
      agenda.placeAnew();
    }
    try {
      takeIn(from, message, nowNanos);
    } finally {
      if (!(message instanceof Message.OfSession || message instanceof Message.Touch)) {
        // A message about no session is rare, and may give any part something to do.
        agenda.wantTick();
      }
    }
  }

  private void takeIn(Member from, Message message, long nowNanos) {
    if (message instanceof Message.Claiming && cluster.refuses(from)) {
      exchange.turnAway(from);
      tellOfSuccessor(from, message);
      return;
    }
    if (message instanceof Message.OfSession about) {
      sessions.on(about, from, nowNanos);
    } else if (message instanceof Message.Touch touch) {
      for (Message.Touch.Lease lease : touch.leases()) {
        sessions.onTouch(lease, nowNanos);
      }
    } else if (message instanceof Message.ViewStatus status) {
      exchange.onStatus(from, status, nowNanos);
    } else if (message instanceof Message.NotInView gone) {
      exchange.onNotInView(from, gone, nowNanos);
    } else if (message instanceof Message.LongAway away) {
      noticeStop(nowNanos);
      forget(exchange.onLongAway(from, away, nowNanos), nowNanos);
    }
  }

  /**
   * Tells a member outside the view of a promise above its epoch. It may still serve a session that
   * a member of the view has taken over.
   */
  private void tellOfSuccessor(Member from, Message message) {
    if (message instanceof Message.FromPrimary claim && sessions.contains(claim.key())) {
      sessions.refuseBelowPromise(claim, from);
    }
  }

  public void onView(View view, long nowNanos) {
    noticeStop(nowNanos);
    forget(rebalancer.onView(view, nowNanos), nowNanos);
    agenda.wantTick();
  }

  /**
   * Takes in that this member founded its cluster alone, although other listed members may be alive
   * behind a cut. It refuses a session that it does not know, instead of calling it unknown, until
   * a member is found that does not miss the others, or {@linkplain #foundAllListed all} are found,
   * at most for as long as vanished members are missed. So does a member that joins it. Call it
   * before anything is acquired. Any thread.
   */
  public void foundedAlone(long nowNanos) {
    cluster.foundedAlone(nowNanos);
    agenda.wantTick();
  }

  /**
   * Takes in that this member has started and found all listed members that may be there: others
   * can rely on that, and learn it at the next tick. Call this or {@link #foundedAlone}. Any
   * thread.
   */
  public void foundAll() {
    cluster.foundAll();
    agenda.wantTick();
  }

  /**
   * Takes in that each listed address is that of a member of the view that this member has
   * installed, or that nobody listens there. Then this member misses nobody any more, and tells the
   * others at the next tick. Any thread.
   */
  public void foundAllListed() {
    cluster.foundAllListed();
    agenda.wantTick();
  }

  /** Returns whether members that were never found may be alive behind a cut and serve sessions. */
  public boolean missesListed(long nowNanos) {
    return cluster.missesListed(nowNanos);
  }

  /**
   * Drops the copies from before a stop so long that others may have forgotten how their sessions
   * went on. This happens before the next message of the member that reported the absence.
   */
  private void forget(LongAbsences.@Nullable Verdict verdict, long nowNanos) {
    if (verdict != null) {
      cluster.dropped();
      for (String key : sessions.keys()) {
        sessions.forget(key, verdict, nowNanos);
      }
    }
  }

  /**
   * Takes in that the process may have been stopped. The first caller after a stop calls this,
   * since the next tick may be late.
   */
  public void noticeStop(long nowNanos) {
    if (ticked) {
      cluster.noticeStop(lastTickNanos, nowNanos);
    }
  }

  /**
   * Returns whether this member hung, so that the others may have continued without it, and have
   * not reported that yet.
   */
  public boolean mayBeLeftBehind() {
    return cluster.mayBeLeftBehind();
  }

  /**
   * Returns the reason why this member may serve no session now; null if it may, or has no view
   * yet.
   */
  public @Nullable String whyNotServing() {
    return cluster.views() == null || cluster.mayServe() ? null : cluster.whyNotServing();
  }

  /** Takes in that the stream to {@code peer} broke: messages on their way may be lost. */
  public void onPeerDown(Member peer) {
    cluster.onPeerDown(peer);
    agenda.placeAnew();
  }

  public void onPeerUp(Member peer) {
    cluster.onPeerUp(peer);
    agenda.placeAnew();
  }

  /**
   * Begins to leave: takes no session over any more, and has others take everything that is here.
   * Goes on until the process ends. Belongs to the protocol thread.
   *
   * @param limitNanos the time after which this member leaves, whatever is left; sessions in use
   *     are left alone for half of it at most
   */
  public void drain(long limitNanos, long nowNanos) {
    rebalancer.startDrain(limitNanos, nowNanos);
    agenda.wantTick();
  }

  /**
   * Sets the callback for the first event after a tick that makes the next one due at once, before
   * there is any. It runs on any thread, perhaps under the lock of a session: it must not block.
   */
  public void whenTickIsWanted(Runnable callback) {
    agenda.whenTickIsWanted(callback);
  }

  /**
   * Does what has become due, for a caller that ticks every {@link ReplicaConfig#TICK_NANOS},
   * whatever the ticks return.
   *
   * @return see {@link #tick(long, long)}
   */
  public long tick(long nowNanos) {
    return tick(ticked ? lastTickNanos + ReplicaConfig.TICK_NANOS : nowNanos, nowNanos);
  }

  /**
   * Does what has become due.
   *
   * @param dueNanos the time since which this tick has been due: the one that the last tick
   *     returned, or that of the {@linkplain #whenTickIsWanted event} that made it due earlier
   * @return the time of the next tick, unless an event makes it due earlier. After a tick that
   *     throws, the next one is due after {@link ReplicaConfig#TICK_NANOS}
   */
  public long tick(long dueNanos, long nowNanos) {
    agenda.tickBegins();
    if (!ticked) {
      // In this order: a thread that sees the mark must see the time, too.
      lastTickNanos = nowNanos;
      ticked = true;
      leases.start(nowNanos);
      sweeper.start(nowNanos);
      cluster.resumed(nowNanos);
      cluster.startAdopting(nowNanos);
    }
    noticeStop(nowNanos);
    cluster.tick(nowNanos);
    long late = nowNanos - dueNanos;
    boolean paused = late > ReplicaConfig.PAUSE_NANOS;
    lastTickNanos = nowNanos;
    cluster.noteServing(paused, nowNanos);
    if (cluster.forgive(nowNanos)) {
      agenda.placeAnew();
    }
    if (paused) {
      cluster.resumed(nowNanos);
      exchange.tellAndAsk(nowNanos);
    }
    // One session's trouble must not keep the others from being repaired.
    Attempts attempts = new Attempts();
    timers.tick(attempts, paused ? late : 0, nowNanos);
    attempts.attempt(() -> rebalancer.tick(nowNanos));
    attempts.attempt(() -> leases.tick(nowNanos));
    sweeper.tick(attempts, nowNanos);
    attempts.rethrow();
    return nextTickNanos(nowNanos);
  }

  private long nextTickNanos(long nowNanos) {
    NextTick next = new NextTick(nowNanos);
    timed.forEach(part -> part.nextTick(next));
    // Last, since an event may come after its part was asked.
    if (agenda.isTickWanted()) {
      next.soon();
    }
    return next.nanos();
  }

  /** Returns whether every member has moved its sessions to the current view. */
  public boolean isSettled() {
    Views views = cluster.views();
    return views != null && views.settled();
  }

  /**
   * Returns whether {@code view} is the current one and every member has moved its sessions to it.
   */
  public boolean isSettled(View view) {
    Views views = cluster.views();
    return views != null && views.settled() && views.current().sameAs(view);
  }

  public int primarySessions() {
    return census.primarySessions();
  }

  /**
   * Returns the bytes of the copies that are held here for other members, at most the bound or so.
   */
  public long heldBytes() {
    return memory.sumOfHeldBytes();
  }

  /**
   * Returns the number of sessions served here that too few members can hold, or that have been
   * unprotected for longer than the ack timeout.
   */
  public int degradedSessions() {
    return census.degradedSessions();
  }

  /**
   * Returns the longest time for which a session served here has had unprotected updates, in
   * nanoseconds. Costs a look at each session in which something is open, one after the other, so
   * that the answer is of no single moment.
   */
  public long longestLagNanos(long nowNanos) {
    long longest = 0;
    for (String key : agenda.timed()) {
      longest = Math.max(longest, sessions.lagNanos(key, nowNanos));
    }
    return longest;
  }

  /**
   * Returns how far this member is with leaving. When that is over, it tells the others, so that
   * they do not miss it. Costs a look at each session.
   */
  public DrainState drainState() {
    DrainLook look = drainLook();
    while (look.step()) {
      // The next.
    }
    return conclude(look);
  }

  /** Begins a look that the caller takes in steps, and then {@linkplain #conclude concludes}. */
  public DrainLook drainLook() {
    return new DrainLook(repairPorts);
  }

  /** See {@link #drainState}. */
  public DrainState conclude(DrainLook look) {
    DrainState state = look.state();
    exchange.setDrained(cluster.isDraining() && state.leavesNothingBehind(), lastTickNanos);
    return state;
  }

  /** Allows so many held bytes from now on, for the simulator: room comes and goes. */
  public void limitHeldBytes(long bytes) {
    memory.limitHeldBytes(bytes);
  }

  /** Returns the number of sessions that each tick looks at, for tests and diagnosis. */
  public int timedSessions() {
    return agenda.timed().size();
  }

  /** Returns the number of keys of which anything is known: served, held, fenced or ended. */
  public int knownSessions() {
    return sessions.size();
  }

  /** Returns a view of the keys of which anything is known, for tests and diagnosis. */
  public Collection<String> knownKeys() {
    return sessions.keys();
  }

  /** Returns a snapshot of the state of one session, for tests and diagnosis. */
  public SessionSnapshot snapshot(String key) {
    return sessions.snapshot(key);
  }
}
