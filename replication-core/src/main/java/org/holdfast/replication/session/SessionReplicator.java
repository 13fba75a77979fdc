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
 * The entry point of an integration, for one web application: creates sessions, finds them wherever
 * they are, and tells what their responses may claim. Thread-safe.
 */
public final class SessionReplicator implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SessionReplicator.class);

  /**
   * @param first whether the others have not been asked yet after the id was denied
   * @param sinceNanos the time when the request came
   */
  private record Search(SessionId wanted, boolean first, long sinceNanos) {
    long limitNanos(Duration timeout, long nowNanos) {
      return Math.max(0, sinceNanos + timeout.toNanos() - nowNanos);
    }
  }

  private final Host node;
  private final ApplicationConfig config;
  private final ApplicationSettings compared;
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
  private final ConcurrentMap<String, ReplicatedSession> live = new ConcurrentHashMap<>();

  /**
   * A flag that is set before {@code live} is emptied: code that puts into {@code live} looks at it
   * afterwards.
   */
  private volatile boolean closed;

  public SessionReplicator(
      Host node, ApplicationConfig config, AttributeCodec codec, SessionListener listener) {
    this.node = node;
    this.config = config;
    this.compared = new ApplicationSettings(config);
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

  /** Returns the sticky route of this node. */
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
   * Starts a session with a fresh id; it is {@linkplain ReplicatedSession#enter entered} for the
   * caller and replicated by its first commit. Every commit is refused if this replicator is
   * closed.
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
      end(session);
    }
    return session;
  }

  /**
   * Finds a session and takes it to this node if it is elsewhere. Blocks, at most a little longer
   * than the acquire timeout.
   *
   * @param id the id as the client sent it, without route; anything is allowed
   * @param route the route of the node that served it last, if the client said so: a hint, never
   *     believed
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
   * Finds a session like {@link #acquire(String, String)}, by an id that is of this application.
   *
   * @param question asks the replica, unless the session is here
   */
  Lookup acquire(SessionId wanted, Consumer<Consumer<Acquired>> question) {
    Search search = new Search(wanted, true, now());
    ReplicatedSession here = live.get(wanted.key());
    return permitted(here != null && here.enter() ? answer(here, search) : ask(search, question));
  }

  private Lookup ask(Search search, Consumer<Consumer<Acquired>> question) {
    long limitNanos = search.limitNanos(acquireTimeout(), now());
    Acquired acquired = new Acquisition(search.wanted().key(), limitNanos).await(question);
    if (acquired instanceof Acquired.Owned owned) {
      return open(search, owned);
    }
    return acquired instanceof Acquired.Unavailable unavailable
        ? new Lookup.Unavailable(unavailable.reason())
        : new Lookup.Unknown();
  }

  /**
   * Answers for an id that the session does not have in {@code epoch}, which need not be the
   * newest. A node that hung and wakes does not know yet what others have made of the session, nor
   * which id they gave it. So it asks them first. If another node has taken the session over, it
   * looks again, once, in the remaining time.
   */
  private Lookup unknown(Search search, @Nullable Epoch epoch) {
    if (epoch == null) {
      return new Lookup.Unknown();
    }
    if (!search.first()) {
      return wentElsewhere();
    }
    long since = search.sinceNanos();
    Search again = new Search(search.wanted(), false, since);
    ServedSession served = replica().served(search.wanted().key(), epoch);
    return ask(again, callback -> served.confirmUnknown(since, now(), callback));
  }

  /** Makes an object of a granted session, or gives the grant back, which counts as a request. */
  Lookup open(SessionId wanted, Acquired.Owned owned) {
    return open(new Search(wanted, true, now()), owned);
  }

  /**
   * Makes or finds the object of a granted session. Each way out gives the grant back or has it
   * counted by the object, else the session could never move again.
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
    // A request that may not use the session must not create an object of it here.
    boolean isKnown = isHere || settings.isSecretOrFormer(key, wanted.secret(), now());
    if (!settings.application().equals(config.name()) || !isKnown) {
      replica().end(key, owned.epoch(), now());
      return unknown(search, owned.epoch());
    }
    compared.compare(settings.compared());
    ReplicatedSession session = enlist(key, settings, owned);
    if (closed) {
      end(session);
      replica().end(key, owned.epoch(), now());
      return new Lookup.Unavailable(
          "application \"" + config.name() + "\" is stopped on this node");
    }
    if (!owned.epoch().equals(session.epoch())) {
      // It went to another member, and even came back, before this request got on.
      replica().end(key, owned.epoch(), now());
      return wentElsewhere();
    }
    session.granted();
    if (replica().hasEnded(key, owned.epoch())) {
      // Another request ended it before this one had an object that the end could have marked.
      forget(session);
      session.exit();
      return unknown(search, owned.epoch());
    }
    if (replica().serves(key, owned.epoch())) {
      return answer(session, search);
    }
    // It went to another member before there was an object that the release could have marked.
    onReleased(key, owned.epoch());
    session.exit();
    return wentElsewhere();
  }

  private static Lookup wentElsewhere() {
    return new Lookup.Unavailable(
        "another node took the session over while this node looked for it");
  }

  /** Returns a session that this request has entered; exits it if the id forbids that. */
  private Lookup answer(ReplicatedSession session, Search search) {
    SessionId wanted = search.wanted();
    if (session.hasSecret(wanted.secret())) {
      return new Lookup.Found(session);
    }
    boolean renamed = session.wasRenamedFrom(wanted.secret());
    Epoch epoch = session.epoch();
    session.exit();
    return renamed
        ? new Lookup.Unavailable("the id of the session was changed a moment ago")
        : unknown(search, epoch);
  }

  /**
   * Returns {@code lookup}, or refuses it if the policy is {@code FAIL} and no node can protect the
   * session. For requests, not for the end of a session.
   */
  private Lookup permitted(Lookup lookup) {
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
   * Returns the one object of this grant, or of a later grant if there is one. Releases an object
   * of an earlier grant.
   */
  private ReplicatedSession enlist(String key, SessionSettings settings, Acquired.Owned owned) {
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

  /** Gives a session back that comes after all, since its request has ended. */
  void giveBack(CompletableFuture<Acquired> answer, String key) {
    CompletableFuture<Void> unused =
        answer.thenAccept(
            late -> {
              if (late instanceof Acquired.Owned owned) {
                replica().end(key, owned.epoch(), now());
              }
            });
  }

  private @Nullable Member memberOf(@Nullable String route) {
    if (route == null) {
      return null;
    }
    return node.view().members().stream()
        .filter(member -> member.name().equals(route))
        .findFirst()
        .orElse(null);
  }

  /** Returns the sessions that are found by a name. */
  public NamedSessions named() {
    return new NamedSessions(this);
  }

  /**
   * Tells whether an id was drawn for this application, by its form alone: it may be of no session.
   * Cheap, asks no other node.
   */
  public boolean isOwn(String id) {
    return ids.isOwn(id);
  }

  /**
   * Returns the session if this node serves it, without asking other nodes and without entering it.
   */
  public @Nullable ReplicatedSession local(String id) {
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
   * Returns whether this node serves the session that {@code id} belonged to, under another id by
   * now. Cheap, asks no other node: false also if the session is elsewhere.
   */
  public boolean isReplaced(String id) {
    SessionId former = ids.parse(id);
    ReplicatedSession session = former == null ? null : live.get(former.key());
    return session != null && session.hadId(id);
  }

  /**
   * Hands to {@code ending} each session that this node is the primary of, whose time is over and
   * to which the integration has attached nothing. One adopted from a dead node is an example.
   * {@code ending} tells its listeners, {@linkplain ReplicatedSession#invalidate invalidates} it
   * and commits. For as long as that takes the session is {@linkplain ReplicatedSession#enter
   * entered}, so that no other node is given it, and none ends it too. Looks at every session; call
   * it every few seconds. Blocks, at most some 5 s and as long as {@code ending} takes.
   */
  public void endExpired(Consumer<ReplicatedSession> ending) {
    expiry.end(ending);
  }

  /**
   * Ends the service of this application here. Its sessions stay where they are. If the node keeps
   * running and the application is not back after 10 s, other nodes are asked to take them. Here
   * nothing would end them when their time is over. Requests that still run are fenced: the node
   * that serves the application next, perhaps this one, knows nothing of their changes. Waits until
   * the secondaries have what was {@linkplain ReplicatedSession#send sent}, at most for the ack
   * timeout.
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
      live.values().forEach(this::end);
      codec.close();
    }
  }

  /**
   * Releases a session whose application is gone: the object stays for requests that run, but for
   * no other.
   */
  void end(ReplicatedSession session) {
    session.release();
    forget(session);
  }

  // for the sessions and the node

  /** Returns whether the integration has an object of the session. */
  boolean hasOwner(String key) {
    ReplicatedSession here = live.get(key);
    return here != null && here.attachment() != null;
  }

  /** Returns whether a session is of this application, by its key. For the node. */
  public boolean serves(String key) {
    return ids.isOwn(key);
  }

  /** Takes in that this node no longer serves the session in that epoch. For the node. */
  public void onReleased(String key, Epoch epoch) {
    ReplicatedSession session = live.get(key);
    if (session != null && epoch.equals(session.epoch()) && live.remove(key, session)) {
      session.release();
      unawaited.forget(key);
      listener.onReleased(session);
    }
  }

  /**
   * Returns whether the session is kept until a use of it, which counts as a request, has exited;
   * false if it is not served here. For the node.
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

  /**
   * Returns whether the application is closed; set before {@link #end} is called for its sessions.
   */
  boolean isClosed() {
    return closed;
  }

  void forget(ReplicatedSession session) {
    if (live.remove(session.key(), session)) {
      unawaited.forget(session.key());
    }
  }

  /** Returns whether the replica has taken a step that {@link #close} waits for. */
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
    return compared;
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

  /** Makes the attributes of a session that is being made and arrived with {@code envelopes}. */
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
   * The wait for the replica's answer to one question, for longer than a moment only if not too
   * many requests wait. Used by the thread that asks.
   */
  private final class Acquisition {
    /** The time beyond the protocol's own limit, in case its thread is late. */
    private static final long SLACK_MILLIS = 500;

    private final String key;
    private final long limitMillis;
    private final CompletableFuture<Acquired> answer = new CompletableFuture<>();

    Acquisition(String key, long acquireTimeoutNanos) {
      this.key = key;
      this.limitMillis = TimeUnit.NANOSECONDS.toMillis(acquireTimeoutNanos) + SLACK_MILLIS;
    }

    /**
     * Returns the answer to {@code question}; one that comes too late is given back.
     *
     * @param question asks the replica, which is to call back once
     */
    Acquired await(Consumer<Consumer<Acquired>> question) {
      question.accept(answer::complete);
      try {
        long moment = Math.min(limitMillis, waiting().freeMillis());
        Acquired early = answerWithin(moment);
        return early != null ? early : awaitAmongOthers(limitMillis - moment);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return givenUp("interrupted while waiting for the session");
      } catch (ExecutionException e) {
        throw new IllegalStateException("acquiring a session failed", e);
      }
    }

    private Acquired awaitAmongOthers(long millis) throws InterruptedException, ExecutionException {
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

    private @Nullable Acquired answerWithin(long millis)
        throws InterruptedException, ExecutionException {
      try {
        return answer.get(millis, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        return null;
      }
    }

    private Acquired givenUp(String reason) {
      giveBack(answer, key);
      return new Acquired.Unavailable(reason);
    }
  }
}
