// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Collection;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * One term as primary of one session: who holds copies, what they acknowledged, who waits for it.
 * Guarded by the lock of its session, like everything it is called with.
 *
 * <p>An update is protected once k members have acknowledged it that every possible acquirer asks
 * (see {@link Views}). Since an acquirer needs promises from all but k members, one of those always
 * knows the update or refuses this term's next one.
 */
final class Ownership {
  /**
   * A hand-over that waits for the running requests.
   *
   * @param told whether whoever has the session here knows that it goes, and counts as a request
   *     until what is to be done before is done
   */
  record PendingHandOver(
      Epoch ballot, Member acquirer, long deadlineNanos, long nextBeatNanos, boolean told) {
    PendingHandOver beatAgainAt(long nanos) {
      return new PendingHandOver(ballot, acquirer, deadlineNanos, nanos, told);
    }

    /** The acquirer has asked again, in a later ballot. */
    PendingHandOver in(Epoch later) {
      return new PendingHandOver(later, acquirer, deadlineNanos, nextBeatNanos, told);
    }

    PendingHandOver whenTold() {
      return new PendingHandOver(ballot, acquirer, deadlineNanos, nextBeatNanos, true);
    }
  }

  final Epoch epoch;
  final String key;

  /** When the term began. */
  final long sinceNanos;

  /** Requests that use the session now. */
  int running;

  /** The hand-over that waits for them, if any. */
  @Nullable PendingHandOver handOver;

  /** Whether the application here was told that it serves the session no more. */
  boolean released;

  long touchSequence;

  private final ReplicaContext node;
  private final Holders holders;
  private final StaleHolders staleHolders;
  private final Waiters waiters = new Waiters();

  /** Newest version that is protected by the holders of now; goes back when one is lost. */
  private long protectedVersion = -1;

  /** Newest version that ever was. */
  private long everProtectedVersion = -1;

  private long retargetedAt;

  /** Whether the holders were asked for their word, and when last. */
  private boolean asked;

  private long askedNanos;

  /**
   * Whether there are unprotected versions; one of them, at first the oldest, and when it was made.
   * Once that is protected, the newest takes its place.
   */
  private boolean exposed;

  private long exposedVersion;
  private long exposedSinceNanos;

  /** Whether the session counts as degraded for that. */
  private boolean degraded;

  /**
   * @param others who may hold older copies
   */
  Ownership(ReplicaContext node, String key, Epoch epoch, Iterable<Member> others, long nowNanos) {
    this.sinceNanos = nowNanos;
    this.node = node;
    this.key = key;
    this.epoch = epoch;
    this.holders = new Holders(node);
    this.staleHolders = new StaleHolders(node, key);
    others.forEach(staleHolders::add);
  }

  // what is sent to the holders

  /** Sends one step to all holders, and the whole to {@linkplain Holders#standIns stand-ins}. */
  void publish(Copy copy, @Nullable Changes changes, long leaseNanos, long nowNanos) {
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
      node.timed.add(key);
    }
  }

  /**
   * Makes the first k members that answer the holders, if that may have changed. A holder that is
   * no longer wanted stays until the wanted ones have everything and every member knows the view,
   * so that there are never fewer copies than before.
   */
  void retarget(Copy copy, long leaseNanos, long nowNanos) {
    long generation = node.placementGeneration.get();
    Views views = node.views();
    if (retargetedAt == generation || views == null) {
      return;
    }
    retargetedAt = generation;
    for (Holder gone :
        holders.remove(member -> !views.current().contains(member) || node.peers.isDown(member))) {
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
   * Sends the changes if the holder has what they are based on, else the whole.
   *
   * @param changes from the version before to that of {@code copy}; null if there is nothing but
   *     the whole
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

  /** Sends the whole, or that the session has ended. */
  private void sendFull(Holder holder, Copy copy, long leaseNanos, long nowNanos) {
    Message message =
        copy.tombstone()
            ? new Message.Remove(key, copy.from(), copy.label())
            : new Message.Full(key, copy.from(), copy.label(), leaseNanos, copy.image());
    // It may be lost, whoever had it sent.
    node.timed.add(key);
    if (node.network.send(holder.member, message)) {
      holder.sentFull(copy.version(), nowNanos);
      noteIfUnheard(holder, nowNanos);
      node.metrics.count(Counter.FULLS_SENT);
    } else {
      holder.notSent(nowNanos);
    }
  }

  /** Who has just come refuses everything until it has heard from all, as this member does. */
  private void noteIfUnheard(Holder holder, long nowNanos) {
    Views views = node.views();
    boolean unsettled = views != null && !views.settled();
    if (unsettled && holder.hasAckedNothing()) {
      holder.mayHaveRefused(node, nowNanos);
    }
  }

  private List<Member> wantedHolders(Views views, Copy copy) {
    return views.preferred(
        key, node.config.secondaries(), member -> holders.mayHold(member, copy), node);
  }

  private void giveCopy(Member member, Copy copy, long leaseNanos, long nowNanos) {
    staleHolders.remove(member);
    sendFull(holders.add(member), copy, leaseNanos, nowNanos);
    node.timed.add(key);
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

  /** Whether the session should take an empty step, so that stale holders can be released. */
  boolean isStepWanted(Copy copy) {
    Views views = confirmedViews();
    return views != null
        && !copy.tombstone()
        && isAsSafeAsItGets(copy)
        && staleHolders.needStepAbove(copy.version());
  }

  /** Takes in an acknowledgement of this epoch; acknowledgements are cumulative. */
  void onAck(
      Member from, Copy copy, Message.Ack ack, long leaseNanos, long nowNanos, Effects effects) {
    long version = ack.label().version();
    Holder holder = holders.of(from);
    if (version > copy.version()) {
      return;
    }
    if (holder == null) {
      // What had been sent to it arrived after its release.
      staleHolders.add(from, version);
      node.timed.add(key);
      return;
    }
    noteDelay(holder, ack, nowNanos);
    if (holder.ack(version, ack.question())) {
      node.metrics.count(Counter.GAPS);
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
    updateProtected();
    finishMove(copy);
    afterProgress(copy, nowNanos, effects);
  }

  private void noteDelay(Holder holder, Message.Ack ack, long nowNanos) {
    long delay = holder.delayNanos(ack.label().version(), ack.question(), node, nowNanos);
    boolean late = delay > node.config.ackTimeoutNanos();
    if (delay >= 0 && node.slowPeers.acked(holder.member, late, nowNanos)) {
      node.metrics.count(Counter.SLOW_PEERS);
      node.placeAnew();
    }
  }

  void onGap(Member from, Copy copy, Label held, long leaseNanos, long nowNanos) {
    Holder holder = holders.of(from);
    if (holder != null && holder.needsFullAfterGap(held, epoch)) {
      node.metrics.count(Counter.GAPS);
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
  }

  /**
   * A holder has no room. It keeps the older copy that it may have, as one that nobody counts on;
   * another member takes its place, if there is one that has room.
   */
  void onNoRoom(Member from, Copy copy, long leaseNanos, long nowNanos, Effects effects) {
    Holder holder = holders.of(from);
    if (holder == null) {
      return;
    }
    node.fullPeers.refused(from, copy, nowNanos);
    holders.remove(from::equals);
    staleHolders.add(from, holder.newest());
    retargetedAt = 0;
    retarget(copy, leaseNanos, nowNanos);
    afterProgress(copy, nowNanos, effects);
  }

  /** Sends again what was not acknowledged in time; returns whether something is still open. */
  boolean tick(Copy copy, long leaseNanos, long nowNanos, Effects effects) {
    retarget(copy, leaseNanos, nowNanos);
    boolean open = false;
    for (Holder holder : holders) {
      if (holder.hasAcked(copy.version())) {
        continue;
      }
      open = true;
      if (holder.isStalled(node, nowNanos)) {
        node.placeAnew();
      } else if (holder.isLate(node, nowNanos)) {
        askWhatItHas(holder, copy, leaseNanos, nowNanos);
      }
    }
    updateProtected();
    finishMove(copy);
    afterProgress(copy, nowNanos, effects);
    waiters.expire(nowNanos, effects);
    if (!waiters.isEmpty()) {
      open = true;
      if (protectedVersion >= copy.version()) {
        askHoldersIfDue(copy.label(), leaseNanos, nowNanos);
      }
    }
    // While members still come to know the view nobody is let go; the next review goes on.
    return open || isBusyWithStaleHolders(copy) || holders.tooMany() && confirmedViews() != null;
  }

  /**
   * A slow member is not sent everything again, which would make it slower: its answer says whether
   * anything was lost.
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
            key, copy.label(), holder.question(holders, nowNanos), ++touchSequence, leaseNanos));
  }

  private boolean isAsSafeAsItGets(Copy copy) {
    return isProtected(copy) || node.config.secondaries() == 0;
  }

  /**
   * Whether stale holders can be released, or soon: not while too few members are there to hold it.
   */
  private boolean isBusyWithStaleHolders(Copy copy) {
    return confirmedViews() != null
        && (isAsSafeAsItGets(copy) || !cannotProtect())
        && staleHolders.anyReachable();
  }

  /** The views if all members act on the newest, so that nobody is still asked for old copies. */
  private @Nullable Views confirmedViews() {
    Views views = node.views();
    return views != null && views.confirmed() ? views : null;
  }

  private void afterProgress(Copy copy, long nowNanos, Effects effects) {
    waiters.serve(protectedVersion, holders.freshNanos(nowNanos), effects);
    if (!waiters.isEmpty() && !node.mayServe()) {
      waiters.refuse(effects);
    } else if (cannotProtect()) {
      waiters.giveUp(effects);
    }
    Views views = confirmedViews();
    if (views != null
        && isAsSafeAsItGets(copy)
        && (copy.tombstone() || !staleHolders.needStepAbove(copy.version()))) {
      staleHolders.release(copy, views, nowNanos);
    }
    if (isBusyWithStaleHolders(copy)) {
      node.timed.add(key);
    }
    updateExposure(copy, nowNanos);
  }

  /** A member holds bytes that it knows to be old, or has dropped what it held. */
  void suspect(Member member, Copy copy, long leaseNanos, long nowNanos) {
    Holder holder = holders.of(member);
    if (holder == null) {
      staleHolders.add(member);
      node.timed.add(key);
    } else {
      ask(holder, copy, leaseNanos, nowNanos);
    }
  }

  /** A member says that it holds nothing below {@code label}. */
  void onReleased(Member from, Copy copy, Label label) {
    if (holders.of(from) == null) {
      staleHolders.onReleased(from, copy, label.version());
    }
  }

  boolean hasWaiters() {
    return !waiters.isEmpty();
  }

  boolean hasStaleHolders() {
    return !staleHolders.isEmpty();
  }

  /**
   * Whether what is wanted is protected and the holders have confirmed that this member is the
   * primary, asked no earlier than is wanted; otherwise the answer could rest on a state that a
   * successor has left behind. Null if that has to be waited for: the callback is told later.
   */
  @Nullable Outcome await(Copy copy, Waiters.Wait wait, long leaseNanos, long nowNanos) {
    if (!node.mayServe()) {
      return Outcome.SHUT_OUT;
    }
    if (cannotProtect() && !wait.patient()) {
      return Outcome.DEGRADED;
    }
    if (protectedVersion >= wait.version()
        && holders.freshNanos(nowNanos) - wait.askedSinceNanos() >= 0) {
      return Outcome.PROTECTED;
    }
    waiters.add(wait, nowNanos);
    if (protectedVersion >= wait.version()) {
      askHoldersIfDue(copy.label(), leaseNanos, nowNanos);
    }
    node.timed.add(key);
    return null;
  }

  /** Asks the holders whether this member is still the primary. */
  void validate(Copy copy, long leaseNanos, long nowNanos) {
    askHolders(copy.label(), ++touchSequence, leaseNanos, nowNanos);
  }

  /** Asks, unless that was done a moment ago and nobody has answered yet. */
  private void askHoldersIfDue(Label label, long leaseNanos, long nowNanos) {
    long leaseSequence = ++touchSequence;
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
   * The holders are silent: a successor needed the promise of somebody else, too, who will say so.
   */
  private void askAllMembers(Label label, long leaseSequence, long leaseNanos) {
    Views views = node.views();
    if (views != null) {
      for (Member member : views.current().members()) {
        if (!member.equals(node.self) && holders.of(member) == null && !node.peers.isDown(member)) {
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
  void askOfSuccessor(Member member, Copy copy, long leaseNanos) {
    node.network.send(
        member, new Message.Validate(key, copy.label(), 0, ++touchSequence, leaseNanos));
  }

  /** Ends the term; whoever waits hears that the session is another's. */
  void end(Effects effects) {
    waiters.fence(effects);
    setDegraded(false);
  }

  boolean isProtected(Copy copy) {
    return protectedVersion >= copy.version();
  }

  /** Whether it was protected once, by holders that may have been lost since. */
  boolean wasProtected(Copy copy) {
    return everProtectedVersion >= copy.version();
  }

  /**
   * Whether every holder that the current placement wants has everything, and there are as many as
   * the view allows: without those that do not answer, whoever relies on a settled view could find
   * nothing where there should be a copy.
   */
  boolean isRebalanced(Copy copy) {
    Views views = node.views();
    return views != null && wantsMembers(copy) && holders.areAllThatFit(views, copy);
  }

  /** Whether only members that do not answer keep it from being {@linkplain #isRebalanced so}. */
  boolean wantsMembers(Copy copy) {
    return node.views() != null
        && retargetedAt == node.placementGeneration.get()
        && holders.allHave(copy.version());
  }

  long everProtectedVersion() {
    return everProtectedVersion;
  }

  private void updateProtected() {
    protectedVersion = holders.protectedVersion();
    everProtectedVersion = Math.max(everProtectedVersion, protectedVersion);
  }

  /** Whether fewer than k of the members that hold copies are still there. */
  boolean lacksHolders() {
    return holders.tooFewReachable();
  }

  /** Whether too few members are there to hold copies. */
  boolean cannotProtect() {
    return holders.tooFew();
  }

  /**
   * Takes in what is protected now. Counts the session as degraded when nobody is there to hold it,
   * or when whoever is has acknowledged nothing for as long as a response would have waited.
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
  }

  private void setDegraded(boolean now) {
    if (now != degraded) {
      degraded = now;
      node.degradedSessions.addAndGet(now ? 1 : -1);
    }
  }

  /**
   * Returns how long it has been known that something is unprotected: the oldest update, or, once
   * that is protected, the one that was the newest then. What lies between may be older.
   */
  long lagNanos(long nowNanos) {
    return exposed ? nowNanos - exposedSinceNanos : 0;
  }

  long confirmedAgoNanos(long nowNanos) {
    return nowNanos - holders.freshNanos(nowNanos);
  }

  Collection<Member> holderMembers() {
    return holders.members();
  }
}
