// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Replica;
import org.holdfast.replication.protocol.ServedTerm;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionTooLargeException;
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
   * @param heldBack attributes that it does not contain although they may have changed
   */
  record Step(long version, boolean changed, List<HeldBack> heldBack) {
    Step(long version, boolean changed) {
      this(version, changed, List.of());
    }
  }

  /**
   * By how much a lease may be short, unless a thousandth of it is less: other nodes tell from it
   * when the session was used last, as exactly as a message between them takes.
   */
  private static final long SAME_USE_NANOS = 3_000_000L;

  /*
   * Lock: this, which is the session's own, too, so that a step of the session and of its term is one; then that of the
   * replica's session.
   * T1  Before the first commit the replica counts nobody. After it, it counts those who run and have not let go: `counted`
   *     is `running - letGo`, or one more until end() has told the replica; less only once the session has gone.
   */
  private final SessionReplicator replicator;
  private final Replica replica;
  private final String key;

  /** Null until the first commit of a session that was created here. */
  private volatile @Nullable ServedTerm served;

  /** The settings that the secondaries were sent; null before the first commit. */
  @GuardedBy("this")
  private @Nullable SessionSettings settingsSent;

  /** When the lease began that the replica knows, and how long it is. */
  @GuardedBy("this")
  private long usedNanos;

  @GuardedBy("this")
  private long leaseNanos;

  /**
   * Newest version that was made here; 0, older than any, if the session came and was not changed;
   * -1 once the replica refused one.
   */
  @GuardedBy("this")
  private long version;

  @GuardedBy("this")
  private int running;

  /** How many of those that run have let go of the session: it may be handed over meanwhile. */
  @GuardedBy("this")
  private int letGo;

  @GuardedBy("this")
  private int counted;

  /** How often a request has ended or let go. */
  @GuardedBy("this")
  private long left;

  private SessionTerm(
      SessionReplicator replicator,
      String key,
      @Nullable Epoch ownership,
      @Nullable SessionSettings settingsSent,
      long usedNanos,
      int running) {
    this.replicator = replicator;
    this.replica = replicator.replica();
    this.key = key;
    this.served = ownership == null ? null : replica.served(key, ownership);
    this.settingsSent = settingsSent;
    this.usedNanos = usedNanos;
    this.leaseNanos = settingsSent == null ? 0 : settingsSent.leaseNanos();
    this.running = running;
  }

  /** Of a new session, which begins with the first commit; one request is using it. */
  static SessionTerm created(SessionReplicator replicator, String key) {
    return new SessionTerm(replicator, key, null, null, replicator.now(), 1);
  }

  /** Of a session that came here; requests are counted by {@link #granted}. */
  static SessionTerm acquired(
      SessionReplicator replicator,
      String key,
      Epoch ownership,
      SessionSettings settings,
      Duration idle) {
    long usedNanos = replicator.now() - idle.toNanos();
    return new SessionTerm(replicator, key, ownership, settings, usedNanos, 0);
  }

  /** Null before the first commit of a session that was created here. */
  @Nullable Epoch ownership() {
    ServedTerm term = served;
    return term == null ? null : term.ownership();
  }

  /** The same, with what the replica can be asked about it. */
  @Nullable ServedTerm served() {
    return served;
  }

  long version() {
    synchronized (this) {
      return version;
    }
  }

  /**
   * The session was used now. Uses that follow each other so fast that a lease from the first one
   * is hardly shorter, as the start and the end of most requests, renew it once.
   */
  void renewLease(long nanos) {
    synchronized (this) {
      ServedTerm term = served;
      long now = replicator.now();
      boolean asLong =
          nanos == leaseNanos && now - usedNanos < Math.min(nanos >> 10, SAME_USE_NANOS);
      if (term != null && !asLong) {
        usedNanos = now;
        leaseNanos = nanos;
        term.renewLease(nanos, now);
      }
    }
  }

  /** Counts another request; false if the replica does not serve the session any more. */
  boolean enter() {
    synchronized (this) {
      if (!begin()) {
        return false;
      }
      running++;
      return true;
    }
  }

  /** The replica counted a request when it granted the session. */
  void granted() {
    synchronized (this) {
      running++;
      counted++;
    }
  }

  /**
   * A request has ended.
   *
   * @param last run if none is left, before another one can begin
   * @param stays whether the last one that keeps the session here is to go on keeping it
   * @return false if it is the last one and stays
   */
  boolean exit(Runnable last, BooleanSupplier stays) {
    ServedTerm surplus;
    synchronized (this) {
      if (running - letGo == 1 && stays.getAsBoolean()) {
        return false;
      }
      running--;
      if (running == 0) {
        last.run();
      }
      surplus = takeSurplus();
      tellOfLeave();
    }
    end(surplus);
    return true;
  }

  /** Whether more than one request keeps the session here. */
  synchronized boolean isShared() {
    return running - letGo > 1;
  }

  @GuardedBy("this")
  private void tellOfLeave() {
    left++;
    notifyAll();
  }

  /**
   * Waits until a request ends or lets go, at most for {@code nanos}.
   *
   * @return false if the thread was interrupted, which it stays
   */
  synchronized boolean awaitLeave(long nanos) {
    long seen = left;
    long deadline = replicator.now() + nanos;
    try {
      for (long wait = nanos; left == seen && wait > 0; wait = deadline - replicator.now()) {
        TimeUnit.NANOSECONDS.timedWait(this, wait);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A request goes on, but keeps the session here no longer. */
  void letGo() {
    ServedTerm surplus;
    synchronized (this) {
      letGo++;
      surplus = takeSurplus();
      tellOfLeave();
    }
    end(surplus);
  }

  /** Ends {@link #letGo}; false if the replica does not serve the session any more. */
  boolean takeHold() {
    synchronized (this) {
      letGo--;
      return begin();
    }
  }

  /** Has the replica count a request, once it knows the session. */
  @GuardedBy("this")
  private boolean begin() {
    ServedTerm term = served;
    if (term == null) {
      return true;
    }
    if (!term.begin()) {
      return false;
    }
    counted++;
    return true;
  }

  /**
   * What the replica is to be told if it counts a request too many, else null: {@link #end} does
   * so, without the lock, as the replica may call listeners then.
   */
  synchronized @Nullable ServedTerm takeSurplus() {
    ServedTerm term = served;
    if (term == null || counted <= running - letGo) {
      return null;
    }
    counted--;
    return term;
  }

  /**
   * @param surplus what {@link #takeSurplus} has returned
   */
  void end(@Nullable ServedTerm surplus) {
    if (surplus != null) {
      surplus.end(replicator::now);
    }
  }

  /** Whether {@link #send} would have something to send, with an encoded capture. */
  boolean isStep(SessionSettings settings, AttributeCapture capture) {
    synchronized (this) {
      return isStep(capture.changes(settings.equals(settingsSent) ? null : bytes(settings)));
    }
  }

  private static boolean isStep(Changes step) {
    return step.settings() != null || !step.changed().isEmpty() || !step.removed().isEmpty();
  }

  @GuardedBy("this")
  private byte[] bytes(SessionSettings settings) {
    long now = replicator.now();
    return settings.toBytes(now - usedNanos, now);
  }

  /**
   * Marks as sent what the replica took; if it throws or refuses, nothing.
   *
   * @param whole whether everything has to be sent; else what makes the session too large for a
   *     frame is held back
   * @throws SessionTooLargeException if the session has to be sent whole and is too large, or has
   *     settings and removals alone
   */
  Step send(SessionSettings settings, AttributeCapture capture, boolean whole) {
    synchronized (this) {
      // Former ids are sent each time, with their age of now: the lease begins anew, and with it
      // what tells how long ago they were sent.
      boolean same = settings.equals(settingsSent);
      boolean sends = !same || !settings.formerIds().isEmpty();
      byte[] sentSettings = sends ? bytes(settings) : null;
      ServedTerm term = served;
      Changes step = capture.changes(sentSettings);
      while (!isTaken(term, settings, capture, step, whole)) {
        step = capture.changes(sentSettings);
      }
      boolean changed = !same || !step.changed().isEmpty() || !step.removed().isEmpty();
      if (version >= 0) {
        settingsSent = settings;
        capture.sent(version);
        capture.count(replicator.attributeTraffic(), leavesWhole(term, step));
      }
      return new Step(version, changed, capture.heldBack());
    }
  }

  /** Hands the step to the replica; returns false if another one, without the largest, may fit. */
  @GuardedBy("this")
  private boolean isTaken(
      @Nullable ServedTerm term,
      SessionSettings settings,
      AttributeCapture capture,
      Changes step,
      boolean whole) {
    try {
      if (term == null) {
        create(settings, step);
      } else {
        update(term, step);
      }
      return true;
    } catch (SessionTooLargeException e) {
      if (whole || !capture.holdBackLargest(e)) {
        throw e;
      }
      return false;
    }
  }

  /** Whether everything leaves, not only the step. */
  private boolean leavesWhole(@Nullable ServedTerm before, Changes step) {
    return switch (replicator.config().scope()) {
      case SESSION -> true;
      case MODIFIED_SESSION -> before == null || isStep(step);
      case MODIFIED_ATTRIBUTE -> false;
    };
  }

  @GuardedBy("this")
  private void create(SessionSettings settings, Changes step) {
    usedNanos = replicator.now();
    leaseNanos = settings.leaseNanos();
    SessionImage image = new SessionImage(bytes(settings), step.changed());
    ServedTerm term = replica.served(key, replica.create(key, image, leaseNanos, usedNanos));
    served = term;
    version = Replica.FIRST_VERSION;
    // The replica counts one request; others may have entered before this first commit, or all have
    // left.
    counted = 1;
    while (counted < running - letGo && term.begin()) {
      counted++;
    }
  }

  @GuardedBy("this")
  private void update(ServedTerm term, Changes step) {
    ReplicationScope scope = replicator.config().scope();
    if (isStep(step) || scope == ReplicationScope.SESSION) {
      boolean whole = scope != ReplicationScope.MODIFIED_ATTRIBUTE;
      version = term.update(step, whole, replicator.now());
    }
  }

  /** What the secondaries were sent last of an attribute; null if nothing. Takes no lock here. */
  byte @Nullable [] held(String name) {
    Epoch term = ownership();
    return term == null ? null : replica.attribute(key, term, name);
  }

  /** Ends the session, if the replica knows it. */
  void remove() {
    synchronized (this) {
      Epoch term = ownership();
      if (term != null) {
        version = replica.remove(key, term, replicator.now());
      }
    }
  }
}
