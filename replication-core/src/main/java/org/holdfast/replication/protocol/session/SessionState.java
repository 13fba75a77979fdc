// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.delta.CorruptPatchException;
import org.holdfast.replication.delta.MismatchedBaseException;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionSnapshot;
import org.holdfast.replication.protocol.primary.Primary;
import org.holdfast.replication.protocol.takeover.AcquireRound;
import org.holdfast.replication.protocol.takeover.Claimant;
import org.holdfast.replication.protocol.turn.Turn;
import org.holdfast.replication.protocol.views.LongAbsences;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * The state of one session on one member, and the rules by which it changes.
 *
 * <p>Two things are kept apart: the epoch {@code promised} fences (every lower one is refused), the
 * label of {@code copy} names the bytes. Promising, handing over and stepping down never delete
 * bytes. Only a release, a full of a higher epoch, a long absence or a lease that ended long ago
 * deletes them.
 */
final class SessionState implements Claimant {
  /*
   * Threads: any; every method is called with the monitor of this object held, which Sessions.with sees to (asserted
   * below). Messages are queued while it is held, so that the order of versions is the order on the wire; callbacks run
   * later, through Turn.
   * Lock order: the monitor of another session is never taken under this one. The locks of ViewExchange (an epoch begins),
   * LongAbsences, SlowPeers, ViewTracker, the random generator and a peer's queue are; a thread that holds one of them
   * never takes this one.
   * Invariants: promised >= copy.epoch. primary != null implies promised == copy.epoch == primary.epoch. At most one of
   * primary and round is set. (copy.epoch, copy.version) never goes back while bytes or fence exist.
   */
  /**
   * The divisor of the retention time that gives how long a tombstone is remembered after its own
   * epoch, for members that return at the last moment. The epoch lasts as long as the tombstone is
   * remembered elsewhere.
   */
  private static final int PART_AFTER_EPOCH = 4;

  /** The key as a {@link PackedKey}, or as a text if it cannot be packed. */
  final Object packedKey;

  final SessionPorts node;

  Epoch promised = Epoch.NONE;

  @Nullable Copy copy;

  @Nullable Primary primary;

  @Nullable AcquireRound round;

  private @Nullable Transition transition;

  /** The length of the lease, negative if it never ends, and the time at which it began. */
  private long leaseNanos = -1;

  private long leaseStartNanos;

  /** The sequence of the newest lease that came without an update, within the epoch of the copy. */
  private int leaseSequence;

  /**
   * A flag that is set while the lease has begun anew and no message has carried it to the holders
   * yet.
   */
  private boolean leaseUntold;

  /** The flag that tells whether the key is among those that the next batch of leases looks at. */
  private boolean leaseListed;

  /**
   * The flag that tells whether this object was removed from the table. Code that still refers to
   * it must look the key up again.
   */
  boolean discarded;

  SessionState(Object packedKey, SessionPorts node) {
    this.packedKey = packedKey;
    this.node = node;
  }

  /**
   * Returns the text of the key. Unless this member is the primary, it is unpacked anew: one small
   * object.
   */
  @Override
  public String key() {
    Primary own = primary;
    return own == null ? PackedKey.text(packedKey) : own.key();
  }

  // The rules in groups, without a state of their own: so a copy that lies here costs no objects.

  Requests requests() {
    return new Requests(this);
  }

  HandOvers handOvers() {
    return new HandOvers(this);
  }

  Adoption adoption() {
    return new Adoption(this);
  }

  /**
   * Returns the state that is kept while the session changes hands; makes it if it is not there.
   */
  Transition transition() {
    Transition present = transition;
    if (present == null) {
      present = new Transition();
      transition = present;
    }
    return present;
  }

  @Nullable Transition transitionIfAny() {
    return transition;
  }

  /**
   * Drops the transition: a copy of the promised epoch has come, so the way to it matters no more.
   */
  void endTransition() {
    transition = null;
  }

  /** Returns the newest state that this member may have helped to protect. */
  Label confirmed() {
    Label known = transition == null ? null : transition.confirmed;
    return known != null ? known : copy == null ? Label.NONE : copy.label();
  }

  boolean isDisputed() {
    return transition != null && transition.disputed;
  }

  void setDisputed(boolean disputed) {
    if (disputed || transition != null) {
      transition().disputed = disputed;
    }
  }

  /**
   * Returns the copy that lies here for another member, which serves the session or may; else null.
   */
  @Nullable Copy heldForOthers() {
    return primary == null && copy != null && !copy.tombstone() ? copy : null;
  }

  /**
   * Returns whether a copy is here that the primary in {@code epoch} could not replace for want of
   * room.
   */
  boolean hasRefused(Epoch epoch) {
    return copy != null && transition != null && transition.noRoomFor.equals(epoch);
  }

  // the lease

  /** Starts the lease anew with this length, negative if it never ends. */
  void renewLease(long nanos, long now) {
    leaseNanos = nanos;
    leaseStartNanos = now;
  }

  /** Starts the lease anew, unless a message with this sequence or a later one has come before. */
  void renewLease(long sequence, long nanos, long now) {
    // Differences, since it may wrap around.
    if ((int) sequence - leaseSequence > 0) {
      leaseSequence = (int) sequence;
      renewLease(nanos, now);
    }
  }

  /** Has the next batch of leases carry it to the holders, unless an update carries it before. */
  void tellLease() {
    leaseUntold = true;
    if (!leaseListed) {
      leaseListed = true;
      node.agenda.touched().add(key());
    }
  }

  /**
   * Returns the lease to send to the holders of a session that was taken off the list, or null if
   * none.
   */
  Message.Touch.@Nullable Lease takeLease(long now) {
    boolean untold = leaseUntold;
    leaseListed = false;
    leaseUntold = false;
    Primary own = primary;
    return !untold || own == null || held().tombstone()
        ? null
        : new Message.Touch.Lease(own.key(), own.epoch(), own.nextSequence(), remainingLease(now));
  }

  void restartLeaseSequence() {
    leaseSequence = 0;
  }

  /** Returns the remaining time of the lease: negative if it never ends, else at least 0. */
  long remainingLease(long now) {
    return leaseNanos < 0 ? -1 : Math.max(0, leaseNanos - (now - leaseStartNanos));
  }

  /** Returns the time at which the lease began. */
  long leaseStartNanos() {
    return leaseStartNanos;
  }

  /** Returns whether the lease ended more than {@code graceNanos} ago. */
  boolean hasLeaseEnded(long now, long graceNanos) {
    return leaseNanos >= 0 && now - leaseStartNanos > leaseNanos + graceNanos;
  }

  // what others send

  /** Takes in a message about the session, whatever part this member has in it. */
  void on(Message.OfSession message, Member from, Turn turn) {
    assert Thread.holdsLock(this);
    long now = turn.nowNanos();
    if (message instanceof Message.Full full) {
      Copy offered = new Copy(full.label(), full.from(), false, full.image());
      if (accept(offered, from, turn) || hasRefused(offered.epoch())) {
        renewLease(full.leaseNanos(), now);
      }
    } else if (message instanceof Message.Delta delta) {
      onDelta(delta, from, turn);
    } else if (message instanceof Message.Remove remove) {
      accept(new Copy(remove.label(), remove.from(), true, SessionImage.EMPTY), from, turn);
    } else if (message instanceof Message.Validate validate) {
      onValidate(validate, from, now);
    } else if (message instanceof Message.Claim claim) {
      onClaim(claim, from, turn);
    } else if (message instanceof Message.Release release) {
      onRelease(release, from, turn);
    } else if (message instanceof Message.Ask ask) {
      handOvers().onAsk(ask, from, turn);
    } else if (message instanceof Message.Offer) {
      adoption().onOffer(from, turn);
    } else if (message instanceof Message.NackEpoch nack) {
      onNackEpoch(nack, turn);
    } else if (message instanceof Message.NackNewer nack) {
      onNackNewer(nack, from, turn);
    } else if (message instanceof Message.Answer answer) {
      onAnswer(answer, from, turn);
    } else if (round != null) {
      round.on(message, from, turn);
    }
  }

  /**
   * Takes in an answer of a holder to the primary; one to an earlier epoch counts for nothing. But
   * a member that took something of an earlier epoch only now must learn of the next one, or it
   * would keep a copy that no primary releases.
   */
  private void onAnswer(Message.Answer answer, Member from, Turn turn) {
    long now = turn.nowNanos();
    if (!isOwnedIn(answer.epoch())) {
      if (answer instanceof Message.Ack && promised.compareTo(answer.epoch()) > 0) {
        node.network.send(from, new Message.NackEpoch(key(), answer.epoch(), promised));
      }
      return;
    }
    Primary own = owned();
    if (answer instanceof Message.Ack ack) {
      own.onAck(from, held(), ack, remainingLease(now), turn);
      handOvers().requestEnded(turn);
    } else if (answer instanceof Message.NackGap gap && gap.isForRoom()) {
      own.onNoRoom(from, held(), remainingLease(now), turn);
    } else if (answer instanceof Message.NackGap gap) {
      own.onGap(from, held(), gap.held(), remainingLease(now), now);
    } else if (answer instanceof Message.Released released) {
      own.onReleased(from, held(), released.label());
    }
  }

  /**
   * Adopts the higher epoch by which a message of this member was refused. A primary steps down, a
   * round decides itself, and a former primary that holds the copy of that epoch promises.
   */
  private void onNackEpoch(Message.NackEpoch nack, Turn turn) {
    if (isOwnedIn(nack.refused())) {
      if (nack.promised().compareTo(promised) > 0) {
        promise(nack.promised());
      }
      stepDown(turn);
    } else if (nack.promised().compareTo(promised) > 0) {
      if (round != null) {
        round.on(nack, node.cluster.self(), turn);
      } else if (copy != null && copy.epoch().equals(nack.refused())) {
        promise(nack.promised());
      }
    }
  }

  /**
   * Steps down, since {@code from} may have acknowledged a state that this epoch does not descend
   * from. Unless something of this epoch was protected, its copy ranks no higher than the state
   * that it came from. Another round, with that member, finds the newest.
   */
  private void onNackNewer(Message.NackNewer nack, Member from, Turn turn) {
    long now = turn.nowNanos();
    if (isOwnedIn(nack.refused())) {
      setDisputed(owned().everProtectedVersion() < 0);
      stepDown(turn);
      if (round == null) {
        startRound(from, List.of(), now, turn);
      }
      if (round != null) {
        round.require(from);
      }
    }
  }

  // The copy: it refuses epochs below the promise, deltas off its base, and higher epochs that do
  // not descend from what this member may have acknowledged.

  /**
   * Takes in a full state, or the end, from a member that claims to be the primary; returns whether
   * it was taken. Refuses, in this order: an epoch below the promise (rule 1 of docs/PROTOCOL.md),
   * a copy that a faster release has overtaken (rule 12), a repeated message, and a higher epoch
   * that does not descend from what this member may have acknowledged (rule 4). Then the bound of
   * held bytes may refuse it.
   */
  private boolean accept(Copy offered, Member from, Turn turn) {
    Copy mine = copy;
    Epoch epoch = offered.epoch();
    if (epoch.compareTo(promised) < 0) {
      node.network.send(from, new Message.NackEpoch(key(), epoch, promised));
      return false;
    }
    if (mine == null && isOvertaken(offered)) {
      Label released = transition().released;
      node.network.send(from, new Message.Released(key(), released));
      return false;
    }
    if (mine != null && epoch.equals(mine.epoch()) && offered.version() <= mine.version()) {
      node.network.send(from, new Message.Ack(key(), mine.label()));
      return false;
    }
    if (mine != null && epoch.compareTo(mine.epoch()) > 0) {
      Label safe = safeLabel();
      if (safe.isNewerThan(offered.from())) {
        node.network.send(from, new Message.NackNewer(key(), epoch, safe));
        return false;
      }
    }
    if (!node.memory.heldBytes.hasRoomFor(offered, mine)) {
      refuseForRoom(epoch, from, turn);
      return false;
    }
    if (mine != null && epoch.compareTo(mine.epoch()) > 0) {
      discardUnless(mine, offered.from(), turn);
    }
    if (epoch.compareTo(promised) > 0) {
      promise(epoch);
    }
    stepDown(turn);
    if (round != null) {
      round.superseded(epoch, turn);
    }
    if (mine == null || !epoch.equals(mine.epoch())) {
      restartLeaseSequence();
    }
    if (mine == null) {
      node.census.countArrival();
    }
    copy = offered;
    node.memory.unknown.remove(key());
    endTransition();
    node.network.send(from, new Message.Ack(key(), offered.label()));
    return true;
  }

  /**
   * Refuses a copy for want of room. The copy that is here stays, and is fenced off from its former
   * primary. A session without a copy leaves nothing here: there may be any number of them.
   */
  private void refuseForRoom(Epoch epoch, Member from, Turn turn) {
    node.metrics.count(Counter.COPIES_REFUSED);
    if (copy != null || round != null) {
      if (epoch.compareTo(promised) > 0) {
        promise(epoch);
      }
      stepDown(turn);
      if (round != null) {
        round.superseded(epoch, turn);
      }
      transition().noRoomFor = epoch;
    }
    node.network.send(from, Message.NackGap.noRoom(key(), epoch));
  }

  /**
   * Returns whether the primary of {@code offered} has released it already, by a message that was
   * faster.
   */
  private boolean isOvertaken(Copy offered) {
    return transition != null
        && offered.epoch().equals(transition.released.epoch())
        && offered.version() < transition.released.version();
  }

  /**
   * Reports the updates that were written here and are lost, unless {@code kept} contains all of
   * them. Copies of them elsewhere are not counted again.
   */
  private void discardUnless(Copy mine, Label kept, Turn turn) {
    if (mine.label().isNewerThan(kept) && mine.epoch().isOwnedBy(node.cluster.self())) {
      Label base = mine.epoch().equals(kept.epoch()) ? kept : mine.from();
      long versions = Math.max(1, mine.version() - base.version());
      node.metrics.add(Counter.DISCARDED_VERSIONS, versions);
      turn.later(() -> node.listener.onDiscarded(key(), versions));
    }
  }

  /**
   * Returns the newest state that this member may have helped to protect, also as the primary. A
   * higher epoch must descend from it.
   */
  private Label safeLabel() {
    if (primary == null) {
      return confirmed();
    }
    long safe = primary.everProtectedVersion();
    return safe >= 0 ? new Label(primary.epoch(), safe) : held().from();
  }

  /**
   * Takes in the changes since a base. They apply on that base alone; else the answer names the
   * state here, and the primary sends a full (rule 20 of docs/PROTOCOL.md).
   */
  private void onDelta(Message.Delta delta, Member from, Turn turn) {
    Copy mine = copy;
    Epoch epoch = delta.label().epoch();
    if (epoch.compareTo(promised) < 0) {
      node.network.send(from, new Message.NackEpoch(key(), epoch, promised));
    } else if (mine == null || !mine.epoch().equals(epoch)) {
      node.network.send(
          from, new Message.NackGap(key(), epoch, mine == null ? Label.NONE : mine.label()));
    } else if (delta.label().version() <= mine.version()) {
      node.network.send(from, new Message.Ack(key(), mine.label()));
    } else if (delta.baseVersion() != mine.version() || mine.tombstone()) {
      node.network.send(from, new Message.NackGap(key(), epoch, mine.label()));
    } else {
      takeStep(mine, delta, from, turn);
    }
  }

  private void takeStep(Copy mine, Message.Delta delta, Member from, Turn turn) {
    long now = turn.nowNanos();
    Changes changes;
    try {
      changes = delta.changes().whole(mine.image(), node.config.maxSessionBytes());
    } catch (MismatchedBaseException | CorruptPatchException e) {
      // The primary expects other bytes here than there are. After this answer it sends them all.
      node.metrics.count(Counter.PATCHES_REFUSED);
      node.network.send(from, new Message.NackGap(key(), delta.label().epoch(), mine.label()));
      return;
    }
    accept(mine.next(changes), from, turn);
    renewLease(delta.leaseNanos(), now);
  }

  /**
   * Answers a primary that asks whether its updates are here, and takes over its lease (rule 10 of
   * docs/PROTOCOL.md).
   */
  private void onValidate(Message.Validate validate, Member from, long now) {
    Copy mine = copy;
    Epoch epoch = validate.label().epoch();
    if (epoch.compareTo(promised) < 0) {
      node.network.send(from, new Message.NackEpoch(key(), epoch, promised));
    } else if (mine == null || !mine.epoch().equals(epoch)) {
      node.network.send(
          from, new Message.NackGap(key(), epoch, mine == null ? Label.NONE : mine.label()));
    } else {
      renewLeaseIn(epoch, validate.leaseSequence(), validate.leaseNanos(), now);
      node.network.send(from, new Message.Ack(key(), mine.label(), validate.question()));
    }
  }

  /**
   * Promises the epoch of a claim, unless a higher one is promised; a primary steps down by that
   * (rule 1 of docs/PROTOCOL.md). The promise brings the copy here along.
   */
  private void onClaim(Message.Claim claim, Member from, Turn turn) {
    long now = turn.nowNanos();
    Epoch claimedEpoch = claim.epoch();
    if (claimedEpoch.compareTo(promised) < 0) {
      node.network.send(from, new Message.NackEpoch(key(), claimedEpoch, promised));
      return;
    }
    if (!claimedEpoch.equals(promised)) {
      promise(claimedEpoch);
      stepDown(turn);
      if (round != null) {
        round.superseded(claimedEpoch, turn);
      }
    }
    sendPromise(from, claimedEpoch, false, now);
  }

  /**
   * Drops a copy that the primary does not count on, if it is older than the release's label (rule
   * 12 of docs/PROTOCOL.md). A release that names the copy's own state came late: this member has
   * become a holder again. By a release of a higher epoch, a primary that was cut off may learn of
   * its successor.
   */
  private void onRelease(Message.Release release, Member from, Turn turn) {
    Copy mine = copy;
    Epoch epoch = release.label().epoch();
    if (round != null || isOwnedIn(epoch)) {
      return;
    }
    if (promised.compareTo(epoch) > 0) {
      node.network.send(from, new Message.NackEpoch(key(), epoch, promised));
      return;
    }
    if (mine != null && mine.tombstone() && primary != null) {
      // Another member is the primary of the end, or of what went on in spite of it.
      if (epoch.compareTo(promised) > 0) {
        promise(epoch);
      }
      stepDown(turn);
    }
    if (mine != null && !mine.tombstone()) {
      if (mine.label().compareTo(release.label()) >= 0) {
        return;
      }
      if (epoch.compareTo(promised) > 0) {
        promise(epoch);
      }
      stepDown(turn);
      discardUnless(mine, release.from(), turn);
      copy = null;
      setDisputed(false);
      restartRetention();
    }
    if (transition != null) {
      if (release.label().isNewerThan(transition.untoldEnd)) {
        transition.untoldEnd = Label.NONE;
      }
      transition.dropped = false;
    }
    if (copy == null) {
      if (epoch.compareTo(promised) > 0) {
        promise(epoch);
      }
      Transition between = transition();
      if (release.label().isNewerThan(between.released)) {
        between.released = release.label();
      }
    }
    node.network.send(from, new Message.Released(key(), release.label()));
  }

  void onTouch(Message.Touch.Lease lease, long now) {
    renewLeaseIn(lease.epoch(), lease.sequence(), lease.leaseNanos(), now);
  }

  private void renewLeaseIn(Epoch epoch, long sequence, long nanos, long now) {
    if (copy != null && primary == null && copy.epoch().equals(epoch)) {
      renewLease(sequence, nanos, now);
    }
  }

  // becoming the primary

  /** Becomes the primary of a new session, which one request uses. */
  void found(Epoch epoch, SessionImage image, long newLeaseNanos, long now) {
    promised = epoch;
    renewLease(newLeaseNanos, now);
    become(
        new Copy(new Label(epoch, Label.FIRST_VERSION), Label.NONE, false, image), List.of(), now);
    owned().begin();
  }

  void startRound(
      @Nullable Member hint, List<Consumer<Acquired>> callbacks, long sinceNanos, Turn turn) {
    round = new AcquireRound(this, node.takeoverPorts, hint, callbacks, sinceNanos);
    node.agenda.timed().add(key());
    round.ask(turn);
  }

  @Override
  public void win(
      AcquireRound won, Epoch epoch, Message.Held newest, Iterable<Member> others, Turn turn) {
    long now = turn.nowNanos();
    round = null;
    // After an end, a request for a chosen key may begin a new session.
    Message.Held best = newest.tombstone() ? won.seekers().foundedAfter(newest) : newest;
    if (!epoch.equals(promised)) {
      transition().promisedBefore = promised;
      promised = epoch;
    }
    if (!best.tombstone()) {
      renewLease(best.leaseNanos(), now);
    }
    Copy winner = new Copy(best.label(), best.label(), best.tombstone(), best.image());
    become(winner.inEpoch(epoch), others, now);
    if (best.tombstone()) {
      won.seekers().forEach((callback, since) -> requests().tellTheEnd(callback, since, turn));
    } else {
      requests().grant(won.seekers().callbacks(), turn);
      won.serveDeferred(turn);
    }
  }

  void become(Copy mine, Iterable<Member> others, long now) {
    node.census.countArrival();
    copy = mine;
    setDisputed(false);
    primary = new Primary(node.primaryPorts, key(), mine.epoch(), others, now);
    Views views = node.cluster.views();
    if (views != null && !views.settled()) {
      node.agenda.epochBegins(key());
    }
    if (!mine.tombstone()) {
      forgetEarlierEnd();
      node.census.countPrimary(true);
    }
    primary.publish(mine, null, remainingLease(now), now);
  }

  /** Forgets an earlier end: a chosen key is that of another session now, which has not ended. */
  private void forgetEarlierEnd() {
    if (transition != null) {
      transition.ended = false;
    }
  }

  boolean isOwnedIn(Epoch epoch) {
    return primary != null && primary.epoch().equals(epoch);
  }

  // being the primary

  /**
   * Takes a step and sends it: as a full if {@code changes} is null. The message carries the lease,
   * too.
   */
  void step(Copy next, @Nullable Changes changes, long now) {
    copy = next;
    leaseUntold = false;
    owned().publish(next, changes, remainingLease(now), now);
  }

  /** Ends the session, which has not ended yet; its epoch continues as that of a tombstone. */
  void endHere(long now) {
    Copy ended = held().ended();
    copy = ended;
    node.census.countPrimary(false);
    owned().publish(ended, null, -1, now);
  }

  // giving up

  /** Stops serving; the bytes stay (rule 2 of docs/PROTOCOL.md). */
  void endEpoch(Turn turn) {
    Primary own = owned();
    long safe = own.everProtectedVersion();
    transition().confirmed = safe >= 0 ? new Label(own.epoch(), safe) : held().from();
    if (held().tombstone()) {
      // Only a primary tells a member that returns with an older copy to drop it.
      transition().untoldEnd = held().label();
    }
    own.end(turn);
    tellReleased(turn);
    primary = null;
    adoption().doubt();
    if (!held().tombstone()) {
      node.census.countPrimary(false);
    }
    restartRetention();
    handOvers().serveQueued(turn);
  }

  /**
   * Tells the listener, once for each epoch, that this member no longer serves the session. An
   * epoch that ended for want of a user continues until its tombstone is old.
   */
  void tellReleased(Turn turn) {
    Primary own = owned();
    if (own.markReleased()) {
      Epoch epoch = own.epoch();
      turn.later(() -> node.listener.onReleased(key(), epoch));
    }
  }

  void stepDown(Turn turn) {
    if (primary != null) {
      node.metrics.count(Counter.FENCED);
      endEpoch(turn);
    }
  }

  void promise(Epoch epoch) {
    if (!promised.isNone()) {
      transition().promisedBefore = promised;
    }
    if (transition != null) {
      transition.dropped = false;
    }
    promised = epoch;
    adoption().doubt();
    restartRetention();
  }

  /** Promises {@code epoch}, and remembers that this member gives the session up in it. */
  void promiseHandOver(Epoch epoch) {
    promise(epoch);
    transition().handedOverIn = epoch;
  }

  // what others ask

  /** Refuses a member that claims to be the primary if this member has promised a higher epoch. */
  void refuseBelowPromise(Message.FromPrimary claim, Member from) {
    Epoch epoch = claim.label().epoch();
    if (promised.compareTo(epoch) > 0) {
      node.network.send(from, new Message.NackEpoch(key(), epoch, promised));
    }
  }

  void sendPromise(Member to, Epoch epoch, boolean handOver, long now) {
    node.network.send(
        to,
        new Message.Promise(key(), epoch, handOver, promisedBefore(), viewNumber(), heldCopy(now)));
  }

  private Epoch promisedBefore() {
    Epoch before = transition == null ? Epoch.NONE : transition.promisedBefore;
    return copy == null ? Epoch.max(before, node.memory.forgotten()) : before;
  }

  // how long the session, its fence and its tombstone are kept

  /** Restarts, at the next sweep, the time for which a fence or a tombstone is remembered. */
  void restartRetention() {
    if (transition != null) {
      transition.counting = false;
      transition.servedOut = false;
    }
  }

  /** Drops what no member needs any more; returns whether nothing is left. */
  boolean sweep(Turn turn) {
    assert Thread.holdsLock(this);
    long now = turn.nowNanos();
    long tombstoneNanos = node.config.tombstoneNanos();
    Copy mine = copy;
    // The time in which this member could neither adopt the session nor end it does not count.
    boolean leaseIsLongOver =
        mine != null
            && !mine.tombstone()
            && hasLeaseEnded(now, tombstoneNanos)
            && now - node.cluster.adoptingSinceNanos() > tombstoneNanos;
    if (primary != null) {
      sweepPrimary(primary, leaseIsLongOver, turn);
      return false;
    }
    if (round != null) {
      return false;
    }
    if (mine != null && !mine.tombstone()) {
      if (leaseIsLongOver) {
        node.metrics.count(Counter.LEASES_ENDED);
        copy = null;
        restartRetention();
      }
      return false;
    }
    Transition between = transition();
    if (!between.counting) {
      between.counting = true;
      between.sinceNanos = now;
    }
    return isOver(between.sinceNanos, between.servedOut ? PART_AFTER_EPOCH : 1, now);
  }

  private void sweepPrimary(Primary own, boolean leaseIsLongOver, Turn turn) {
    long now = turn.nowNanos();
    Copy mine = held();
    if (own.running() > 0 && hasLeaseEnded(now, 0)) {
      // A request lasts longer than the lease: without a new lease, secondaries would drop the
      // session as forgotten.
      tellLease();
    }
    if (leaseIsLongOver && own.running() == 0) {
      // No application on this member asks for the session, and only an application could call its
      // listeners.
      node.metrics.count(Counter.LEASES_ENDED);
      requests().remove(own.epoch(), now);
      tellReleased(turn);
    } else if (mine.tombstone() && isTombstoneOld(now)) {
      endEpoch(turn);
      transition().confirmed = mine.label();
      transition().untoldEnd = Label.NONE;
      // An epoch that found the end already old has sent it to the others for less than that.
      transition().servedOut = now - own.sinceNanos() >= node.memory.retentionNanos();
    }
  }

  /**
   * Returns whether the epoch of a tombstone may end. Until then, the primary tells a member that
   * returns with an older copy to drop it. A member that hung before the end and left the view
   * after it counts as long away only from when it left, so the epoch lasts until then.
   */
  private boolean isTombstoneOld(long now) {
    Transition between = transition();
    if (!between.ended) {
      between.ended = true;
      between.endedNanos = now;
    }
    return isOver(between.endedNanos, 1, now)
        && !node.cluster.mayReturnUnnoticed(between.endedNanos, now);
  }

  /**
   * Returns whether the retention time, divided by {@code part}, has passed since {@code
   * sinceNanos}.
   */
  private boolean isOver(long sinceNanos, int part, long now) {
    long age = part * (now - sinceNanos);
    if (age < node.memory.retentionNanos()) {
      return false;
    }
    if (age < node.config.tombstoneNanos()) {
      node.metrics.count(Counter.FORGOTTEN_EARLY);
    }
    return true;
  }

  /**
   * Drops bytes from before a long absence: possibly no member knows any more whether the session
   * has ended meanwhile. The fence stays.
   */
  void forget(LongAbsences.Verdict verdict, Turn turn) {
    Copy mine = copy;
    if (mine == null || mine.tombstone()) {
      return;
    }
    Primary own = primary;
    // A request that uses the session renews its lease, but that does not make the copy newer.
    boolean givenUp = own == null && mine.epoch().isOwnedBy(node.cluster.self());
    long touchedNanos = own == null ? leaseStartNanos() : own.sinceNanos();
    if (!verdict.isOutdated(mine.epoch(), touchedNanos)
        && !(givenUp && verdict.backNanos().isPresent())) {
      return;
    }
    if (own != null) {
      endEpoch(turn);
    }
    node.metrics.count(Counter.OUTDATED_COPIES);
    discardUnless(mine, confirmed(), turn);
    tellPrimary(mine);
    copy = null;
    setDisputed(false);
    transition().dropped = true;
    adoption().doubt();
    restartRetention();
  }

  /**
   * Tells the primary of {@code mine}, if it is there, that the copy is gone: it may count on it.
   * If this message is lost, the rescue of sessions in doubt asks that primary to look again.
   */
  private void tellPrimary(Copy mine) {
    Views views = node.cluster.views();
    if (views == null) {
      return;
    }
    for (Member member : views.current().members()) {
      if (mine.epoch().isOwnedBy(member) && !member.equals(node.cluster.self())) {
        node.network.send(member, new Message.NackGap(key(), mine.epoch(), Label.NONE));
      }
    }
  }

  // time and views

  /** Does what has become due; returns whether there is more to come. */
  boolean tick(Turn turn) {
    assert Thread.holdsLock(this);
    long now = turn.nowNanos();
    boolean open = false;
    if (primary != null) {
      open = handOvers().tick(turn);
    }
    if (primary != null) {
      open |= primary.tick(held(), remainingLease(now), turn);
      open |= stepIfMoved(now);
      // Perhaps no request waits any more.
      handOvers().requestEnded(turn);
    }
    if (round != null) {
      round.tick(turn);
      open |= primary != null;
    }
    return open || round != null;
  }

  private boolean stepIfMoved(long now) {
    if (!owned().isStepWanted(held())) {
      return false;
    }
    Changes nothing = new Changes(null, Map.of(), Set.of());
    copy = held().next(nothing);
    owned().publish(held(), nothing, remainingLease(now), now);
    return true;
  }

  boolean isBlank() {
    assert Thread.holdsLock(this);
    return promised.isNone() && copy == null && primary == null && round == null;
  }

  // what a round sees of the session

  @Override
  public Epoch promised() {
    return promised;
  }

  @Override
  public boolean hasCopy() {
    return copy != null;
  }

  @Override
  public Epoch heldEpoch() {
    return copy == null ? Epoch.NONE : copy.epoch();
  }

  @Override
  public Epoch forgotten() {
    return node.memory.forgotten();
  }

  @Override
  public void claimForSelf(Epoch epoch) {
    promise(epoch);
  }

  @Override
  public void lose() {
    round = null;
    restartRetention();
  }

  @Override
  public void answerDeferred(Message.Ask ask, Member from, Turn turn) {
    on(ask, from, turn);
  }

  @Override
  public void noteUnknown(long now) {
    node.memory.unknown.add(key(), viewNumber(), now);
  }

  @Override
  public Optional<Message.Held> heldCopy(long now) {
    return Optional.ofNullable(copy)
        .map(
            c ->
                new Message.Held(
                    c.label(),
                    isDisputed() ? c.from() : c.label(),
                    c.tombstone(),
                    remainingLease(now),
                    c.image()));
  }

  @Override
  public long viewNumber() {
    Views views = node.cluster.views();
    return views == null ? 0 : views.current().number();
  }

  SessionSnapshot snapshot() {
    Primary own = primary;
    return new SessionSnapshot(
        promised,
        copy,
        own != null,
        round != null,
        own != null && own.handOver() != null,
        own == null ? List.of() : List.copyOf(own.holderMembers()),
        own == null ? -1 : own.protectedVersion());
  }

  Primary owned() {
    Primary own = primary;
    if (own == null) {
      throw new IllegalStateException("this member is not the primary of the session");
    }
    return own;
  }

  Copy held() {
    Copy mine = copy;
    if (mine == null) {
      throw new IllegalStateException("this member has no copy of the session");
    }
    return mine;
  }

  /**
   * The state of a session that exists only while it changes hands or while something about it runs
   * out. A copy that simply lies here has none of it.
   */
  static final class Transition {
    /**
     * The epoch that was promised before the present one, for a repeated answer to the same claim.
     */
    Epoch promisedBefore = Epoch.NONE;

    /**
     * The newest state that this member may have helped to protect; null if that is the copy it
     * holds.
     */
    @Nullable Label confirmed;

    /**
     * The flag that tells whether a member may have acknowledged a state that the copy does not
     * descend from. If so, the copy ranks as the state that it came from.
     */
    boolean disputed;

    /** The epoch in which this member gave the session up as a living primary. */
    Epoch handedOverIn = Epoch.NONE;

    /**
     * The flag that tells whether the time of a fence or a tombstone without an epoch runs, and
     * since when.
     */
    boolean counting;

    long sinceNanos;

    /**
     * The flag that tells whether this member noticed the end of the session as its primary, and
     * when.
     */
    boolean ended;

    long endedNanos;

    /**
     * The flag that tells whether the epoch of a tombstone has lasted for its time, and nothing has
     * come since.
     */
    boolean servedOut;

    /** The newest release that came; it has overtaken everything older. */
    Label released = Label.NONE;

    /**
     * The end with which an epoch of this member was cut short; none once a newer release of
     * another primary has arrived. Until then this member looks for a primary: a member that
     * returns may bring an older copy.
     */
    Label untoldEnd = Label.NONE;

    /**
     * The flag that tells whether a copy was dropped here on which a primary may still count. A
     * copy, a release or a claim clears it: a claimer that wins chooses its holders anew.
     */
    boolean dropped;

    /**
     * The newest epoch whose primary sent bytes for which there was no room. That primary has shown
     * itself, so the older copy here is in doubt no more.
     */
    Epoch noRoomFor = Epoch.NONE;

    /**
     * The members that asked for the session while it was being handed over to another, with their
     * epochs.
     */
    private @Nullable Map<Member, Epoch> alsoAsking;

    /**
     * A request that arrived while the session was being handed over, with the time since which it
     * waits.
     */
    record Queued(Consumer<Acquired> callback, long sinceNanos) {}

    private @Nullable List<Queued> queued;

    void queue(Consumer<Acquired> callback, long sinceNanos) {
      if (queued == null) {
        queued = new ArrayList<>(2);
      }
      queued.add(new Queued(callback, sinceNanos));
    }

    List<Queued> takeQueued() {
      return takeQueued(request -> true);
    }

    List<Queued> takeQueued(Predicate<Queued> which) {
      if (queued == null) {
        return List.of();
      }
      List<Queued> taken = queued.stream().filter(which).toList();
      queued.removeAll(taken);
      return taken;
    }

    void alsoAsks(Member member, Epoch epoch) {
      if (alsoAsking == null) {
        alsoAsking = new LinkedHashMap<>(2);
      }
      alsoAsking.put(member, epoch);
    }

    Map<Member, Epoch> takeAlsoAsking() {
      Map<Member, Epoch> taken = alsoAsking == null ? Map.of() : alsoAsking;
      alsoAsking = null;
      return taken;
    }
  }
}
