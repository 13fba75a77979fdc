// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * What one member knows of one session, and the rules by which that changes.
 *
 * <p>Two labels are kept apart: {@code promised} fences (everything below it is refused), the label
 * of {@code copy} names the bytes. Promising, handing over and stepping down never delete bytes;
 * only a release or a full of a higher epoch does.
 */
final class SessionState {
  /*
   * Threads: any; every method is called with the monitor of this object held, which Sessions.with
   * sees to (asserted below). Messages are queued while it is held, so that the order of versions is
   * the order on the wire; callbacks run later, through Effects.
   * Lock order: none of another session is taken under this monitor. Those of Rebalancer (a term begins), Absences, SlowPeers, ViewTracker,
   * the random generator and a peer's queue are; nobody who holds one of them takes this one.
   * Invariants: promised >= copy.epoch. primary != null implies promised == copy.epoch == primary.epoch. At most one of primary
   * and round is set. (copy.epoch, copy.version) never goes back while bytes or fence exist.
   */
  /** A {@link PackedKey}, or the text itself if it cannot be packed. */
  final Object packedKey;

  final ReplicaContext node;

  Epoch promised = Epoch.NONE;

  @Nullable Copy copy;

  @Nullable Ownership primary;

  @Nullable AcquireRound round;

  private @Nullable Transition transition;

  /** Length of the lease, negative if it never ends, and when it began. */
  private long leaseNanos = -1;

  private long leaseStartNanos;

  /** Sequence of the newest lease that came without an update, within the epoch of the copy. */
  private int leaseSequence;

  /** Whether the lease began anew and no message since then has told the holders. */
  boolean leaseUntold;

  /** Whether the key is among those that the next batch of leases looks at. */
  boolean leaseListed;

  /** Removed from the table: whoever still holds this object must look the key up again. */
  boolean discarded;

  SessionState(Object packedKey, ReplicaContext node) {
    this.packedKey = packedKey;
    this.node = node;
  }

  /** Unless this member is the primary, makes the text of a packed key anew: one small object. */
  String key() {
    Ownership own = primary;
    return own == null ? PackedKey.text(packedKey) : own.key;
  }

  // The rules in groups, without a state of their own: so a copy that lies here costs no objects.

  CopyRules rules() {
    return new CopyRules(this);
  }

  Requests requests() {
    return new Requests(this);
  }

  HandOvers handOvers() {
    return new HandOvers(this);
  }

  Adoption adoption() {
    return new Adoption(this);
  }

  Reconciliation reconciliation() {
    return new Reconciliation(this);
  }

  Retention retention() {
    return new Retention(this);
  }

  /** What is remembered while the session changes hands; makes it if it is not there. */
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

  /** A copy of the epoch that was promised has come: nothing of how it came about matters now. */
  void endTransition() {
    transition = null;
  }

  /** Newest state that this member may have helped to protect. */
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

  /** The copy that lies here for another member, which serves the session or may; else null. */
  @Nullable Copy heldForOthers() {
    return primary == null && copy != null && !copy.tombstone() ? copy : null;
  }

  /** Whether a copy is here that the primary in {@code term} could not replace for want of room. */
  boolean hasRefused(Epoch term) {
    return copy != null && transition != null && transition.noRoomFor.equals(term);
  }

  // the lease

  /** Starts anew with this length, negative if it never ends. */
  void renewLease(long nanos, long now) {
    leaseNanos = nanos;
    leaseStartNanos = now;
  }

  /** The same, unless a later one has come before. */
  void renewLease(long sequence, long nanos, long now) {
    // Differences, since it may wrap around.
    if ((int) sequence - leaseSequence > 0) {
      leaseSequence = (int) sequence;
      renewLease(nanos, now);
    }
  }

  /** Has the next batch of leases tell the holders, unless an update does so before. */
  void tellLease() {
    leaseUntold = true;
    if (!leaseListed) {
      leaseListed = true;
      node.touched.add(key());
    }
  }

  void restartLeaseSequence() {
    leaseSequence = 0;
  }

  /** Negative if the lease never ends, else at least 0. */
  long remainingLease(long now) {
    return leaseNanos < 0 ? -1 : Math.max(0, leaseNanos - (now - leaseStartNanos));
  }

  /** When it began. */
  long leaseStartNanos() {
    return leaseStartNanos;
  }

  /** Whether it ended more than {@code graceNanos} ago. */
  boolean hasLeaseEnded(long now, long graceNanos) {
    return leaseNanos >= 0 && now - leaseStartNanos > leaseNanos + graceNanos;
  }

  // becoming the primary

  void startRound(
      @Nullable Member hint,
      List<Consumer<Acquired>> callbacks,
      long sinceNanos,
      long now,
      Effects effects) {
    round = new AcquireRound(this, hint, callbacks, sinceNanos);
    node.timed.add(key());
    round.ask(now, effects);
  }

  /** Serves from {@code newest}: the state that a round or a hand-over proved to be the newest. */
  void win(
      AcquireRound won,
      Epoch ballot,
      Message.Held newest,
      Iterable<Member> others,
      long now,
      Effects effects) {
    round = null;
    Message.Held best = newest.tombstone() ? won.seekers().foundedAfter(newest) : newest;
    if (!ballot.equals(promised)) {
      transition().promisedBefore = promised;
      promised = ballot;
    }
    if (!best.tombstone()) {
      renewLease(best.leaseNanos(), now);
    }
    Copy winner = new Copy(best.label(), best.label(), best.tombstone(), best.image());
    become(winner.inEpoch(ballot), others, now);
    if (best.tombstone()) {
      won.seekers()
          .forEach((callback, since) -> requests().tellTheEnd(callback, since, now, effects));
    } else {
      requests().grant(won.seekers().callbacks(), effects, now);
      won.serveDeferred(now, effects);
    }
  }

  void become(Copy mine, Iterable<Member> others, long now) {
    node.arrivals.incrementAndGet();
    copy = mine;
    setDisputed(false);
    primary = new Ownership(node, key(), mine.epoch(), others, now);
    Views views = node.views();
    if (views != null && !views.settled()) {
      node.begun.add(key());
      node.termBegun.run();
    }
    if (!mine.tombstone()) {
      forgetEarlierEnd();
      node.primarySessions.incrementAndGet();
    }
    primary.publish(mine, null, remainingLease(now), now);
  }

  /** The key was chosen, and is that of another session now: this one has not ended. */
  private void forgetEarlierEnd() {
    if (transition != null) {
      transition.ended = false;
    }
  }

  boolean isOwnedIn(Epoch ownership) {
    return primary != null && primary.epoch.equals(ownership);
  }

  // giving up

  /** Stops serving; the bytes stay. */
  void endTerm(long now, Effects effects) {
    Ownership own = owned();
    long safe = own.everProtectedVersion();
    transition().confirmed = safe >= 0 ? new Label(own.epoch, safe) : held().from();
    if (held().tombstone()) {
      // A member that returns with an older copy is told to drop it by a primary alone.
      transition().untoldEnd = held().label();
    }
    own.end(effects);
    tellReleased(effects);
    primary = null;
    adoption().doubt();
    if (!held().tombstone()) {
      node.primarySessions.decrementAndGet();
    }
    retention().restart();
    handOvers().serveQueued(now, effects);
  }

  /** Once for each term: one that ended for want of a user goes on until its tombstone is old. */
  void tellReleased(Effects effects) {
    Ownership own = owned();
    if (!own.released) {
      own.released = true;
      Epoch term = own.epoch;
      effects.later(() -> node.listener.onReleased(key(), term));
    }
  }

  void stepDown(long now, Effects effects) {
    if (primary != null) {
      node.metrics.count(Counter.FENCED);
      endTerm(now, effects);
    }
  }

  void promise(Epoch ballot) {
    if (!promised.isNone()) {
      transition().promisedBefore = promised;
    }
    if (transition != null) {
      transition.dropped = false;
    }
    promised = ballot;
    adoption().doubt();
    retention().restart();
  }

  // what others ask

  void on(Message.OfSession message, Member from, long now, Effects effects) {
    assert Thread.holdsLock(this);
    new MessageRules(this).on(message, from, now, effects);
  }

  /** Tells a member that says to be the primary of a promise above its epoch, if there is one. */
  void refuseBelowPromise(Message.FromPrimary claim, Member from) {
    Epoch epoch = claim.label().epoch();
    if (promised.compareTo(epoch) > 0) {
      node.network.send(from, new Message.NackEpoch(key(), epoch, promised));
    }
  }

  void sendPromise(Member to, Epoch ballot, boolean handOver, long now) {
    node.network.send(
        to,
        new Message.Promise(
            key(), ballot, handOver, promisedBefore(), viewNumber(), heldCopy(now)));
  }

  private Epoch promisedBefore() {
    Epoch before = transition == null ? Epoch.NONE : transition.promisedBefore;
    return copy == null ? Epoch.max(before, node.forgotten()) : before;
  }

  // time and views

  /** Does what has become due; returns whether there is more to come. */
  boolean tick(long now, Effects effects) {
    assert Thread.holdsLock(this);
    boolean open = false;
    if (primary != null) {
      open = handOvers().tick(now, effects);
    }
    if (primary != null) {
      open |= primary.tick(held(), remainingLease(now), now, effects);
      open |= stepIfMoved(now);
      // Nobody may be waiting any more.
      handOvers().requestEnded(now, effects);
    }
    if (round != null) {
      round.tick(now, effects);
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

  /** The acquirer's own promise. */
  void claimForSelf(Epoch ballot) {
    promise(ballot);
  }

  /** Ends a round that found nothing, or not enough answers. */
  void loseRound() {
    round = null;
    retention().restart();
  }

  Optional<Message.Held> heldCopy(long now) {
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

  long viewNumber() {
    Views views = node.views();
    return views == null ? 0 : views.current().number();
  }

  Ownership owned() {
    Ownership own = primary;
    if (own == null) {
      throw new IllegalStateException("not the primary");
    }
    return own;
  }

  Copy held() {
    Copy mine = copy;
    if (mine == null) {
      throw new IllegalStateException("no copy");
    }
    return mine;
  }
}
