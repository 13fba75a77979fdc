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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Replica;
import org.holdfast.replication.protocol.SessionImage;
import org.jspecify.annotations.Nullable;

/**
 * A session that this node serves, for one term of ownership. What a request changes is replicated
 * by {@link #commit}, which belongs before the response. Once released it never comes back to life:
 * acquire the session again.
 *
 * <p>Thread-safe. A session is known to the cluster from its first commit on.
 */
public final class ReplicatedSession {
  /*
   * Threads: request threads; onReleased comes from transport threads and takes no lock here.
   * Locks: the monitor of this object, then those of the attributes or, instead, of the replica's session. Versions are given
   * under it at the moment of capture, so an acknowledged version contains all that its request had changed.
   */
  private final SessionReplicator replicator;
  private final Replica replica;
  private final String key;
  private final SessionAttributes attributes;
  private final Duration idleOnArrival;

  @GuardedBy("this")
  private SessionSettings settings;

  @GuardedBy("this")
  private boolean settingsChanged;

  /** Null until the first commit of a session that was created here. */
  private volatile @Nullable Epoch ownership;

  /** Newest version that this node made or took over. */
  @GuardedBy("this")
  private long version;

  @GuardedBy("this")
  private int running;

  @GuardedBy("this")
  private boolean everProtected;

  private volatile boolean ended;
  private volatile boolean released;
  private volatile @Nullable Object attachment;

  /** A new session; one request is using it. */
  ReplicatedSession(SessionReplicator replicator, String key, SessionSettings settings) {
    this(replicator, key, settings, null, Map.of(), Duration.ZERO);
    running = 1;
  }

  /** One that was acquired in {@code ownership}; requests are counted by {@link #granted}. */
  ReplicatedSession(
      SessionReplicator replicator,
      String key,
      SessionSettings settings,
      @Nullable Epoch ownership,
      Map<String, byte[]> envelopes,
      Duration idleOnArrival) {
    this.replicator = replicator;
    this.replica = replicator.replica();
    this.key = key;
    this.settings = settings;
    this.ownership = ownership;
    this.idleOnArrival = idleOnArrival;
    this.attributes =
        new SessionAttributes(
            replicator.codec(), replicator.config().detection(), replicator.metrics(), envelopes);
  }

  String key() {
    return key;
  }

  @Nullable Epoch ownership() {
    return ownership;
  }

  synchronized boolean hasSecret(String secret) {
    return new SessionId(key, settings.secret()).hasSecret(secret);
  }

  /** The id of now, without a route: 38 characters that a cookie and a URL can hold. */
  public synchronized String id() {
    return key + settings.secret();
  }

  /**
   * The live attributes. Putting what cannot be replicated throws {@link
   * org.holdfast.replication.serialization.UnserializableAttributeException}, an {@link
   * IllegalArgumentException}, and changes nothing. Null values are refused.
   */
  public ConcurrentMap<String, Object> attributes() {
    return attributes;
  }

  /** Wall-clock time of the node that created the session, in milliseconds. */
  public synchronized long creationTimeMillis() {
    return settings.creationTimeMillis();
  }

  /** Zero or negative if it never expires. */
  public synchronized Duration maxInactive() {
    return settings.maxInactive();
  }

  /** Takes effect elsewhere with the next {@link #commit}. */
  public synchronized void setMaxInactive(Duration maxInactive) {
    if (!maxInactive.equals(settings.maxInactive())) {
      settings = settings.withMaxInactive(maxInactive);
      settingsChanged = true;
      renewLease();
    }
  }

  /**
   * How long nobody had used the session when it arrived on this node; zero if it was created here.
   */
  public Duration idle() {
    return idleOnArrival;
  }

  /**
   * A request used the session now: its lease starts anew. Sent with the next update, or in a batch
   * within a second.
   */
  public synchronized void accessed() {
    renewLease();
  }

  @GuardedBy("this")
  private void renewLease() {
    Epoch term = ownership;
    if (term != null) {
      replica.renewLease(key, term, settings.leaseNanos(), replicator.now());
    }
  }

  /**
   * Counts a request that uses the session: until it {@linkplain #exit exits}, the session is not
   * handed over, for a bounded time.
   *
   * @return false if the session is not served here any more: acquire it again
   */
  public synchronized boolean enter() {
    Epoch term = ownership;
    if (!isValid() || (term != null && !replica.begin(key, term))) {
      return false;
    }
    running++;
    return true;
  }

  /** A request was counted by the acquire that found this session. */
  synchronized void granted() {
    running++;
  }

  /** Ends what {@link #enter}, a create or an acquire began. */
  public void exit() {
    Epoch term;
    synchronized (this) {
      running--;
      if (running == 0) {
        attributes.forgetTouched();
      }
      term = ownership;
    }
    if (term != null) {
      replica.end(key, term, replicator.now());
    }
  }

  /**
   * Replicates what has changed and, with {@code SYNC}, waits until the secondaries have the
   * session's state, also if nothing changed: an answer may rest on another request's change. Call
   * it before the response is committed; it may be called again. Waits at most the ack timeout.
   *
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if a value was
   *     mutated into something that cannot be replicated; nothing was sent
   */
  public CommitOutcome commit() {
    long wanted;
    Epoch term;
    boolean wait;
    synchronized (this) {
      if (!ended) {
        capture();
      }
      wanted = version;
      term = ownership;
      wait = replicator.config().ackMode() == AckMode.SYNC || !everProtected;
    }
    if (term == null) {
      return CommitOutcome.PROTECTED;
    }
    if (released || wanted < 0) {
      return CommitOutcome.FENCED;
    }
    if (!wait) {
      return CommitOutcome.SENT;
    }
    CommitOutcome outcome = replicator.await(this, term, wanted);
    if (outcome == CommitOutcome.PROTECTED) {
      synchronized (this) {
        everProtected = true;
      }
    } else if (outcome == CommitOutcome.DEGRADED) {
      replicator.metrics().count(Counter.DEGRADED_RESPONSES);
    }
    return outcome;
  }

  @GuardedBy("this")
  private void capture() {
    Map<String, byte @Nullable []> changes = attributes.changes();
    Epoch term = ownership;
    if (term == null) {
      create(changes);
    } else {
      ReplicationScope scope = replicator.config().scope();
      if (changes.isEmpty() && !settingsChanged && scope != ReplicationScope.SESSION) {
        return;
      }
      Map<String, byte[]> put = new HashMap<>();
      Set<String> removed = new HashSet<>();
      changes.forEach(
          (name, envelope) -> {
            if (envelope == null) {
              removed.add(name);
            } else {
              put.put(name, envelope);
            }
          });
      Changes step = new Changes(settingsChanged ? settings.toBytes() : null, put, removed);
      boolean whole = scope != ReplicationScope.MODIFIED_ATTRIBUTE;
      version = replica.update(key, term, step, whole, replicator.now());
    }
    settingsChanged = false;
    attributes.sent(changes);
  }

  @GuardedBy("this")
  private void create(Map<String, byte @Nullable []> changes) {
    Map<String, byte[]> envelopes = new HashMap<>();
    changes.forEach(
        (name, envelope) -> {
          if (envelope != null) {
            envelopes.put(name, envelope);
          }
        });
    SessionImage image = new SessionImage(settings.toBytes(), envelopes);
    Epoch term = replica.create(key, image, settings.leaseNanos(), replicator.now());
    // The replica counts one request; others may have entered before this first commit.
    for (int i = 1; i < running; i++) {
      replica.begin(key, term);
    }
    if (running == 0) {
      replica.end(key, term, replicator.now());
    }
    version = Replica.FIRST_VERSION;
    ownership = term;
  }

  /**
   * Gives the session a new id, of which the part that places it stays. The next {@link #commit}
   * makes it known; from then on the old id is that of no session.
   *
   * @return the new id
   */
  public synchronized String rename() {
    settings = settings.withSecret(replicator.newSecret(key));
    settingsChanged = true;
    return id();
  }

  /**
   * Ends the session everywhere; the next {@link #commit} waits until the secondaries know.
   * Idempotent.
   */
  public void invalidate() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      Epoch term = ownership;
      if (term != null) {
        version = replica.remove(key, term, replicator.now());
      }
    }
    replicator.forget(this);
  }

  /** False once it was invalidated or is served elsewhere. */
  public boolean isValid() {
    return !ended && !released;
  }

  void release() {
    released = true;
  }

  /** What the integration attached, its own session object for instance. */
  public @Nullable Object attachment() {
    return attachment;
  }

  public void attach(@Nullable Object object) {
    attachment = object;
  }
}
