// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.protocol.session.ServedSession;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.session.attributes.AttributePatches;
import org.holdfast.replication.session.attributes.SessionAttributes;
import org.holdfast.replication.session.id.SessionId;
import org.holdfast.replication.session.id.SessionIds;
import org.holdfast.replication.session.id.SessionName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and finds the replicated sessions of one web application. This is the entry point for
 * container integrations. Thread-safe.
 *
 * <p>A <em>grant</em> is the replica's answer {@link Acquired.Owned}: this node is the primary of
 * the session in that epoch, and the replica counts one request as running, so that it does not
 * hand the session over. Each grant has to end, with {@code Replica.end} or as the request
 * {@linkplain ReplicatedSession#exit exits}. A grant that does not end delays each hand-over until
 * its timeout, and keeps the session from expiring. All grants of one epoch share one {@link
 * ReplicatedSession}.
 */
public final class SessionReplicator implements AutoCloseable {
  /*
   * Threads: request threads create and acquire, and may wait. The thread that the container gives for expiry calls
   * endExpired(), the one that stops the application calls close(). The replica calls onReleased() and beforeHandOver()
   * through the node, on a request thread, a selector or the protocol thread: neither may block.
   * Locks: none of its own. `live` has at most one object for each key. A thread that puts an object there looks at
   * `closed` and at the replica afterwards, as the application may have been closed, or the session released, just
   * before: then neither close() nor onReleased() found the object.
   */
  private static final Logger log = LoggerFactory.getLogger(SessionReplicator.class);

  /**
   * A search of one request for a session.
   *
   * @param wanted the id that the client sent
   * @param first whether this is the first look: if a session of this key has another id, the
   *     search may ask the other members and look once more
   * @param sinceNanos the time when the request came
   */
  private record Search(SessionId wanted, boolean first, long sinceNanos) {
    /** Returns the part of {@code timeout} that is left. */
    long leftNanos(Duration timeout, long nowNanos) {
      return Math.max(0, sinceNanos + timeout.toNanos() - nowNanos);
    }
  }

  private final Host node;
  private final ApplicationConfig config;
  private final ApplicationSettings applicationSettings;
  private final AttributeCodec codec;
  private final SessionListener listener;
  private final UnverifiedIdReport unverifiedIds;
  private final UnreadableReport unreadable;
  private final HeldBackReport heldBack;
  private final SessionIds ids;
  private final Acknowledgements acknowledgements;
  private final Expiry expiry;
  private final AttributeTraffic traffic;
  private final UnawaitedSteps unawaited = new UnawaitedSteps();

  /** The sessions that this node serves, or served until a moment ago, by their keys. */
  private final ConcurrentMap<String, ReplicatedSession> live = new ConcurrentHashMap<>();

  /** A flag that {@link #close} sets before it empties {@code live}. */
  private volatile boolean closed;

  public SessionReplicator(
      Host node, ApplicationConfig config, AttributeCodec codec, SessionListener listener) {
    this.node = node;
    this.config = config;
    this.applicationSettings = new ApplicationSettings(config);
    this.codec = codec;
    this.listener = listener;
    this.unverifiedIds = new UnverifiedIdReport(config.name(), node.metrics());
    this.unreadable = new UnreadableReport(config, node.metrics(), listener);
    this.heldBack = new HeldBackReport(config.name(), node.metrics(), node::now);
    this.ids =
        new SessionIds(
            config.name(),
            node.config().sessionIdSecret(),
            node.config().acceptedSessionIdSecret());
    this.acknowledgements = new Acknowledgements(node, config);
    this.expiry = new Expiry(this);
    this.traffic = new AttributeTraffic(node.config().cluster(), node.self().name(), config.name());
  }

  /** Returns the route of this node, which a session cookie carries for load balancers. */
  public String route() {
    return node.self().name();
  }

  /** Returns the name of the web application, the same on all nodes. */
  public String applicationName() {
    return config.name();
  }

  /** Returns the costs of each attribute name since this application started here. */
  public AttributeTraffic attributeTraffic() {
    return traffic;
  }

  /**
   * Creates a session with a new id, {@linkplain ReplicatedSession#enter entered} for the caller.
   * The cluster knows it from its first commit on. If this replicator is closed, each commit is
   * refused.
   *
   * @param maxInactive the time after which it expires unused; zero or negative if it never expires
   */
  public ReplicatedSession create(Duration maxInactive, long creationTimeMillis) {
    SessionId id = ids.create();
    SessionSettings settings =
        SessionSettings.first(config.name(), id.secret(), creationTimeMillis, maxInactive);
    ReplicatedSession session = ReplicatedSession.created(this, id.key(), settings);
    live.put(id.key(), session);
    if (closed) {
      releaseAndForget(session);
    }
    return session;
  }

  /**
   * Finds a session, and makes this node its primary if another one is. Blocks, at most a little
   * longer than the acquire timeout.
   *
   * @param id the id that the client sent, without route; may be any text
   * @param route the route that the client sent, or null: the node of that name is asked first, and
   *     nothing else depends on it
   * @return the session, entered for the caller, or the reason why there is none
   */
  public Lookup acquire(String id, @Nullable String route) {
    SessionId wanted = ids.parse(id);
    if (wanted == null) {
      if (ids.mayBeOfAnotherSecret(id)) {
        unverifiedIds.add(now());
      }
      return new Lookup.Unknown();
    }
    Lookup lookup =
        acquire(
            wanted, callback -> replica().acquire(wanted.key(), memberOf(route), now(), callback));
    if (lookup instanceof Lookup.Found && ids.isOnlyAccepted(id)) {
      metrics().count(Counter.ACCEPTED_IDS);
    }
    return lookup;
  }

  /**
   * Finds a session like {@link #acquire(String, String)}, by an id of this application.
   *
   * @param question asks the replica for the session, and passes it the callback for its answer;
   *     not called if the session is here
   */
  Lookup acquire(SessionId wanted, Consumer<Consumer<Acquired>> question) {
    Search search = new Search(wanted, true, now());
    ReplicatedSession here = live.get(wanted.key());
    return refusedIfUnprotectable(
        here != null && here.enter() ? foundByItsId(here, search) : askReplica(search, question));
  }

  private Lookup askReplica(Search search, Consumer<Consumer<Acquired>> question) {
    long leftNanos = search.leftNanos(acquireTimeout(), now());
    Acquired acquired = new Acquisition(search.wanted().key(), leftNanos).await(question);
    if (acquired instanceof Acquired.Owned owned) {
      return open(search, owned);
    }
    return acquired instanceof Acquired.Unavailable unavailable
        ? new Lookup.Unavailable(unavailable.reason())
        : new Lookup.Unknown();
  }

  /**
   * Answers a request whose id the session does not have in {@code epoch}. This node may have hung:
   * then another node may be the primary by now and may have given the session that id. So this
   * node asks the secondaries before it says that the id is unknown. If another node has taken the
   * session over, this one acquires it and looks at the id once more, in the remaining time.
   *
   * @param epoch null if the cluster does not know the session yet: then there is nobody to ask
   */
  private Lookup confirmUnknown(Search search, @Nullable Epoch epoch) {
    if (epoch == null) {
      return new Lookup.Unknown();
    }
    if (!search.first()) {
      return takenOver();
    }
    long since = search.sinceNanos();
    Search again = new Search(search.wanted(), false, since);
    ServedSession served = replica().served(search.wanted().key(), epoch);
    return askReplica(again, callback -> served.confirmUnknown(since, now(), callback));
  }

  /** Returns the session of a grant, entered for the caller, or ends the grant. */
  Lookup open(SessionId wanted, Acquired.Owned owned) {
    return open(new Search(wanted, true, now()), owned);
  }

  /**
   * Finds or makes the object of a granted session. Each way out either ends the grant at the
   * replica or has passed it to the object by {@link ReplicatedSession#granted}, and exits the
   * object unless it returns it.
   */
  private Lookup open(Search search, Acquired.Owned owned) {
    SessionId wanted = search.wanted();
    String key = wanted.key();
    SessionSettings settings;
    try {
      settings = SessionSettings.of(owned.image().settings(), owned.leaseNanos(), now());
    } catch (IllegalArgumentException e) {
      replica().end(key, owned.epoch(), now());
      return new Lookup.Unavailable(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    ReplicatedSession here = live.get(key);
    boolean isHere = here != null && owned.epoch().equals(here.epoch());
    // A request with a wrong id must not make an object here. If there is one, that object decides,
    // as it may have a newer id than the settings that the replica has.
    boolean mayUseIt = isHere || settings.isSecretOrFormer(key, wanted.secret(), now());
    if (!settings.application().equals(config.name()) || !mayUseIt) {
      replica().end(key, owned.epoch(), now());
      return confirmUnknown(search, owned.epoch());
    }
    applicationSettings.compare(settings.compared());
    ReplicatedSession session = objectOfGrant(key, settings, owned);
    if (closed) {
      releaseAndForget(session);
      replica().end(key, owned.epoch(), now());
      return new Lookup.Unavailable(
          "application \"" + config.name() + "\" is stopped on this node");
    }
    if (!owned.epoch().equals(session.epoch())) {
      // Since this grant, another member became the primary and then this one again.
      replica().end(key, owned.epoch(), now());
      return takenOver();
    }
    session.granted();
    if (replica().hasEnded(key, owned.epoch())) {
      // Another request ended the session before `live` had the object, so it could not mark it.
      forget(session);
      session.exit();
      return confirmUnknown(search, owned.epoch());
    }
    if (replica().serves(key, owned.epoch())) {
      return foundByItsId(session, search);
    }
    // The replica released the session before `live` had the object: onReleased() did not find it.
    onReleased(key, owned.epoch());
    session.exit();
    return takenOver();
  }

  private static Lookup takenOver() {
    return new Lookup.Unavailable(
        "another node took the session over while this node looked for it");
  }

  /**
   * Returns a session that this request has entered, if the request has its current id. Otherwise
   * exits the session: a former id of some seconds ago is to come again, any other is unknown.
   */
  private Lookup foundByItsId(ReplicatedSession session, Search search) {
    SessionId wanted = search.wanted();
    if (session.hasSecret(wanted.secret())) {
      return new Lookup.Found(session);
    }
    boolean renamed = session.wasRenamedFrom(wanted.secret());
    Epoch epoch = session.epoch();
    session.exit();
    return renamed
        ? new Lookup.Unavailable("the id of the session was changed a moment ago")
        : confirmUnknown(search, epoch);
  }

  /**
   * Returns {@code lookup}, or exits its session and refuses it if the policy is {@code FAIL} and
   * no other node can hold a copy. For requests; an expiry may end a session that has no copy.
   */
  private Lookup refusedIfUnprotectable(Lookup lookup) {
    if (config.degraded() != DegradedPolicy.FAIL || !(lookup instanceof Lookup.Found found)) {
      return lookup;
    }
    ReplicatedSession session = found.session();
    Epoch epoch = session.epoch();
    if (epoch != null && !replica().canProtect(session.key(), epoch, now())) {
      session.exit();
      return new Lookup.Unavailable(
          "no other node has room for a copy of the session, and degraded is FAIL");
    }
    return lookup;
  }

  /**
   * Returns the object for the epoch of a grant, or for a later epoch if {@code live} has one
   * already. Releases the object of an earlier epoch: the replica has released that epoch, but may
   * not have called {@link #onReleased} yet, which finds nothing to do then.
   */
  private ReplicatedSession objectOfGrant(
      String key, SessionSettings settings, Acquired.Owned owned) {
    // Released after compute(): a listener must not run in it.
    List<ReplicatedSession> replaced = new ArrayList<>(0);
    ReplicatedSession session =
        live.compute(
            key,
            (same, present) -> {
              Epoch epoch = present == null ? null : present.epoch();
              if (present != null && epoch != null && epoch.compareTo(owned.epoch()) >= 0) {
                return present;
              }
              if (present != null) {
                replaced.add(present);
              }
              return ReplicatedSession.acquired(this, key, settings, owned);
            });
    for (ReplicatedSession earlier : replaced) {
      earlier.release();
      listener.onReleased(earlier);
    }
    return session;
  }

  /** Ends the grant that {@code answer} may still bring, as no request waits for it any more. */
  void giveBack(CompletableFuture<Acquired> answer, String key) {
    CompletableFuture<Void> unused =
        answer.thenAccept(
            late -> {
              if (late instanceof Acquired.Owned owned) {
                replica().end(key, owned.epoch(), now());
              }
            });
  }

  /** Returns the member of the view with the name {@code route}, null if there is none. */
  private @Nullable Member memberOf(@Nullable String route) {
    if (route == null) {
      return null;
    }
    return node.view().members().stream()
        .filter(member -> member.name().equals(route))
        .findFirst()
        .orElse(null);
  }

  /** Returns the entry point for sessions that have chosen names instead of drawn ids. */
  public NamedSessions named() {
    return new NamedSessions(this);
  }

  /**
   * Returns whether an id or a key of a session belongs to this application. Looks at the form
   * alone: there may be no such session. Cheap, asks no other node.
   *
   * @param id an id, or only its first part, the key
   */
  public boolean isOwn(String id) {
    return ids.isOwn(id);
  }

  /**
   * Returns the session if this node serves it, without asking other nodes and without entering it.
   * For tests.
   */
  @Nullable ReplicatedSession local(String id) {
    SessionId wanted = ids.parse(id);
    ReplicatedSession session = wanted == null ? null : live.get(wanted.key());
    return session != null
            && wanted != null
            && session.isValid()
            && session.hasSecret(wanted.secret())
        ? session
        : null;
  }

  /**
   * Returns whether {@code id} is a former id of a session that this node serves. Cheap, asks no
   * other node: false also if another node serves the session.
   */
  public boolean isReplaced(String id) {
    SessionId former = ids.parse(id);
    ReplicatedSession session = former == null ? null : live.get(former.key());
    return session != null && session.hadId(id);
  }

  /**
   * Passes to {@code ending} each expired session of which this node is the primary and to which
   * the integration has attached no object. An example is a session that this node adopted from a
   * dead one and that no request has used since. {@code ending} calls the session listeners,
   * {@linkplain ReplicatedSession#invalidate invalidates} the session and commits. The session is
   * {@linkplain ReplicatedSession#enter entered} meanwhile, so that no other node takes it over and
   * ends it, too.
   *
   * <p>Looks at every session; call it every few seconds. Blocks, at most some 5 s and as long as
   * {@code ending} takes.
   */
  public void endExpired(Consumer<ReplicatedSession> ending) {
    expiry.end(ending);
  }

  /**
   * Stops serving this application on this node. This node remains the primary of its sessions. If
   * the node keeps running and the application does not register again within 10 s, the node offers
   * them to other nodes, as nothing here would end them when they expire.
   *
   * <p>Requests that still run are fenced: no node receives their changes. Waits until the
   * secondaries have acknowledged the changes that were {@linkplain ReplicatedSession#send sent},
   * at most for the ack timeout.
   */
  @Override
  public void close() {
    try {
      if (!node.isClosed()) {
        unawaited.await(node.config().ackTimeout(), now());
      }
    } finally {
      closed = true;
      node.unregister(this);
      live.values().forEach(this::releaseAndForget);
      codec.close();
    }
  }

  /**
   * Releases the object of a session as the application closes: requests that have the object find
   * themselves fenced, and no other request finds it. The session itself does not end.
   */
  private void releaseAndForget(ReplicatedSession session) {
    session.release();
    forget(session);
  }

  // for the sessions and the node

  /** Returns whether the integration has attached an object to the session, and so expires it. */
  boolean hasAttachment(String key) {
    ReplicatedSession here = live.get(key);
    return here != null && here.attachment() != null;
  }

  /**
   * Takes note that this node no longer serves the session in that epoch. The node calls it; it
   * must not block.
   */
  public void onReleased(String key, Epoch epoch) {
    ReplicatedSession session = live.get(key);
    if (session != null && epoch.equals(session.epoch()) && live.remove(key, session)) {
      session.release();
      unawaited.forget(key);
      listener.onReleased(session);
    }
  }

  /**
   * Asks the listener what to do before a hand-over. The replica has counted one request for this
   * call. If the listener keeps the session, the request ends as the listener exits the session;
   * otherwise it ends here. The node calls it; it must not block.
   *
   * @return true if this method has taken charge of the request that the replica counted, false if
   *     the session has no object here, so that the replica has to end the request
   */
  public boolean beforeHandOver(String key, Epoch epoch) {
    ReplicatedSession session = live.get(key);
    if (session == null || !epoch.equals(session.epoch()) || !session.isValid()) {
      return false;
    }
    session.granted();
    boolean kept = false;
    try {
      kept = listener.beforeHandOver(session);
    } catch (RuntimeException e) {
      log.warn("a listener failed before the hand-over of a session; the hand-over continues", e);
    } finally {
      if (!kept) {
        session.endGrant();
      }
    }
    return true;
  }

  /** Removes the object of a session, so that no request finds it any more. */
  void forget(ReplicatedSession session) {
    if (live.remove(session.key(), session)) {
      unawaited.forget(session.key());
    }
  }

  /**
   * Has {@link #close} wait for the acknowledgement of a step that its request did not await.
   *
   * @return whether the replica accepted the step; if not, its changes are lost
   */
  boolean sentAhead(ReplicatedSession session, ReplicatedSession.Step made) {
    return unawaited.add(session.served(), made, () -> live.get(session.key()) == session);
  }

  String newSecret(String key) {
    return ids.newSecret(key);
  }

  SessionId idOf(SessionName name) {
    return ids.idOf(name);
  }

  Duration acquireTimeout() {
    return node.config().acquireTimeout();
  }

  WaitingRequests waiting() {
    return node.waiting();
  }

  Acknowledgements acknowledgements() {
    return acknowledgements;
  }

  HeldBackReport heldBack() {
    return heldBack;
  }

  /** Returns the settings of the application that its sessions carry. */
  ApplicationSettings settings() {
    return applicationSettings;
  }

  Duration ackTimeout() {
    return node.config().ackTimeout();
  }

  public ApplicationConfig config() {
    return config;
  }

  Replica replica() {
    return node.replica();
  }

  /**
   * Returns the attributes of a new object for a session.
   *
   * @param envelopes the encoded attributes with which the session arrived; empty if it is new
   */
  SessionAttributes attributes(ReplicatedSession session, Map<String, byte[]> envelopes) {
    return new SessionAttributes(
        codec,
        config.detection(),
        metrics(),
        traffic,
        AttributePatches.of(config, session::held),
        envelopes,
        (name, problem, replaced) -> unreadable.add(session, name, problem, replaced));
  }

  ReplicationMetrics metrics() {
    return node.metrics();
  }

  long now() {
    return node.now();
  }

  /**
   * The wait of one request for the replica's answer. Any request may wait for {@link
   * WaitingRequests#freeMillis}; for longer it needs one of the node's places for waiting requests.
   * Used by the request's thread alone; the replica completes {@code answer} on any thread.
   */
  private final class Acquisition {
    /** The time that this wait lasts beyond the replica's own limit, if the replica is late. */
    private static final long SLACK_MILLIS = 500;

    private final String key;
    private final long limitMillis;
    private final CompletableFuture<Acquired> answer = new CompletableFuture<>();

    Acquisition(String key, long leftNanos) {
      this.key = key;
      this.limitMillis = TimeUnit.NANOSECONDS.toMillis(leftNanos) + SLACK_MILLIS;
    }

    /**
     * Returns the answer to {@code question}. If that comes too late, its grant ends at once.
     *
     * @param question asks the replica and passes it the callback, which the replica calls once
     */
    Acquired await(Consumer<Consumer<Acquired>> question) {
      question.accept(answer::complete);
      try {
        long freeMillis = Math.min(limitMillis, waiting().freeMillis());
        Acquired early = answerWithin(freeMillis);
        return early != null ? early : awaitInPlace(limitMillis - freeMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return givenUp("interrupted while waiting for the session");
      } catch (ExecutionException e) {
        throw new IllegalStateException("acquiring a session failed", e);
      }
    }

    /** Waits on in one of the places for waiting requests; gives up if none is free. */
    private Acquired awaitInPlace(long millis) throws InterruptedException, ExecutionException {
      WaitingRequests waiting = waiting();
      if (!waiting.tryStay()) {
        return givenUp(waiting.refusal());
      }
      try {
        Acquired late = answerWithin(millis);
        return late != null
            ? late
            : givenUp("no outcome within " + limitMillis + " ms; is the node paused?");
      } finally {
        waiting.leave();
      }
    }

    /** Returns the answer, or null if there is none after {@code millis}. */
    private @Nullable Acquired answerWithin(long millis)
        throws InterruptedException, ExecutionException {
      try {
        return answer.get(millis, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        return null;
      }
    }

    /** Returns the outcome of a wait that ends without an answer. */
    private Acquired givenUp(String reason) {
      giveBack(answer, key);
      return new Acquired.Unavailable(reason);
    }
  }
}
