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
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Replica;
import org.holdfast.replication.protocol.SessionImage;
import org.jspecify.annotations.Nullable;

/**
 * One term of a session at this node's replica: what the replica was told of the session, and how
 * many of its requests it counts. Thread-safe.
 */
final class SessionTerm {
  /**
   * What a commit waits for.
   *
   * @param version negative if the replica refused it
   * @param changed whether it contains anything that had not been sent before
   */
  record Step(long version, boolean changed) {}

  /**
   * By how much a lease may be short, unless a thousandth of it is less: other nodes tell from it
   * when the session was used last, as exactly as a message between them takes.
   */
  private static final long SAME_USE_NANOS = 3_000_000L;

  /*
   * Lock: the session's own, so that a step of the session and of its term is one; then that of the replica's session.
   * endSurplus() calls the replica without it, as the replica may call listeners then.
   * T1  Before the first commit the replica counts nobody. After it, it counts those who run and have not let go: `counted`
   *     is `running - letGo`, or one more until endSurplus() has told the replica; less only once the session has gone.
   */
  private final Object lock;

  private final SessionReplicator replicator;
  private final Replica replica;
  private final String key;

  /** Null until the first commit of a session that was created here. */
  private volatile @Nullable Epoch ownership;

  /** The settings that the secondaries were sent; null before the first commit. */
  @GuardedBy("lock")
  private @Nullable SessionSettings settingsSent;

  /** When the lease began that the replica knows, and how long it is. */
  @GuardedBy("lock")
  private long usedNanos;

  @GuardedBy("lock")
  private long leaseNanos;

  /**
   * Newest version that was made here; 0, older than any, if the session came and was not changed;
   * -1 once the replica refused one.
   */
  @GuardedBy("lock")
  private long version;

  @GuardedBy("lock")
  private int running;

  /** How many of those that run have let go of the session: it may be handed over meanwhile. */
  @GuardedBy("lock")
  private int letGo;

  @GuardedBy("lock")
  private int counted;

  private SessionTerm(
      SessionReplicator replicator,
      String key,
      Object lock,
      @Nullable Epoch ownership,
      @Nullable SessionSettings settingsSent,
      long usedNanos,
      int running) {
    this.replicator = replicator;
    this.replica = replicator.replica();
    this.key = key;
    this.lock = lock;
    this.ownership = ownership;
    this.settingsSent = settingsSent;
    this.usedNanos = usedNanos;
    this.leaseNanos = settingsSent == null ? 0 : settingsSent.leaseNanos();
    this.running = running;
  }

  /** Of a new session, which begins with the first commit; one request is using it. */
  static SessionTerm created(SessionReplicator replicator, String key, Object lock) {
    return new SessionTerm(replicator, key, lock, null, null, replicator.now(), 1);
  }

  /** Of a session that came here; requests are counted by {@link #granted}. */
  static SessionTerm acquired(
      SessionReplicator replicator,
      String key,
      Object lock,
      Epoch ownership,
      SessionSettings settings,
      long usedNanos) {
    return new SessionTerm(replicator, key, lock, ownership, settings, usedNanos, 0);
  }

  /** Null before the first commit of a session that was created here. */
  @Nullable Epoch ownership() {
    return ownership;
  }

  long version() {
    synchronized (lock) {
      return version;
    }
  }

  /**
   * The session was used now. Uses that follow each other so fast that a lease from the first one
   * is hardly shorter, as the start and the end of most requests, renew it once.
   */
  void renewLease(long nanos) {
    synchronized (lock) {
      Epoch term = ownership;
      long now = replicator.now();
      boolean asLong =
          nanos == leaseNanos && now - usedNanos < Math.min(nanos >> 10, SAME_USE_NANOS);
      if (term != null && !asLong) {
        usedNanos = now;
        leaseNanos = nanos;
        replica.renewLease(key, term, nanos, now);
      }
    }
  }

  /** Counts another request; false if the replica does not serve the session any more. */
  boolean enter() {
    synchronized (lock) {
      if (!begin()) {
        return false;
      }
      running++;
      return true;
    }
  }

  /** The replica counted a request when it granted the session. */
  void granted() {
    synchronized (lock) {
      running++;
      counted++;
    }
  }

  /**
   * A request has ended; wants an {@link #endSurplus} without the lock.
   *
   * @return how many are left
   */
  int exit() {
    synchronized (lock) {
      running--;
      return running;
    }
  }

  /** A request goes on, but keeps the session here no longer; wants an {@link #endSurplus}. */
  void letGo() {
    synchronized (lock) {
      letGo++;
    }
  }

  /** Ends {@link #letGo}; false if the replica does not serve the session any more. */
  boolean takeHold() {
    synchronized (lock) {
      letGo--;
      return begin();
    }
  }

  /** Has the replica count a request, once it knows the session. */
  @GuardedBy("lock")
  private boolean begin() {
    Epoch term = ownership;
    if (term == null) {
      return true;
    }
    if (!replica.begin(key, term)) {
      return false;
    }
    counted++;
    return true;
  }

  /** Ends at the replica, which may call listeners then, a request that it counts too many. */
  void endSurplus() {
    Epoch term;
    synchronized (lock) {
      term = ownership;
      if (term == null || counted <= running - letGo) {
        return;
      }
      counted--;
    }
    replica.end(key, term, replicator.now());
  }

  /** Whether {@link #send} would have something to send, with an encoded capture. */
  boolean isStep(SessionSettings settings, AttributeCapture capture) {
    synchronized (lock) {
      return isStep(capture.changes(settings.equals(settingsSent) ? null : bytes(settings)));
    }
  }

  private static boolean isStep(Changes step) {
    return step.settings() != null || !step.changed().isEmpty() || !step.removed().isEmpty();
  }

  @GuardedBy("lock")
  private byte[] bytes(SessionSettings settings) {
    long now = replicator.now();
    return settings.toBytes(now - usedNanos, now);
  }

  /** Marks as sent what the replica took; if it throws or refuses, nothing. */
  Step send(SessionSettings settings, AttributeCapture capture) {
    synchronized (lock) {
      // Former ids are sent each time, with their age of now: the lease begins anew, and with it
      // what tells how long ago they were sent.
      boolean same = settings.equals(settingsSent);
      boolean sends = !same || !settings.formerIds().isEmpty();
      Changes step = capture.changes(sends ? bytes(settings) : null);
      boolean changed = !same || !step.changed().isEmpty() || !step.removed().isEmpty();
      Epoch term = ownership;
      if (term == null) {
        create(settings, step);
      } else {
        update(term, step);
      }
      if (version >= 0) {
        settingsSent = settings;
        capture.sent();
        capture.count(replicator.attributeTraffic(), leavesWhole(term, step));
      }
      return new Step(version, changed);
    }
  }

  /** Whether everything leaves, not only the step. */
  private boolean leavesWhole(@Nullable Epoch before, Changes step) {
    return switch (replicator.config().scope()) {
      case SESSION -> true;
      case MODIFIED_SESSION -> before == null || isStep(step);
      case MODIFIED_ATTRIBUTE -> false;
    };
  }

  @GuardedBy("lock")
  private void create(SessionSettings settings, Changes step) {
    usedNanos = replicator.now();
    leaseNanos = settings.leaseNanos();
    SessionImage image = new SessionImage(bytes(settings), step.changed());
    Epoch term = replica.create(key, image, leaseNanos, usedNanos);
    ownership = term;
    version = Replica.FIRST_VERSION;
    // The replica counts one request; others may have entered before this first commit, or all have
    // left.
    counted = 1;
    while (counted < running - letGo && replica.begin(key, term)) {
      counted++;
    }
  }

  @GuardedBy("lock")
  private void update(Epoch term, Changes step) {
    ReplicationScope scope = replicator.config().scope();
    if (isStep(step) || scope == ReplicationScope.SESSION) {
      boolean whole = scope != ReplicationScope.MODIFIED_ATTRIBUTE;
      version = replica.update(key, term, step, whole, replicator.now());
    }
  }

  /** What the secondaries were sent last of an attribute; null if nothing. Takes no lock here. */
  byte @Nullable [] held(String name) {
    Epoch term = ownership;
    return term == null ? null : replica.attribute(key, term, name);
  }

  /** Ends the session, if the replica knows it. */
  void remove() {
    synchronized (lock) {
      Epoch term = ownership;
      if (term != null) {
        version = replica.remove(key, term, replicator.now());
      }
    }
  }
}
