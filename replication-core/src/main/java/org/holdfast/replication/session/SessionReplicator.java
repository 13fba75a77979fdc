/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.Replica;
import org.holdfast.replication.serialization.AttributeCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an integration calls, for one web application: creates sessions, finds them wherever they
 * are, and tells what their responses may claim. Thread-safe.
 */
public final class SessionReplicator implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SessionReplicator.class);

  /** Beyond the protocol's own limit, in case its thread is late. */
  private static final long ACQUIRE_SLACK_MILLIS = 500;

  private static final long OUTCOME_SLACK_MILLIS = 20;
  private static final long MOST_CONFIRMING_NANOS = 250_000_000L;

  /** How long one look for expired sessions goes on asking; the others wait for the next. */
  private static final long MOST_EXPIRING_NANOS = 5_000_000_000L;

  private final ReplicationNode node;
  private final ApplicationConfig config;
  private final AttributeCodec codec;
  private final SessionListener listener;
  private final SessionIds ids;
  private final ConcurrentMap<String, ReplicatedSession> live = new ConcurrentHashMap<>();

  SessionReplicator(
      ReplicationNode node,
      ApplicationConfig config,
      AttributeCodec codec,
      SessionListener listener) {
    this.node = node;
    this.config = config;
    this.codec = codec;
    this.listener = listener;
    this.ids = new SessionIds(config.name(), node.config().sessionIdSecret());
  }

  /** The sticky route of this node. */
  public String route() {
    return node.self().name();
  }

  /**
   * Starts a session with a fresh id; it is {@linkplain ReplicatedSession#enter entered} for the
   * caller and replicated by its first commit.
   *
   * @param maxInactive zero or negative if it never expires
   */
  public ReplicatedSession create(Duration maxInactive, long creationTimeMillis) {
    SessionId id = ids.create();
    SessionSettings settings =
        SessionSettings.first(config.name(), id.secret(), creationTimeMillis, maxInactive);
    ReplicatedSession session = new ReplicatedSession(this, id.key(), settings);
    live.put(id.key(), session);
    return session;
  }

  /**
   * Finds a session and takes it to this node if it is elsewhere. Blocks, at most a little longer
   * than the acquire timeout.
   *
   * @param id as the client sent it, without route; anything is allowed
   * @param route of the node that served it last, if the client said so: a hint, never believed
   */
  public Lookup acquire(String id, @Nullable String route) {
    SessionId wanted = ids.parse(id);
    if (wanted == null) {
      return new Lookup.Unknown();
    }
    ReplicatedSession here = live.get(wanted.key());
    if (here != null && here.enter()) {
      return answer(here, wanted);
    }
    CompletableFuture<Acquired> answer = new CompletableFuture<>();
    replica().acquire(wanted.key(), memberOf(route), now(), answer::complete);
    Acquired acquired = await(answer, wanted);
    if (acquired instanceof Acquired.Owned owned) {
      return open(wanted, owned);
    }
    return acquired instanceof Acquired.Unavailable unavailable
        ? new Lookup.Unavailable(unavailable.reason())
        : new Lookup.Unknown();
  }

  private Acquired await(CompletableFuture<Acquired> answer, SessionId wanted) {
    long millis = node.config().acquireTimeout().toMillis() + ACQUIRE_SLACK_MILLIS;
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      giveBack(answer, wanted.key());
      return new Acquired.Unavailable("no outcome within " + millis + " ms; is the node paused?");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      giveBack(answer, wanted.key());
      return new Acquired.Unavailable("interrupted while waiting for the session");
    } catch (ExecutionException e) {
      throw new IllegalStateException("acquiring a session failed", e);
    }
  }

  /** Nobody waits any more: if the session comes after all, its request has ended. */
  private void giveBack(CompletableFuture<Acquired> answer, String key) {
    CompletableFuture<Void> unused =
        answer.thenAccept(
            late -> {
              if (late instanceof Acquired.Owned owned) {
                replica().end(key, owned.ownership(), now());
              }
            });
  }

  /** Makes an object of what was granted, or gives the grant back: it counts as a request. */
  private Lookup open(SessionId wanted, Acquired.Owned owned) {
    String key = wanted.key();
    SessionSettings settings;
    try {
      settings = SessionSettings.of(owned.image().settings());
    } catch (IllegalArgumentException e) {
      replica().end(key, owned.ownership(), now());
      return new Lookup.Unavailable(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    ReplicatedSession here = live.get(key);
    boolean isHere = here != null && owned.ownership().equals(here.ownership());
    // Whoever has no business with the session shall not have an object of it made here.
    boolean isKnown = isHere || settings.isSecretOrPrevious(key, wanted.secret());
    if (!settings.application().equals(config.name()) || !isKnown) {
      replica().end(key, owned.ownership(), now());
      return new Lookup.Unknown();
    }
    ReplicatedSession session = enlist(key, settings, owned);
    session.granted();
    if (replica().hasEnded(key, owned.ownership())) {
      // Another request ended it before this one had an object that could have been told so.
      forget(session);
      session.exit();
      return new Lookup.Unknown();
    }
    if (replica().serves(key, owned.ownership())) {
      return answer(session, wanted);
    }
    // It went to another member before there was an object that could have been told so.
    onReleased(key, owned.ownership());
    session.exit();
    return new Lookup.Unavailable("the session went to another node just as it had come");
  }

  /** For a session that this request has entered: that, unless the id or the policy forbid it. */
  private Lookup answer(ReplicatedSession session, SessionId wanted) {
    if (!session.hasSecret(wanted.secret())) {
      boolean renamed = session.wasRenamedFrom(wanted.secret());
      session.exit();
      return renamed
          ? new Lookup.Unavailable("the id of the session was changed a moment ago")
          : new Lookup.Unknown();
    }
    Epoch term = session.ownership();
    if (config.degraded() == DegradedPolicy.FAIL
        && term != null
        && !replica().canProtect(session.key(), term, now())) {
      session.exit();
      return new Lookup.Unavailable(
          "no other node is there to hold the session, and it is not to be served without");
    }
    return new Lookup.Found(session);
  }

  /** The one object of this grant; one of an earlier grant is told that its time is over. */
  private ReplicatedSession enlist(String key, SessionSettings settings, Acquired.Owned owned) {
    List<ReplicatedSession> replaced = new ArrayList<>(0);
    ReplicatedSession session =
        live.compute(
            key,
            (same, present) -> {
              if (present != null && owned.ownership().equals(present.ownership())) {
                return present;
              }
              if (present != null) {
                replaced.add(present);
              }
              return new ReplicatedSession(
                  this,
                  key,
                  settings,
                  owned.ownership(),
                  owned.image().attributes(),
                  idle(settings, owned));
            });
    for (ReplicatedSession earlier : replaced) {
      earlier.release();
      listener.onReleased(earlier);
    }
    return session;
  }

  private static Duration idle(SessionSettings settings, Acquired.Owned owned) {
    return owned.leaseNanos() < 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, settings.leaseNanos() - owned.leaseNanos()));
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

  /** Returns the session if this node serves it, without asking anybody and without entering it. */
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
   * Returns sessions that this node is the primary of without the integration having attached
   * anything to them, adopted from a dead node for instance, and whose time is over: the caller
   * tells its listeners and {@linkplain ReplicatedSession#invalidate invalidates} them. Looks at
   * every session; call it every few seconds.
   */
  public List<ReplicatedSession> takeExpired() {
    List<ReplicatedSession> expired = new ArrayList<>();
    long start = now();
    for (String key : replica().expired(start)) {
      if (now() - start > MOST_EXPIRING_NANOS) {
        break;
      }
      if (ids.isOwn(key) && !hasOwner(key)) {
        CompletableFuture<Acquired> answer = new CompletableFuture<>();
        replica().acquire(key, null, now(), answer::complete);
        if (answer.getNow(null) instanceof Acquired.Owned owned) {
          takeExpired(key, owned, expired);
        } else {
          // Just being handed over: it is another node's to expire.
          giveBack(answer, key);
        }
      }
    }
    return expired;
  }

  /** Whether the integration has an object of the session, which it expires itself. */
  private boolean hasOwner(String key) {
    ReplicatedSession here = live.get(key);
    return here != null && here.attachment() != null;
  }

  /**
   * Whether the session is still this node's to end: its secondaries have just taken a step of it.
   * A node that was stopped for a while may not know of its successor, who may have told listeners
   * of the end. Blocks, at most for the ack timeout.
   */
  boolean isStillOurs(String key, Epoch term) {
    long asked = now();
    Changes nothing = new Changes(null, Map.of(), Set.of());
    long version = replica().update(key, term, nothing, false, asked);
    if (version < 0) {
      return false;
    }
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    replica().await(key, term, version, now(), answer::complete);
    Outcome outcome = outcomeOf(answer, node.config().ackTimeout());
    // An answer that waited out a pause of this node says nothing of the time since.
    return outcome == Outcome.DEGRADED && !node.mayBeLeftBehind()
        || outcome == Outcome.PROTECTED && now() - asked <= MOST_CONFIRMING_NANOS;
  }

  private void takeExpired(String key, Acquired.Owned owned, List<ReplicatedSession> expired) {
    if (!isStillOurs(key, owned.ownership())) {
      replica().end(key, owned.ownership(), now());
      return;
    }
    SessionSettings settings;
    try {
      settings = SessionSettings.of(owned.image().settings());
    } catch (IllegalArgumentException e) {
      log.warn("a session expires without its listeners being told: {}", e.getMessage());
      replica().remove(key, owned.ownership(), now());
      replica().end(key, owned.ownership(), now());
      return;
    }
    if (open(new SessionId(key, settings.secret()), owned) instanceof Lookup.Found found) {
      found.session().exit();
      expired.add(found.session());
    }
  }

  /** Ends the service of this application here; its sessions stay where they are. */
  @Override
  public void close() {
    node.unregister(this);
    live.clear();
    codec.close();
  }

  // for the sessions and the node

  /** Whether a response may leave before its update is acknowledged: not too far ahead, either. */
  boolean mayBeAhead(String key, Epoch term) {
    if (config.ackMode() == AckMode.SYNC) {
      return false;
    }
    long bound = config.asyncLag().toNanos();
    // Also what was only read: another node may have taken the session over meanwhile.
    boolean near =
        replica().lagNanos(key, term, now()) <= bound
            && replica().confirmedAgoNanos(key, term, now()) <= bound;
    if (!near) {
      metrics().count(Counter.ASYNC_WAITS);
    }
    return near;
  }

  CommitOutcome await(String key, Epoch term, long version) {
    DegradedPolicy policy = config.degraded();
    boolean patient = policy == DegradedPolicy.WAIT;
    Duration wait = patient ? config.degradedWait() : node.config().ackTimeout();
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    if (patient) {
      replica().awaitPatiently(key, term, version, wait.toNanos(), now(), answer::complete);
    } else {
      replica().await(key, term, version, now(), answer::complete);
    }
    Outcome outcome = outcomeOf(answer, wait);
    boolean mayContinue = policy == DegradedPolicy.CONTINUE && !node.mayBeLeftBehind();
    return switch (outcome) {
      case PROTECTED -> CommitOutcome.PROTECTED;
      case DEGRADED -> mayContinue ? CommitOutcome.DEGRADED : CommitOutcome.REFUSED;
      // Behind a cut nobody answers: without a majority in sight silence must not pass for consent.
      case UNCONFIRMED ->
          mayContinue && node.config().partition() == PartitionPolicy.AVAILABLE
              ? CommitOutcome.DEGRADED
              : CommitOutcome.REFUSED;
      case SHUT_OUT -> CommitOutcome.REFUSED;
      case FENCED -> CommitOutcome.FENCED;
    };
  }

  /** The protocol answers in time; the own limit is for a protocol thread that hangs. */
  private static Outcome outcomeOf(CompletableFuture<Outcome> answer, Duration wait) {
    try {
      return answer.get(wait.toMillis() + OUTCOME_SLACK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Outcome.UNCONFIRMED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.UNCONFIRMED;
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for acknowledgements failed", e);
    }
  }

  boolean serves(String key) {
    return ids.isOwn(key);
  }

  void onReleased(String key, Epoch ownership) {
    ReplicatedSession session = live.get(key);
    if (session != null && ownership.equals(session.ownership()) && live.remove(key, session)) {
      session.release();
      listener.onReleased(session);
    }
  }

  void forget(ReplicatedSession session) {
    live.remove(session.key(), session);
  }

  String newSecret(String key) {
    return ids.newSecret(key);
  }

  ApplicationConfig config() {
    return config;
  }

  AttributeCodec codec() {
    return codec;
  }

  Replica replica() {
    return node.replica();
  }

  ReplicationMetrics metrics() {
    return node.metrics();
  }

  long now() {
    return node.now();
  }
}
