// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import java.util.Collection;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.turn.Turn;
import org.holdfast.replication.protocol.views.Candidates;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * The state that the primary of one session keeps for one epoch: the members that hold copies,
 * their acknowledgements, and the responses that wait for these. Guarded by the lock of its
 * session, as are all objects passed to it.
 *
 * <p>An update is protected once k members that every possible acquirer asks have acknowledged it
 * (see {@link Views}). Since an acquirer needs promises from all but k members, one member that
 * promises always knows the update or refuses this epoch's next one.
 */
public final class Primary {
  /**
   * A hand-over that waits for the running requests.
   *
   * @param told whether the listener has received the notice of the hand-over; its work then counts
   *     as a request
   */
  public record PendingHandOver(
      Epoch epoch, Member acquirer, long deadlineNanos, long nextBeatNanos, boolean told) {
    PendingHandOver beatAgainAt(long nanos) {
      return new PendingHandOver(epoch, acquirer, deadlineNanos, nanos, told);
    }

    /** Returns this hand-over in the later epoch in which the acquirer has asked again. */
    PendingHandOver in(Epoch later) {
      return new PendingHandOver(later, acquirer, deadlineNanos, nextBeatNanos, told);
    }

    PendingHandOver whenTold() {
      return new PendingHandOver(epoch, acquirer, deadlineNanos, nextBeatNanos, true);
    }
  }

  private final Epoch epoch;
  private final String key;

  private final long sinceNanos;

  /** The number of requests that use the session now. */
  private int running;

  /** The hand-over that waits for these requests, or null if there is none. */
  private @Nullable PendingHandOver handOver;

  /**
   * The flag that is set once the listener has received the notice that this member no longer
   * serves the session.
   */
  private boolean released;

  private long touchSequence;

  private final PrimaryPorts node;
  private final Holders holders;
  private final StaleHolders staleHolders;
  private final Waiters waiters = new Waiters();

  /** The newest version that the present holders protect, or -1. It goes back when one is lost. */
  private long protectedVersion = -1;

  /** The newest version that was ever protected in this epoch, or -1. */
  private long everProtectedVersion = -1;

  private long retargetedAt;

  /**
   * The flag that tells whether the holders were asked for confirmation, and the time of the last
   * question.
   */
  private boolean asked;

  private long askedNanos;

  /**
   * The flag that tells whether there are unprotected versions; one of them, and the time since
   * which it is known. At first it is the oldest; once that is protected, the newest takes its
   * place.
   */
  private boolean exposed;

  private long exposedVersion;
  private long exposedSinceNanos;

  /** The flag that tells whether {@link Census#degradedSessions} counts this session. */
  private boolean degraded;

  /**
   * The flag that tells whether fewer members hold the session than the view has, since the others
   * have no room.
   */
  private boolean withoutRoom;

  /**
   * @param others the members that may hold older copies
   */
  public Primary(
      PrimaryPorts node, String key, Epoch epoch, Iterable<Member> others, long nowNanos) {
    this.sinceNanos = nowNanos;
    this.node = node;
    this.key = key;
    this.epoch = epoch;
    this.holders = new Holders(node);
    this.staleHolders = new StaleHolders(node, key);
    others.forEach(staleHolders::add);
  }

  public Epoch epoch() {
    return epoch;
  }

  public String key() {
    return key;
  }

  /** Returns the time at which the epoch began. */
  public long sinceNanos() {
    return sinceNanos;
  }

  // the requests that use the session, and the hand-over that waits for them

  /** Counts another request as running. */
  public void begin() {
    running++;
  }

  /** Counts one request less. */
  public void ended() {
    running--;
    if (running < 0) {
      throw new IllegalStateException("more requests of a session ended than began");
    }
  }

  /** Returns the number of requests that use the session now. */
  public int running() {
    return running;
  }

  /** Returns the hand-over that waits for the requests, or null if there is none. */
  public @Nullable PendingHandOver handOver() {
    return handOver;
  }

  /**
   * Takes in that {@code member} asks for the session, and returns the hand-over that is pending
   * then. The first member to ask is to get the session, in the highest epoch in which it asked.
   */
  public PendingHandOver askedBy(
      Member member, Epoch askedEpoch, long deadlineNanos, long nextBeatNanos) {
    PendingHandOver pending = handOver;
    if (pending == null) {
      pending = new PendingHandOver(askedEpoch, member, deadlineNanos, nextBeatNanos, false);
    } else if (pending.acquirer().equals(member) && askedEpoch.compareTo(pending.epoch()) > 0) {
      pending = pending.in(askedEpoch);
    }
    handOver = pending;
    return pending;
  }

  /** Notes that the listener receives the notice of the hand-over; its work counts as a request. */
  public void noteTold(PendingHandOver pending) {
    handOver = pending.whenTold();
    begin();
  }

  /** Notes that this member has sent the acquirer a sign of life, and when the next one is due. */
  public void noteBeat(PendingHandOver pending, long nextBeatNanos) {
    handOver = pending.beatAgainAt(nextBeatNanos);
  }

  /**
   * Notes that the listener receives the notice that this member no longer serves the session;
   * returns whether this is the first notice.
   */
  public boolean markReleased() {
    boolean news = !released;
    released = true;
    return news;
  }

  /** Returns the next sequence of a lease that goes without an update. */
  public long nextSequence() {
    return ++touchSequence;
  }

  // what is sent to the holders

  /** Sends one step to all holders, and a full to {@linkplain Holders#standIns stand-ins}. */
  public void publish(Copy copy, @Nullable Changes changes, long leaseNanos, long nowNanos) {
    if (copy.tombstone()) {
      retargetedAt = 0; // who had no room for the session has room for its end
    }
    retarget(copy, leaseNanos, nowNanos);
    for (Member member : holders.standIns(key, copy)) {
      giveCopy(member, copy, leaseNanos, nowNanos);
    }
    for (Holder holder : holders) {
      if (!holder.wasSent(copy.version())) {
        send(holder, copy, changes, leaseNanos, nowNanos);
      }
    }
    updateExposure(copy, nowNanos);
    // Alone there is nothing to be acknowledged; who comes later is found by a review.
    if (!holders.isEmpty() || hasStaleHolders()) {
      node.agenda.timed().add(key);
    }
  }

  /**
   * Makes holders of the first k members that answer, if these may have changed. A holder that is
   * no longer wanted stays until the wanted ones have everything and every member knows the view.
   * So there are never fewer copies than before.
   */
  public void retarget(Copy copy, long leaseNanos, long nowNanos) {
    long generation = node.agenda.placementGeneration();
    Views views = node.cluster.views();
    if (retargetedAt == generation || views == null) {
      return;
    }
    retargetedAt = generation;
    for (Holder gone :
        holders.remove(
            member -> !views.current().contains(member) || node.cluster.isDown(member))) {
      staleHolders.add(gone.member, gone.newest());
    }
    for (Member member : views.returned()) {
      if (holders.of(member) == null) {
        staleHolders.add(member);
      }
    }
    for (Member member : wantedHolders(views, copy)) {
      if (holders.of(member) == null) {
        giveCopy(member, copy, leaseNanos, nowNanos);
      }
    }
    updateProtected();
    finishMove(copy);
    updateExposure(copy, nowNanos);
  }

  /**
   * Sends a delta if the holder has the version that it is based on, else a full.
   *
   * @param changes the step from the version before to that of {@code copy}; null if only a full
   *     can be sent
   */
  private void send(
      Holder holder, Copy copy, @Nullable Changes changes, long leaseNanos, long nowNanos) {
    if (changes != null && holder.takesDeltaTo(copy.version())) {
      Message delta = new Message.Delta(key, copy.label(), copy.version() - 1, leaseNanos, changes);
      if (node.network.send(holder.member, delta)) {
        holder.sentDelta(copy.version(), nowNanos);
        noteIfUnheard(holder, nowNanos);
        node.metrics.count(Counter.DELTAS_SENT);
        node.metrics.add(Counter.PATCHES_SENT, changes.patches().size());
      } else {
        holder.notSent(nowNanos);
      }
    } else {
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
  }

  /** Sends a full, or a message that the session has ended. */
  private void sendFull(Holder holder, Copy copy, long leaseNanos, long nowNanos) {
    Message message =
        copy.tombstone()
            ? new Message.Remove(key, copy.from(), copy.label())
            : new Message.Full(key, copy.from(), copy.label(), leaseNanos, copy.image());
    // The message may be lost, whatever it was sent for.
    node.agenda.timed().add(key);
    if (node.network.send(holder.member, message)) {
      holder.sentFull(copy.version(), nowNanos);
      noteIfUnheard(holder, nowNanos);
      node.metrics.count(Counter.FULLS_SENT);
    } else {
      holder.notSent(nowNanos);
    }
  }

  /**
   * Notes, while the view is not settled, that a new holder may have refused the message. Like this
   * member, one that has just joined refuses everything until all members have reported to it.
   */
  private void noteIfUnheard(Holder holder, long nowNanos) {
    Views views = node.cluster.views();
    boolean unsettled = views != null && !views.settled();
    if (unsettled && holder.hasAckedNothing()) {
      holder.mayHaveRefused(node, nowNanos);
    }
  }

  private List<Member> wantedHolders(Views views, Copy copy) {
    Candidates candidates = node.cluster.candidates();
    List<Member> preferred =
        candidates.preferred(
            views, key, node.config.secondaries(), member -> holders.mayHold(member, copy));
    return copy.tombstone() ? holders.whoHaveTheEnd(preferred, copy.version()) : preferred;
  }

  private void giveCopy(Member member, Copy copy, long leaseNanos, long nowNanos) {
    staleHolders.remove(member);
    sendFull(holders.add(member), copy, leaseNanos, nowNanos);
    node.agenda.timed().add(key);
  }

  private void finishMove(Copy copy) {
    Views views = confirmedViews();
    if (views == null || !holders.tooMany()) {
      return;
    }
    List<Member> wanted = wantedHolders(views, copy);
    if (!holders.haveAll(wanted, copy.version())) {
      return;
    }
    for (Holder former : holders.remove(member -> !wanted.contains(member))) {
      staleHolders.add(former.member, former.newest());
    }
  }

  /**
   * Returns whether the session should take an empty step, so that stale holders can be released.
   */
  public boolean isStepWanted(Copy copy) {
    Views views = confirmedViews();
    return views != null
        && !copy.tombstone()
        && isAsSafeAsItGets(copy)
        && staleHolders.needStepAbove(copy.version());
  }

  /** Takes in an acknowledgement of this epoch; acknowledgements are cumulative. */
  public void onAck(Member from, Copy copy, Message.Ack ack, long leaseNanos, Turn turn) {
    long nowNanos = turn.nowNanos();
    long version = ack.label().version();
    Holder holder = holders.of(from);
    if (version > copy.version()) {
      return;
    }
    if (holder == null) {
      // The updates that had been sent to it arrived after its release.
      staleHolders.add(from, version);
      node.agenda.timed().add(key);
      return;
    }
    noteDelay(holder, ack, nowNanos);
    if (holder.ack(version, ack.question())) {
      node.metrics.count(Counter.GAPS);
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
    updateProtected();
    finishMove(copy);
    afterProgress(copy, turn);
  }

  private void noteDelay(Holder holder, Message.Ack ack, long nowNanos) {
    long delay = holder.delayNanos(ack.label().version(), ack.question(), node, nowNanos);
    boolean late = delay > node.config.ackTimeoutNanos();
    if (delay >= 0 && node.cluster.acked(holder.member, late, nowNanos)) {
      node.metrics.count(Counter.SLOW_PEERS);
      node.agenda.placeAnew();
    }
  }

  public void onGap(Member from, Copy copy, Label held, long leaseNanos, long nowNanos) {
    Holder holder = holders.of(from);
    if (holder != null && holder.needsFullAfterGap(held, epoch)) {
      node.metrics.count(Counter.GAPS);
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
  }

  /**
   * Replaces a holder that has no room by another member, if there is one that has room. The former
   * holder keeps the older copy that it may have, but the primary no longer counts on it.
   */
  public void onNoRoom(Member from, Copy copy, long leaseNanos, Turn turn) {
    long nowNanos = turn.nowNanos();
    Holder holder = holders.of(from);
    if (holder == null) {
      return;
    }
    node.cluster.hasNoRoom(from, copy, nowNanos);
    holders.remove(from::equals);
    staleHolders.add(from, holder.newest());
    retargetedAt = 0;
    retarget(copy, leaseNanos, nowNanos);
    afterProgress(copy, turn);
  }

  /**
   * Does what has become due for the holders and the waiting responses; returns whether something
   * is still open.
   */
  public boolean tick(Copy copy, long leaseNanos, Turn turn) {
    long nowNanos = turn.nowNanos();
    retarget(copy, leaseNanos, nowNanos);
    boolean open = false;
    for (Holder holder : holders) {
      if (holder.hasAcked(copy.version())) {
        continue;
      }
      open = true;
      if (holder.isStalled(node, nowNanos)) {
        node.agenda.placeAnew();
      } else if (holder.isLate(node, nowNanos)) {
        askWhatItHas(holder, copy, leaseNanos, nowNanos);
      }
    }
    updateProtected();
    finishMove(copy);
    afterProgress(copy, turn);
    waiters.expire(turn);
    if (!waiters.isEmpty()) {
      open = true;
      if (protectedVersion >= copy.version()) {
        askHoldersIfDue(copy.label(), leaseNanos, nowNanos);
      }
    }
    // While members still come to know the view, no member is let go; the next review continues.
    return open || isBusyWithStaleHolders(copy) || holders.tooMany() && confirmedViews() != null;
  }

  /**
   * Asks a late holder which version it has: its answer says whether anything was lost. To send
   * everything again would make a slow member slower.
   */
  private void askWhatItHas(Holder holder, Copy copy, long leaseNanos, long nowNanos) {
    if (!holder.isSent()) {
      sendFull(holder, copy, leaseNanos, nowNanos);
    } else if (holder.probe(node, nowNanos)) {
      ask(holder, copy, leaseNanos, nowNanos);
    }
  }

  private void ask(Holder holder, Copy copy, long leaseNanos, long nowNanos) {
    node.network.send(
        holder.member,
        new Message.Validate(
            key, copy.label(), holder.question(holders, nowNanos), nextSequence(), leaseNanos));
  }

  private boolean isAsSafeAsItGets(Copy copy) {
    return isProtected(copy) || node.config.secondaries() == 0;
  }

  /**
   * Returns whether stale holders can be released now or soon: not while too few members can hold
   * the session.
   */
  private boolean isBusyWithStaleHolders(Copy copy) {
    return confirmedViews() != null
        && (isAsSafeAsItGets(copy) || !cannotProtect())
        && staleHolders.anyReachable();
  }

  /**
   * Returns the views if all members have installed the newest one, else null. Then no member asks
   * for old copies any more.
   */
  private @Nullable Views confirmedViews() {
    Views views = node.cluster.views();
    return views != null && views.confirmed() ? views : null;
  }

  private void afterProgress(Copy copy, Turn turn) {
    long nowNanos = turn.nowNanos();
    waiters.serve(protectedVersion, holders.freshNanos(nowNanos), turn);
    if (!waiters.isEmpty() && !node.cluster.mayServe()) {
      waiters.refuse(turn);
    } else if (cannotProtect()) {
      waiters.giveUp(turn);
    }
    Views views = confirmedViews();
    if (views != null
        && isAsSafeAsItGets(copy)
        && (copy.tombstone() || !staleHolders.needStepAbove(copy.version()))) {
      staleHolders.release(copy, views, nowNanos);
    }
    if (isBusyWithStaleHolders(copy)) {
      node.agenda.timed().add(key);
    }
    updateExposure(copy, nowNanos);
  }

  /**
   * Takes in that {@code member} holds bytes that it knows to be old, or has dropped its copy. Asks
   * a holder about it, and counts any other member as a stale holder.
   */
  public void suspect(Member member, Copy copy, long leaseNanos, long nowNanos) {
    Holder holder = holders.of(member);
    if (holder == null) {
      staleHolders.add(member);
      node.agenda.timed().add(key);
    } else {
      ask(holder, copy, leaseNanos, nowNanos);
    }
  }

  /** Takes in that {@code from} holds nothing below {@code label}. */
  public void onReleased(Member from, Copy copy, Label label) {
    if (holders.of(from) == null) {
      staleHolders.onReleased(from, copy, label.version());
    }
  }

  public boolean hasWaiters() {
    return !waiters.isEmpty();
  }

  public boolean hasStaleHolders() {
    return !staleHolders.isEmpty();
  }

  /**
   * Returns {@link Outcome#PROTECTED} if the wanted version is protected and the holders, asked no
   * earlier than is wanted, have confirmed that this member is the primary. Otherwise the answer
   * could rest on a state that a successor has left behind. Returns null if the response has to
   * wait: the callback receives the outcome later.
   */
  public @Nullable Outcome await(Copy copy, Waiters.Wait wait, long leaseNanos, long nowNanos) {
    if (!node.cluster.mayServe()) {
      return Outcome.SHUT_OUT;
    }
    if (cannotProtect() && !wait.patient()) {
      return Outcome.DEGRADED;
    }
    if (!cannotProtect()
        && protectedVersion >= wait.version()
        && holders.freshNanos(nowNanos) - wait.askedSinceNanos() >= 0) {
      return Outcome.PROTECTED;
    }
    waiters.add(wait, nowNanos);
    if (protectedVersion >= wait.version()) {
      askHoldersIfDue(copy.label(), leaseNanos, nowNanos);
    }
    node.agenda.timed().add(key);
    return null;
  }

  /** Asks the holders whether this member is still the primary. */
  public void validate(Copy copy, long leaseNanos, long nowNanos) {
    askHolders(copy.label(), nextSequence(), leaseNanos, nowNanos);
  }

  /**
   * Asks the holders for confirmation, unless a question to one of them is open. After a third of a
   * silence timeout it asks them again, and all other members, too.
   */
  private void askHoldersIfDue(Label label, long leaseNanos, long nowNanos) {
    long leaseSequence = nextSequence();
    long again = node.config.silenceTimeoutNanos() / 3;
    boolean open = asked && holders.haveOpenQuestion();
    if (!open) {
      askHolders(label, leaseSequence, leaseNanos, nowNanos);
    } else if (nowNanos - askedNanos >= again) {
      askHolders(label, leaseSequence, leaseNanos, nowNanos);
      askAllMembers(label, leaseSequence, leaseNanos);
    }
  }

  /**
   * Asks the members that are not holders whether they have promised the session to a successor.
   * The holders are silent, but a successor also needed the promise of another member.
   */
  private void askAllMembers(Label label, long leaseSequence, long leaseNanos) {
    Views views = node.cluster.views();
    if (views != null) {
      for (Member member : views.current().members()) {
        if (!member.equals(node.cluster.self())
            && holders.of(member) == null
            && !node.cluster.isDown(member)) {
          node.network.send(member, new Message.Validate(key, label, 0, leaseSequence, leaseNanos));
        }
      }
    }
  }

  /** Asks the holders for another acknowledgement; one that has promised a successor refuses. */
  private void askHolders(Label label, long leaseSequence, long leaseNanos, long nowNanos) {
    asked = true;
    askedNanos = nowNanos;
    for (Holder holder : holders) {
      node.network.send(
          holder.member,
          new Message.Validate(
              key, label, holder.question(holders, nowNanos), leaseSequence, leaseNanos));
    }
  }

  /** Asks a member that is no holder whether it has promised this session to a successor. */
  public void askOfSuccessor(Member member, Copy copy, long leaseNanos) {
    node.network.send(
        member, new Message.Validate(key, copy.label(), 0, nextSequence(), leaseNanos));
  }

  /** Ends the epoch; the responses that wait receive {@link Outcome#FENCED}. */
  public void end(Turn turn) {
    waiters.fence(turn);
    setDegraded(false);
    setWithoutRoom(false);
  }

  public boolean isProtected(Copy copy) {
    return protectedVersion >= copy.version();
  }

  /** Returns whether {@code copy} was protected once, by holders that may have been lost since. */
  public boolean wasProtected(Copy copy) {
    return everProtectedVersion >= copy.version();
  }

  /**
   * Returns whether every holder that the current placement wants has everything, and there are as
   * many holders as the view allows. Members that do not answer count, too: otherwise an acquirer
   * that relies on a settled view could find no copy where one should be.
   */
  public boolean isRebalanced(Copy copy) {
    Views views = node.cluster.views();
    return views != null && wantsMembers(copy) && holders.areAllThatFit(views, copy);
  }

  /**
   * Returns whether only members that do not answer can keep the session from being {@linkplain
   * #isRebalanced rebalanced}.
   */
  public boolean wantsMembers(Copy copy) {
    return node.cluster.views() != null
        && retargetedAt == node.agenda.placementGeneration()
        && holders.allHave(copy.version());
  }

  /** Returns the newest version that the present holders protect, or -1. */
  public long protectedVersion() {
    return protectedVersion;
  }

  public long everProtectedVersion() {
    return everProtectedVersion;
  }

  private void updateProtected() {
    protectedVersion = holders.protectedVersion();
    everProtectedVersion = Math.max(everProtectedVersion, protectedVersion);
  }

  /** Returns whether fewer than k of the members that hold copies are still there. */
  public boolean lacksHolders() {
    return holders.tooFewReachable();
  }

  /**
   * Returns whether nothing can be protected: there are fewer than k holders, k is 0, or members
   * that vanished may take the session over.
   */
  public boolean cannotProtect() {
    return holders.cannotProtect();
  }

  /** Returns whether there are fewer than k holders, or k is 0. */
  public boolean hasTooFewHolders() {
    return holders.tooFew();
  }

  /**
   * Takes in which versions are protected now. Counts the session as degraded when too few members
   * can hold it, or when a version has been unprotected for longer than the ack timeout.
   */
  private void updateExposure(Copy copy, long nowNanos) {
    boolean unprotected = protectedVersion < copy.version() && !copy.tombstone();
    if (unprotected && (!exposed || protectedVersion >= exposedVersion)) {
      exposedVersion = copy.version();
      exposedSinceNanos = nowNanos;
    }
    exposed = unprotected;
    boolean late = lagNanos(nowNanos) > node.config.ackTimeoutNanos();
    setDegraded(unprotected && (cannotProtect() || late));
    Views views = node.cluster.views();
    setWithoutRoom(!copy.tombstone() && views != null && holders.areFewerThanFit(views));
  }

  private void setWithoutRoom(boolean now) {
    if (now != withoutRoom) {
      withoutRoom = now;
      node.census.countWithoutRoom(now);
    }
  }

  private void setDegraded(boolean now) {
    if (now != degraded) {
      degraded = now;
      node.census.countDegraded(now);
    }
  }

  /**
   * Returns for how long the oldest unprotected update has been known, in nanoseconds; 0 if there
   * is none. Once that update is protected, it is the time of the one that was the newest then;
   * updates between the two may be older.
   */
  public long lagNanos(long nowNanos) {
    return exposed ? nowNanos - exposedSinceNanos : 0;
  }

  public long confirmedAgoNanos(long nowNanos) {
    return nowNanos - holders.freshNanos(nowNanos);
  }

  public Collection<Member> holderMembers() {
    return holders.members();
  }
}
