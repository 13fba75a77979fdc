// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.ServedTerm;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.holdfast.replication.session.SessionTerm.Step;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
   * Locks: `term`, then those of the attributes or, instead, of the replica's session. It is private, and no code of the
   * application runs under it: an application may call any method here while it holds locks of its own, which that code
   * could want. Ids and settings are read without.
   * A commit takes a capture of the attributes and encodes it without a lock, then gives it a version under `term`. Of
   * commits that overlap the later capture wins, attribute by attribute (SentAttributes), and each waits for the version
   * that is the newest when it has published: that one contains all that its request had changed.
   * What failed, was refused or was held back is not marked as sent, attributes and settings alike, and so belongs to the
   * next commit.
   */
  private static final Logger log = LoggerFactory.getLogger(ReplicatedSession.class);
  private static final long FIRST_PAUSE_NANOS = 1_000_000L;
  private static final long LONGEST_PAUSE_NANOS = 32_000_000L;

  private final SessionReplicator replicator;
  private final String key;
  private final SessionTerm term;
  private final SessionAttributes attributes;
  private final Duration idleOnArrival;

  /** Written under the lock. */
  private volatile SessionSettings settings;

  /** {@link #id}; each request asks for it. Written under the lock, with the settings. */
  private volatile String id;

  private volatile boolean everProtected;

  /** Whether a response may have told its id: one that came from another node has been told. */
  private volatile boolean told;

  /** Whether what was just changing, or failed while others ran, is to be encoded once more. */
  private volatile boolean owesAnEncoding;

  private volatile boolean ended;
  private volatile boolean released;
  private volatile @Nullable Object attachment;

  /**
   * @param term counts the requests that use it
   * @param envelopes the attributes that it came with, and how long it had been unused then
   */
  ReplicatedSession(
      SessionReplicator replicator,
      String key,
      SessionSettings settings,
      SessionTerm term,
      Map<String, byte[]> envelopes,
      Duration idleOnArrival) {
    this.replicator = replicator;
    this.key = key;
    this.settings = settings;
    this.id = key + settings.secret();
    this.term = term;
    this.idleOnArrival = idleOnArrival;
    this.told = term.ownership() != null;
    this.attributes = replicator.attributes(this, envelopes);
  }

  String key() {
    return key;
  }

  @Nullable Epoch ownership() {
    return term.ownership();
  }

  /** See {@link SessionTerm#held}. */
  byte @Nullable [] held(String name) {
    return term.held(name);
  }

  boolean hasSecret(String secret) {
    return new SessionId(key, settings.secret()).hasSecret(secret);
  }

  /**
   * Whether the id that ended in {@code secret} became another a few seconds ago. Requests that a
   * client sent at the same time may still carry it.
   */
  boolean wasRenamedFrom(String secret) {
    return settings.formerIds().hasRecent(key, secret, replicator.now());
  }

  /**
   * The id of now, without a route: 38 characters, 44 if a node with a {@code sessionIdSecret} made
   * it, that a cookie and a URL can hold.
   */
  public String id() {
    return id;
  }

  /**
   * The live attributes. Putting what cannot be replicated throws {@link
   * org.holdfast.replication.serialization.UnserializableAttributeException}, an {@link
   * IllegalArgumentException}, and changes nothing. Null values are refused.
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

  /** Whether {@code other} is of this session but not its id of now: nothing is found under it. */
  public boolean hadId(String other) {
    return other.startsWith(key) && !other.equals(id);
  }

  /** Wall-clock time of the node that created the session, in milliseconds. */
  public long creationTimeMillis() {
    return settings.creationTimeMillis();
  }

  /** Zero or negative if it never expires. */
  public Duration maxInactive() {
    return settings.maxInactive();
  }

  /** Takes effect elsewhere with the next {@link #commit}. */
  public void setMaxInactive(Duration maxInactive) {
    synchronized (term) {
      if (!maxInactive.equals(settings.maxInactive())) {
        settings = settings.withMaxInactive(maxInactive);
        term.renewLease(settings.leaseNanos());
      }
    }
  }

  /** How long it had been unused when it arrived on this node; zero if it was created here. */
  public Duration idle() {
    return idleOnArrival;
  }

  /**
   * A request used the session now: its lease starts anew, give or take 3 ms, or a thousandth of it
   * if that is less. Sent with the next update, or in a batch within a second.
   */
  public void accessed() {
    synchronized (term) {
      term.renewLease(settings.leaseNanos());
    }
  }

  /** Ends {@link #granted} where no request was served; runs no code of the application. */
  void endGrant() {
    term.exit(attributes::forgetTouched, () -> false);
  }

  /**
   * Counts a request that uses the session: until it {@linkplain #exit exits}, the session is not
   * handed over, for a bounded time.
   *
   * @return false if the session is not served here any more: acquire it again
   */
  public boolean enter() {
    synchronized (term) {
      return isValid() && term.enter();
    }
  }

  /**
   * Asks the secondaries whether the session is still this node's: before its listeners are told
   * that its time is over, which must happen once in the cluster. The caller has {@linkplain #enter
   * entered} the session and exits it once its end is committed: else another node may be given it
   * while the listeners are told. Blocks, at most for the acquire timeout.
   */
  public boolean isStillOurs() {
    Epoch ownership = term.ownership();
    return ownership == null
        || (!released && replicator.acknowledgements().isStillOurs(key, ownership));
  }

  /** A request was counted by the acquire that found this session. */
  void granted() {
    term.granted();
  }

  /**
   * Ends what {@link #enter}, a create or an acquire began. The last request that ends encodes once
   * more what changed while a commit encoded it, and sends it, but waits for nobody: hold no lock
   * that code of the application could want.
   */
  public void exit() {
    if (term.exit(attributes::forgetTouched, () -> owesAnEncoding)) {
      return;
    }
    owesAnEncoding = false;
    try {
      if (!isReleasedAlive()) {
        replicator.sentAhead(this, term, publish(false, false));
      }
    } catch (RuntimeException e) {
      log.warn(
          "What changed while it was encoded could not be sent when its last request ended", e);
    } finally {
      term.exit(attributes::forgetTouched, () -> false);
    }
  }

  /**
   * A request that has answered, but goes on, keeps the session here no longer: a hand-over does
   * not wait for it. To be ended by {@link #takeHold}.
   */
  public void letGo() {
    term.letGo();
  }

  /**
   * Ends {@link #letGo}, before the last commit of the request.
   *
   * @return whether the session is here still; if not, what the request has changed since is lost,
   *     see {@link #hasUnsentChanges}
   */
  public boolean takeHold() {
    return term.takeHold();
  }

  /** Whether a commit would have something to send. Encodes what may have changed. */
  public boolean hasUnsentChanges() {
    if (ended) {
      // The replica refused the end.
      return term.version() < 0;
    }
    try (AttributeCapture capture = attributes.capture()) {
      capture.encode();
      synchronized (term) {
        return capture.holdsAnyBack() || term.isStep(settings, capture);
      }
    }
  }

  /**
   * Replicates what has changed and, with {@code SYNC}, waits until the secondaries have the
   * session's state, also if nothing changed: an answer may rest on another request's change. Call
   * it before the response is committed; it may be called again. Waits at most the ack timeout,
   * with {@link org.holdfast.replication.config.PartitionPolicy#CONSISTENT} four times that.
   *
   * <p>A value that another thread changes meanwhile is encoded again, for at most the ack timeout.
   * A value that cannot be encoded then, or for any other reason, is <em>held back</em>: everything
   * else is sent, the secondaries keep the last value that they have of it, and the outcome is
   * {@link CommitOutcome#DEGRADED} at best. Each later commit tries again.
   */
  public CommitOutcome commit() {
    return commit(false);
  }

  /**
   * Like {@link #commit}, but sends nothing if a value would be held back.
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
    ServedTerm served = term.served();
    return served == null ? CommitOutcome.PROTECTED : await(served, made);
  }

  /**
   * Like {@link #commit}, and tells which state the answer rests on; costs another look at the
   * session's state.
   */
  public CommittedState commitState() {
    if (isReleasedAlive()) {
      return new CommittedState(CommitOutcome.FENCED, null);
    }
    Step made = publish(false, true);
    ServedTerm served = term.served();
    if (served == null) {
      return new CommittedState(CommitOutcome.PROTECTED, null);
    }
    Epoch ownership = served.ownership();
    // A session that came and was not changed here has the version that it came with.
    long wanted =
        made.version() == 0 ? replicator.replica().version(key, ownership) : made.version();
    CommitOutcome outcome = await(served, new Step(wanted, made.changed(), made.heldBack()));
    String epoch =
        ownership.counter()
            + "/"
            + ownership.memberName()
            + "/"
            + Member.tag(ownership.incarnation());
    return new CommittedState(outcome, wanted < 0 ? null : epoch + "/" + wanted);
  }

  /**
   * Like {@link #commit}, but waits for nobody: a hand-over takes the change along, and {@link
   * SessionReplicator#close} waits. Returns false if it is served elsewhere: the change is lost.
   */
  public boolean send() {
    return !isReleasedAlive() && replicator.sentAhead(this, term, publish(false, true));
  }

  /** Nothing of it may be sent, nor encoded: its application may be gone. */
  private boolean isReleasedAlive() {
    return released && !ended;
  }

  private CommitOutcome await(ServedTerm served, Step made) {
    if (released || made.version() < 0) {
      return CommitOutcome.FENCED;
    }
    CommitOutcome outcome = awaitSent(served, made);
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

  private CommitOutcome awaitSent(ServedTerm served, Step made) {
    Acknowledgements acknowledgements = replicator.acknowledgements();
    if (everProtected && acknowledgements.mayBeAhead(key, served.ownership(), made.changed())) {
      return CommitOutcome.SENT;
    }
    CommitOutcome outcome = acknowledgements.await(served, made.version());
    if (outcome == CommitOutcome.PROTECTED) {
      everProtected = true;
    }
    return outcome;
  }

  /**
   * Sends what has changed.
   *
   * @param whole whether nothing may be held back
   * @param patient whether to try again while values change
   */
  private Step publish(boolean whole, boolean patient) {
    if (ended) {
      return new Step(term.version(), true);
    }
    Step made;
    ServedTerm surplus;
    try (AttributeCapture capture = encodedCapture(patient)) {
      if (whole) {
        capture.requireNothingHeldBack();
      }
      capture.patch();
      synchronized (term) {
        settings = settings.withoutOldIds(replicator::now);
        made = ended ? new Step(term.version(), true) : term.send(settings, capture, whole);
        surplus = term.takeSurplus();
      }
    }
    term.end(surplus);
    reportHeldBack(made.heldBack(), patient);
    return made;
  }

  /** Encodes again while values change, for at most the ack timeout; to be closed. */
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
      if (!term.awaitLeave(Math.min(pause, left))) {
        budget = 0;
      }
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private void reportHeldBack(List<HeldBack> heldBack, boolean patient) {
    for (HeldBack attribute : heldBack) {
      replicator.heldBack().add(new SessionId(key, "").fingerprint(), attribute);
      boolean mayPass = attribute.problem().reason() != Reason.REFUSED || term.isShared();
      if (patient && mayPass) {
        owesAnEncoding = true;
      }
    }
  }

  /**
   * Gives the session a new id, of which the part that places it stays. The next {@link #commit}
   * makes it known; from then on the old id is that of no session, and its requests are told so
   * after some seconds of "come back later".
   *
   * @return the new id
   */
  public String rename() {
    synchronized (term) {
      // At once: whoever finds the old id replaced must also find that it was so just now.
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
    synchronized (term) {
      if (ended) {
        return;
      }
      ended = true;
      term.remove();
    }
    replicator.forget(this);
  }

  /** False once it was invalidated or is served elsewhere. */
  public boolean isValid() {
    return !ended && !released;
  }

  /**
   * Whether it was created here and no response may have told its id yet: each commit so far was
   * refused. If its request is refused for that, end it, since nobody can come back to it.
   */
  public boolean isUntold() {
    return !told;
  }

  /** Whether it was invalidated here; unlike one that was released it is nowhere else. */
  public boolean hasEnded() {
    return ended;
  }

  void release() {
    released = true;
  }

  /**
   * Has {@code listener} told of each value that came from another node, once, when it is first
   * asked for and before anybody else has it. Called on the thread that asked, without locks; it
   * must not throw. Set it before the first look at the attributes.
   */
  public void onArrival(Consumer<Object> listener) {
    attributes.onArrival(listener);
  }

  /** Hands out those values that are objects here, which were put or read, and {@code wanted}. */
  public List<Object> liveValues(Predicate<Object> wanted) {
    return attributes.liveValues(wanted);
  }

  /** What the integration attached, its own session object for instance. */
  public @Nullable Object attachment() {
    return attachment;
  }

  public void attach(@Nullable Object object) {
    attachment = object;
  }
}
