// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionTooLargeException;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.protocol.session.ServedSession;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.holdfast.replication.session.attributes.AttributeCapture;
import org.holdfast.replication.session.attributes.HeldBack;
import org.holdfast.replication.session.attributes.SessionAttributes;
import org.holdfast.replication.session.id.SessionId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that this node serves, in one epoch. {@link #commit}, which belongs before the
 * response, replicates what a request changes. Once released it never comes back to life: acquire
 * the session again.
 *
 * <p>Thread-safe. A session is known to the cluster from its first commit on.
 */
public final class ReplicatedSession {
  /**
   * The step that a commit waits for.
   *
   * @param version the version that it made; negative if the replica refused it
   * @param changed whether it contains anything that had not been sent before
   * @param heldBack the attributes that it does not contain although they may have changed
   */
  record Step(long version, boolean changed, List<HeldBack> heldBack) {
    Step(long version, boolean changed) {
      this(version, changed, List.of());
    }
  }

  /*
   * Threads: request threads; onReleased comes from transport threads and takes no lock here.
   * Locks: `lock`, then those of the attributes or, instead, of the replica's session. It is private, and no code of
   * the application runs under it: an application may call any method here while it holds locks of its own, which that
   * code could want. Ids and settings are read without. A commit takes a capture of the attributes and encodes it
   * without a lock, then gives it a version under `lock`. If commits overlap, the later capture wins, attribute by
   * attribute (SentAttributes), and each waits for the version that is the newest when it has published: that one
   * contains all that its request had changed. Before the first commit the replica counts no request. After it, it
   * counts the requests that run and have not let go: `counted` is `running - letGo`, or one more until endCounted()
   * has told the replica; less only once the session has gone. Changes that failed, were refused or were held back are
   * not marked as sent, attributes and settings alike, and so belong to the next commit.
   */
  private static final Logger log = LoggerFactory.getLogger(ReplicatedSession.class);
  private static final long FIRST_PAUSE_NANOS = 1_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 32_000_000L;

  /**
   * The time by which a lease may be short, unless a thousandth of it is less. Other nodes compute
   * the last use from the lease, which is inexact by the delay of a message anyway.
   */
  private static final long SAME_USE_NANOS = 3_000_000L;

  private final SessionReplicator replicator;
  private final String key;
  private final Replica replica;
  private final Object lock = new Object();
  private final SessionAttributes attributes;
  private final Duration idleOnArrival;

  /** The settings; written under the lock. */
  private volatile SessionSettings settings;

  /**
   * The answer of {@link #id}, which each request asks for. Written under the lock, with the
   * settings.
   */
  private volatile String id;

  private volatile boolean everProtected;

  /**
   * A flag that is set if a response may have sent the id to a client; always set if the session
   * came from another node.
   */
  private volatile boolean told;

  /**
   * A flag that is set if a value that was just changing, or failed while others ran, is to be
   * encoded once more.
   */
  private volatile boolean owesAnEncoding;

  /** The result of {@link HeldBackReport#add} for the latest commit. */
  private volatile Map<String, String> heldBack = Map.of();

  private volatile boolean ended;
  private volatile boolean released;
  private volatile @Nullable Object attachment;

  /**
   * The session as this node serves it in one epoch; null until the first commit of a session that
   * was created here.
   */
  private volatile @Nullable ServedSession served;

  /** The settings that the secondaries were sent; null before the first commit. */
  @GuardedBy("lock")
  private @Nullable SessionSettings settingsSent;

  /** The time when the lease began that the replica knows; {@code leaseNanos} is its length. */
  @GuardedBy("lock")
  private long usedNanos;

  @GuardedBy("lock")
  private long leaseNanos;

  /**
   * The newest version that was made here; 0, older than any, if the session came and was not
   * changed; -1 once the replica refused one.
   */
  @GuardedBy("lock")
  private long version;

  @GuardedBy("lock")
  private int running;

  /**
   * The number of running requests that have let go of the session: it may be handed over
   * meanwhile.
   */
  @GuardedBy("lock")
  private int letGo;

  @GuardedBy("lock")
  private int counted;

  /** The number of times that a request has ended or let go. */
  @GuardedBy("lock")
  private long left;

  /**
   * @param epoch the epoch in which this node serves it; null before the first commit
   * @param envelopes the attributes that it came with
   * @param idleOnArrival the time for which it had been unused then
   * @param running the number of requests that use it from the start
   */
  private ReplicatedSession(
      SessionReplicator replicator,
      String key,
      SessionSettings settings,
      @Nullable Epoch epoch,
      Map<String, byte[]> envelopes,
      Duration idleOnArrival,
      int running) {
    this.replicator = replicator;
    this.replica = replicator.replica();
    this.key = key;
    this.settings = settings.withCompared(replicator.settings().text());
    this.id = key + settings.secret();
    this.idleOnArrival = idleOnArrival;
    this.told = epoch != null;
    this.served = epoch == null ? null : replica.served(key, epoch);
    this.settingsSent = epoch == null ? null : settings;
    this.usedNanos = replicator.now() - idleOnArrival.toNanos();
    this.leaseNanos = epoch == null ? 0 : settings.leaseNanos();
    this.running = running;
    this.attributes = replicator.attributes(this, envelopes);
  }

  /** Returns a new session, which begins with the first commit; one request is using it. */
  static ReplicatedSession created(
      SessionReplicator replicator, String key, SessionSettings settings) {
    return new ReplicatedSession(replicator, key, settings, null, Map.of(), Duration.ZERO, 1);
  }

  /** Returns a session that came here; {@link #granted} counts its requests. */
  static ReplicatedSession acquired(
      SessionReplicator replicator, String key, SessionSettings settings, Acquired.Owned owned) {
    Duration idle = Duration.ofNanos(settings.idleNanos(owned.leaseNanos()));
    return new ReplicatedSession(
        replicator, key, settings, owned.epoch(), owned.image().attributes(), idle, 0);
  }

  String key() {
    return key;
  }

  /**
   * Returns the epoch of this session; null before the first commit of one that was created here.
   */
  @Nullable Epoch epoch() {
    ServedSession current = served;
    return current == null ? null : current.epoch();
  }

  /** Returns the session as this node serves it in one epoch; null like {@link #epoch}. */
  @Nullable ServedSession served() {
    return served;
  }

  /**
   * Returns the bytes of an attribute that the secondaries were sent last; null if there are none.
   * Takes no lock here.
   */
  byte @Nullable [] held(String name) {
    Epoch epoch = epoch();
    return epoch == null ? null : replica.attribute(key, epoch, name);
  }

  boolean hasSecret(String secret) {
    return new SessionId(key, settings.secret()).hasSecret(secret);
  }

  /**
   * Returns whether the id that ended in {@code secret} became another a few seconds ago. Requests
   * that a client sent at the same time may still carry it.
   */
  boolean wasRenamedFrom(String secret) {
    return settings.formerIds().hasRecent(key, secret, replicator.now());
  }

  /**
   * Returns the current id, without a route, which a cookie and a URL can hold. It has 38
   * characters, or 44 if a node with a {@code sessionIdSecret} made it.
   */
  public String id() {
    return id;
  }

  /**
   * Returns the live attributes. Putting a value that cannot be replicated throws {@link
   * org.holdfast.replication.serialization.UnserializableAttributeException}, an {@link
   * IllegalArgumentException}, and changes nothing. Null values are rejected.
   */
  public ConcurrentMap<String, Object> attributes() {
    return attributes;
  }

  /**
   * Puts a value that {@link #attributes} refused, in the place of one that other nodes have. Each
   * commit tries to encode it, and holds it back as long as that fails: the last good value stays
   * elsewhere, and the commit is degraded.
   *
   * @return false, and nothing is put, if other nodes have no value under this name
   */
  public boolean putHeldBack(String name, Object value) {
    return attributes.putHeldBack(name, value);
  }

  /**
   * Returns whether {@code other} is an id of this session, but not the current one: no session is
   * found under it.
   */
  public boolean hadId(String other) {
    return other.startsWith(key) && !other.equals(id);
  }

  /**
   * Returns the time of creation in milliseconds, by the wall clock of the node that created the
   * session.
   */
  public long creationTimeMillis() {
    return settings.creationTimeMillis();
  }

  /**
   * Returns the time after which the session expires unused; zero or negative if it never expires.
   */
  public Duration maxInactive() {
    return settings.maxInactive();
  }

  /** Sets {@link #maxInactive}, which takes effect elsewhere with the next {@link #commit}. */
  public void setMaxInactive(Duration maxInactive) {
    synchronized (lock) {
      if (!maxInactive.equals(settings.maxInactive())) {
        settings = settings.withMaxInactive(maxInactive);
        renewLease(settings.leaseNanos());
      }
    }
  }

  /**
   * Returns the time for which the session had been unused when it arrived on this node; zero if it
   * was created here.
   */
  public Duration idle() {
    return idleOnArrival;
  }

  /**
   * Records that a request used the session now. Its lease starts anew, give or take 3 ms, or a
   * thousandth of it if that is less. The lease is sent with the next update, or in a batch within
   * a second.
   */
  public void accessed() {
    synchronized (lock) {
      renewLease(settings.leaseNanos());
    }
  }

  /**
   * Renews the lease, but only once for uses that follow each other fast, as the start and the end
   * of most requests: a lease from the first one is hardly shorter.
   */
  @GuardedBy("lock")
  private void renewLease(long nanos) {
    ServedSession current = served;
    long now = replicator.now();
    boolean asLong = nanos == leaseNanos && now - usedNanos < Math.min(nanos >> 10, SAME_USE_NANOS);
    if (current != null && !asLong) {
      usedNanos = now;
      leaseNanos = nanos;
      current.renewLease(nanos, now);
    }
  }

  /** Ends {@link #granted} where no request was served; runs no code of the application. */
  void endGrant() {
    boolean unused = leave(false);
  }

  /**
   * Counts a request that uses the session: until it {@linkplain #exit exits}, the session is not
   * handed over, for a bounded time.
   *
   * @return false if the session is not served here any more: acquire it again
   */
  public boolean enter() {
    synchronized (lock) {
      if (!isValid() || !begin()) {
        return false;
      }
      running++;
      return true;
    }
  }

  /**
   * Asks the secondaries whether the session is still this node's. Call it before the listeners of
   * the session's end run, which must happen once in the cluster. The caller has {@linkplain #enter
   * entered} the session and exits it once its end is committed. Else another node may take it over
   * while the listeners run. Blocks, at most for the acquire timeout.
   */
  public boolean isStillOurs() {
    Epoch epoch = epoch();
    return epoch == null || (!released && replicator.acknowledgements().isStillOurs(key, epoch));
  }

  /** Counts a request that the replica counted when it granted the session. */
  void granted() {
    synchronized (lock) {
      running++;
      counted++;
    }
  }

  /**
   * Ends the use that {@link #enter}, a create or an acquire began. The last request that ends
   * encodes once more what changed while a commit encoded it. It sends that, but does not wait:
   * hold no lock that code of the application could want.
   */
  public void exit() {
    if (leave(true)) {
      return;
    }
    owesAnEncoding = false;
    try {
      if (!isReleasedAlive()) {
        replicator.sentAhead(this, publish(false, false));
      }
    } catch (RuntimeException e) {
      log.warn(
          "this node could not send the last changes of a session when its last request ended;"
              + " other nodes do not have them until a later commit sends them",
          e);
    } finally {
      boolean unused = leave(false);
    }
  }

  /**
   * Counts the end of a request.
   *
   * @param mayStay whether the last request that keeps the session here still keeps it if an
   *     encoding is owed
   * @return false if it is that request and stays
   */
  private boolean leave(boolean mayStay) {
    ServedSession surplus;
    synchronized (lock) {
      if (running - letGo == 1 && mayStay && owesAnEncoding) {
        return false;
      }
      running--;
      if (running == 0) {
        attributes.forgetTouched();
      }
      surplus = takeSurplus();
      tellOfLeave();
    }
    endCounted(surplus);
    return true;
  }

  @GuardedBy("lock")
  private void tellOfLeave() {
    left++;
    lock.notifyAll();
  }

  /**
   * Waits until a request ends or lets go, at most for {@code nanos}.
   *
   * @return false if the thread was interrupted, which it stays
   */
  private boolean awaitLeave(long nanos) {
    synchronized (lock) {
      long seen = left;
      long deadline = replicator.now() + nanos;
      try {
        for (long wait = nanos; left == seen && wait > 0; wait = deadline - replicator.now()) {
          TimeUnit.NANOSECONDS.timedWait(lock, wait);
        }
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /**
   * Lets the session go while a request that has answered still runs: a hand-over does not wait for
   * that request any more. {@link #takeHold} ends this.
   */
  public void letGo() {
    ServedSession surplus;
    synchronized (lock) {
      letGo++;
      surplus = takeSurplus();
      tellOfLeave();
    }
    endCounted(surplus);
  }

  /**
   * Ends {@link #letGo}, before the last commit of the request.
   *
   * @return whether the session is here still; if not, what the request has changed since is lost,
   *     see {@link #hasUnsentChanges}
   */
  public boolean takeHold() {
    synchronized (lock) {
      letGo--;
      return begin();
    }
  }

  /**
   * Has the replica count a request, once it knows the session; returns false if the session is not
   * served here any more.
   */
  @GuardedBy("lock")
  private boolean begin() {
    ServedSession current = served;
    if (current == null) {
      return true;
    }
    if (!current.begin()) {
      return false;
    }
    counted++;
    return true;
  }

  /**
   * Returns the served session if the replica counts a request too many, else null. {@link
   * #endCounted} tells the replica, without the lock, as the replica may call listeners then.
   */
  @GuardedBy("lock")
  private @Nullable ServedSession takeSurplus() {
    ServedSession current = served;
    if (current == null || counted <= running - letGo) {
      return null;
    }
    counted--;
    return current;
  }

  /**
   * @param surplus the served session that {@link #takeSurplus} has returned
   */
  private void endCounted(@Nullable ServedSession surplus) {
    if (surplus != null) {
      surplus.end(replicator::now);
    }
  }

  /** Returns whether a commit would have something to send. Encodes what may have changed. */
  public boolean hasUnsentChanges() {
    if (ended) {
      // The replica refused the end.
      return madeAtTheEnd().version() < 0;
    }
    try (AttributeCapture capture = attributes.capture()) {
      capture.encode();
      synchronized (lock) {
        boolean same = settings.equals(settingsSent);
        return capture.holdsAnyBack() || isStep(capture.changes(same ? null : bytes(settings)));
      }
    }
  }

  /**
   * Replicates the changes and, with {@code SYNC}, waits until the secondaries have the session's
   * state. It waits also if nothing changed: an answer may rest on another request's change. Call
   * it before the response is committed; it may be called again. Waits at most the ack timeout,
   * with {@link org.holdfast.replication.config.PartitionPolicy#CONSISTENT} four times that, with
   * {@link org.holdfast.replication.config.DegradedPolicy#WAIT} the degraded wait if that is
   * longer.
   *
   * <p>A value that another thread changes meanwhile is encoded again, for at most the ack timeout.
   * A value that cannot be encoded then, or for any other reason, is <em>held back</em>: everything
   * else is sent, and the secondaries keep the last value that they have of it. The outcome is
   * {@link CommitOutcome#DEGRADED} at best, and each later commit tries again.
   */
  public CommitOutcome commit() {
    return commit(false);
  }

  /**
   * Commits like {@link #commit}, but sends nothing if a value would be held back.
   *
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if a value
   *     cannot be encoded
   * @throws org.holdfast.replication.protocol.SessionTooLargeException if the session would not fit
   *     into one frame
   */
  public CommitOutcome commitWhole() {
    return commit(true);
  }

  private CommitOutcome commit(boolean whole) {
    if (isReleasedAlive()) {
      return CommitOutcome.FENCED;
    }
    Step made = publish(whole, true);
    ServedSession current = served;
    return current == null ? CommitOutcome.PROTECTED : await(current, made);
  }

  /**
   * Commits like {@link #commit}, and tells which state the answer rests on; costs another look at
   * the session's state.
   */
  public CommittedState commitState() {
    if (isReleasedAlive()) {
      return new CommittedState(CommitOutcome.FENCED, null);
    }
    Step made = publish(false, true);
    ServedSession current = served;
    if (current == null) {
      return new CommittedState(CommitOutcome.PROTECTED, null);
    }
    Epoch epoch = current.epoch();
    // A session that came and was not changed here has the version that it came with.
    long wanted = made.version() == 0 ? replica.version(key, epoch) : made.version();
    CommitOutcome outcome = await(current, new Step(wanted, made.changed(), made.heldBack()));
    String epochText =
        epoch.counter() + "/" + epoch.memberName() + "/" + Member.tag(epoch.incarnation());
    return new CommittedState(outcome, wanted < 0 ? null : epochText + "/" + wanted);
  }

  /**
   * Sends the changes like {@link #commit}, but does not wait: a hand-over takes them along, and
   * {@link SessionReplicator#close} waits. Returns false if the session is served elsewhere: the
   * changes are lost.
   */
  public boolean send() {
    return !isReleasedAlive() && replicator.sentAhead(this, publish(false, true));
  }

  /**
   * Returns whether the session was released without having ended: nothing of it may be sent, nor
   * encoded, as its application may be gone.
   */
  private boolean isReleasedAlive() {
    return released && !ended;
  }

  private CommitOutcome await(ServedSession current, Step made) {
    if (released || made.version() < 0) {
      return CommitOutcome.FENCED;
    }
    CommitOutcome outcome = awaitSent(current, made);
    boolean arrives = outcome == CommitOutcome.PROTECTED || outcome == CommitOutcome.SENT;
    if (arrives && !made.heldBack().isEmpty()) {
      outcome = replicator.acknowledgements().withoutProtection();
    }
    if (outcome.isAnswer()) {
      told = true;
    }
    if (outcome == CommitOutcome.DEGRADED) {
      replicator.metrics().count(Counter.DEGRADED_RESPONSES);
    }
    return outcome;
  }

  private CommitOutcome awaitSent(ServedSession current, Step made) {
    Acknowledgements acknowledgements = replicator.acknowledgements();
    if (everProtected && acknowledgements.mayBeAhead(key, current.epoch(), made.changed())) {
      return CommitOutcome.SENT;
    }
    CommitOutcome outcome = acknowledgements.await(current, made.version());
    if (outcome == CommitOutcome.PROTECTED) {
      everProtected = true;
    }
    return outcome;
  }

  /**
   * Sends the changes.
   *
   * @param whole whether nothing may be held back
   * @param patient whether to try again while values change
   */
  private Step publish(boolean whole, boolean patient) {
    if (ended) {
      return madeAtTheEnd();
    }
    Step made;
    ServedSession surplus;
    try (AttributeCapture capture = encodedCapture(patient)) {
      if (whole) {
        capture.requireNothingHeldBack();
      }
      capture.patch();
      synchronized (lock) {
        settings = settings.withoutOldIds(replicator::now);
        made = ended ? madeAtTheEnd() : give(settings, capture, whole);
        surplus = takeSurplus();
      }
    }
    endCounted(surplus);
    reportHeldBack(made, patient);
    return made;
  }

  /** Returns the step that a commit waits for once the session has ended. */
  private Step madeAtTheEnd() {
    synchronized (lock) {
      return new Step(version, true);
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

  /**
   * Gives the changes to the replica. Marks as sent what it took; if it throws or refuses, nothing.
   *
   * @param whole whether everything has to be sent; else what makes the session too large for a
   *     frame is held back
   * @throws SessionTooLargeException if the session has to be sent whole and is too large, or has
   *     settings and removals alone
   */
  @GuardedBy("lock")
  private Step give(SessionSettings settings, AttributeCapture capture, boolean whole) {
    // Former ids are sent each time, with their age of now: the lease begins anew, and with it
    // what tells how long ago they were sent.
    boolean same = settings.equals(settingsSent);
    boolean sends = !same || !settings.formerIds().isEmpty();
    byte[] sentSettings = sends ? bytes(settings) : null;
    ServedSession current = served;
    Changes step = capture.changes(sentSettings);
    while (!isTaken(current, settings, capture, step, whole)) {
      step = capture.changes(sentSettings);
    }
    boolean changed = !same || !step.changed().isEmpty() || !step.removed().isEmpty();
    if (version >= 0) {
      settingsSent = settings;
      capture.sent(version);
      capture.count(replicator.attributeTraffic(), leavesWhole(current, step));
    }
    return new Step(version, changed, capture.heldBack());
  }

  /**
   * Hands the step to the replica; returns false if another step, without the largest value, may
   * fit.
   */
  @GuardedBy("lock")
  private boolean isTaken(
      @Nullable ServedSession current,
      SessionSettings settings,
      AttributeCapture capture,
      Changes step,
      boolean whole) {
    try {
      if (current == null) {
        create(settings, step);
      } else {
        update(current, step);
      }
      return true;
    } catch (SessionTooLargeException e) {
      if (whole || !capture.holdBackLargest(e)) {
        throw e;
      }
      return false;
    }
  }

  /** Returns whether everything leaves, not only the step. */
  private boolean leavesWhole(@Nullable ServedSession before, Changes step) {
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
    ServedSession current = replica.served(key, replica.create(key, image, leaseNanos, usedNanos));
    served = current;
    version = Label.FIRST_VERSION;
    // The replica counts one request; others may have entered before this first commit, or all have
    // left.
    counted = 1;
    while (counted < running - letGo && current.begin()) {
      counted++;
    }
  }

  @GuardedBy("lock")
  private void update(ServedSession current, Changes step) {
    ReplicationScope scope = replicator.config().scope();
    if (isStep(step) || scope == ReplicationScope.SESSION) {
      boolean whole = scope != ReplicationScope.MODIFIED_ATTRIBUTE;
      version = current.update(step, whole, replicator.now());
    }
  }

  /**
   * Returns a capture, which is to be closed. Encodes again while values change, for at most the
   * ack timeout.
   */
  private AttributeCapture encodedCapture(boolean patient) {
    long begun = replicator.now();
    long budget = patient ? replicator.ackTimeout().toNanos() : 0;
    long pause = FIRST_PAUSE_NANOS;
    while (true) {
      AttributeCapture capture = attributes.capture();
      boolean taken = false;
      long left;
      try {
        capture.encode();
        left = budget - (replicator.now() - begun);
        taken = left <= 0 || !capture.isChanging() || !isValid();
      } finally {
        if (!taken) {
          capture.close();
        }
      }
      if (taken) {
        return capture;
      }
      if (!awaitLeave(Math.min(pause, left))) {
        budget = 0;
      }
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private void reportHeldBack(Step made, boolean patient) {
    boolean isSent = made.version() >= 0 && !ended;
    if (made.heldBack().isEmpty() && (heldBack.isEmpty() || !isSent)) {
      return; // as nearly always
    }
    String fingerprint = new SessionId(key, "").fingerprint();
    heldBack = replicator.heldBack().add(fingerprint, made.heldBack(), heldBack);
    for (HeldBack attribute : made.heldBack()) {
      boolean mayPass = attribute.problem().reason() != Reason.REFUSED || isShared();
      if (patient && mayPass) {
        owesAnEncoding = true;
      }
    }
  }

  /** Returns whether more than one request keeps the session here. */
  private boolean isShared() {
    synchronized (lock) {
      return running - letGo > 1;
    }
  }

  /**
   * Gives the session a new id, of which the part that places it stays. The next {@link #commit}
   * makes it known. From then on the old id belongs to no session. For some seconds its requests
   * are answered "come back later", then that there is no session.
   *
   * @return the new id
   */
  public String rename() {
    synchronized (lock) {
      // Under one lock: a thread that finds the old id replaced must also find that it was so just
      // now.
      settings = settings.withSecret(replicator.newSecret(key), replicator.now());
      id = key + settings.secret();
      return id;
    }
  }

  /**
   * Ends the session everywhere; the next {@link #commit} waits until the secondaries know.
   * Idempotent.
   */
  public void invalidate() {
    synchronized (lock) {
      if (ended) {
        return;
      }
      ended = true;
      ServedSession current = served;
      if (current != null) {
        version = replica.remove(key, current.epoch(), replicator.now());
      }
    }
    replicator.forget(this);
  }

  /**
   * Returns whether the session is served here: false once it was invalidated or is served
   * elsewhere.
   */
  public boolean isValid() {
    return !ended && !released;
  }

  /**
   * Returns whether the session was created here and no response may have sent its id to a client
   * yet: each commit so far was refused. If its request is refused for that, end it, since no
   * client can come back to it.
   */
  public boolean isUntold() {
    return !told;
  }

  /**
   * Returns whether the session was invalidated here; unlike one that was released it is nowhere
   * else.
   */
  public boolean hasEnded() {
    return ended;
  }

  void release() {
    released = true;
  }

  /**
   * Sets the listener that receives each value that came from another node, once, when it is first
   * asked for and before any other code has it. Called on the thread that asked, without locks; it
   * must not throw. Set it before the first look at the attributes.
   */
  public void onArrival(Consumer<Object> listener) {
    attributes.onArrival(listener);
  }

  /**
   * Returns, and hands out, the values that are objects here, which were put or read, and that
   * {@code wanted} accepts.
   */
  public List<Object> liveValues(Predicate<Object> wanted) {
    return attributes.liveValues(wanted);
  }

  /** Returns the object that the integration attached, its own session object for instance. */
  public @Nullable Object attachment() {
    return attachment;
  }

  public void attach(@Nullable Object object) {
    attachment = object;
  }
}
