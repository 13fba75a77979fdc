// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one member sees it: who is there, who answers, and whether this member may serve.
 * All other packages ask here; the answers rest on views, on reports of the other members and on
 * messages from peers.
 *
 * <p>Any thread may ask. The protocol thread alone calls {@link #tick}, {@link #noteServing},
 * {@link #forgive}, {@link #startAdopting} and {@link #resumed}.
 */
public final class Cluster implements NextTick.Timed {
  private final Member self;
  private final ReplicaConfig config;
  private final Peers peers = new Peers();
  private final SlowPeers slowPeers = new SlowPeers();
  private final FullPeers fullPeers = new FullPeers();
  private final Candidates candidates;
  private final ViewTracker tracker;
  private final PauseRecovery doubt;
  private final LongAbsences absences;

  /**
   * A flag that is set while a member has continued without this one and has reported that a moment
   * ago.
   */
  private volatile boolean leftBehind;

  /**
   * The flag that tells whether this member is about to leave: it takes nothing over and gives
   * everything away.
   */
  private volatile boolean draining;

  /** The time at which this member began to watch: at its first tick, or after its last stop. */
  private volatile long resumedNanos;

  /** The time since which this member can adopt sessions. Belongs to the protocol thread. */
  private long adoptingSinceNanos;

  /**
   * @param retentionNanos how long tombstones last now
   */
  public Cluster(Member self, ReplicaConfig config, LongSupplier retentionNanos) {
    this.self = self;
    this.config = config;
    this.absences = new LongAbsences(retentionNanos);
    this.candidates = new Candidates(self, config.secondaries(), peers, slowPeers);
    this.tracker = new ViewTracker(self, config, peers);
    this.doubt = tracker.doubt;
  }

  public Member self() {
    return self;
  }

  /** Returns the present views, or null before the first one. */
  public @Nullable Views views() {
    return tracker.views();
  }

  ViewTracker tracker() {
    return tracker;
  }

  LongAbsences absences() {
    return absences;
  }

  public Candidates candidates() {
    return candidates;
  }

  // whether this member may serve, and what it can prove

  /**
   * Returns whether this member may serve sessions, as far as it can reach others. It may not if
   * they have continued without it, nor if a majority is needed and it is on the side without one.
   */
  public boolean mayServe() {
    if (tracker.isExcluded()) {
      return false;
    }
    if (config.majorityOf() == 0) {
      return true;
    }
    return tracker.majority().isThere(self, peers);
  }

  /** Returns the reason for which requests are rejected if this member may not serve. */
  public String whyNotServing() {
    return tracker.isExcluded()
        ? "the other nodes continue without this node, which must rejoin them first"
        : "this node cannot reach a majority of its cluster and must not serve without one";
  }

  /**
   * Returns whether at least half of the last confirmed view have continued without this member.
   */
  public boolean isExcluded() {
    return tracker.isExcluded();
  }

  /**
   * Returns the members that have continued without this one and have reported that a moment ago.
   */
  public Set<Member> excluders(long nowNanos) {
    return tracker.excluders(nowNanos);
  }

  /**
   * Returns whether this member hung, so that the others may have continued without it, and have
   * not reported that yet.
   */
  public boolean mayBeLeftBehind() {
    return doubt.isOpen();
  }

  /** Notes whether a member has continued without this one and has reported that a moment ago. */
  public void setLeftBehind(boolean isLeftBehind) {
    leftBehind = isLeftBehind;
  }

  /**
   * Returns whether no acknowledged state can be missing among those that {@code members} and this
   * one have.
   *
   * @param askedIn the views under which they were asked
   */
  public boolean isProvenBy(Set<Member> members, @Nullable Views askedIn) {
    Views views = views();
    int k = config.secondaries();
    Set<Member> answered = new HashSet<>(members);
    answered.add(self);
    return views != null
        && mayServe()
        && doubt.allows(views.current(), answered)
        && views.provenBy(answered, k, peers)
        && wasProvenBy(answered, k, views, askedIn)
        && tracker.majority().isProvenBy(answered, views.leastSecondaries(k));
  }

  private boolean wasProvenBy(Set<Member> answered, int k, Views now, @Nullable Views askedIn) {
    return now.equals(askedIn) || askedIn != null && askedIn.provenBy(answered, k, peers);
  }

  /**
   * Returns whether a member that acts on this view has no place in the newest settled one: that
   * settled once all its members had installed it.
   */
  public boolean isPassedOver(long viewNumber) {
    return tracker.majority().isPassedOver(viewNumber);
  }

  /**
   * Notes that this member dropped what it held before a long absence. Until its view settles, the
   * lack of a copy here proves nothing.
   */
  public void dropped() {
    tracker.dropped();
  }

  /** Notes that this member founded its cluster alone, although other members are listed. */
  public void foundedAlone(long nowNanos) {
    tracker.foundedAlone(nowNanos);
  }

  /** Notes that each listed address is that of a member, or that nobody listens there. */
  public void foundAllListed() {
    tracker.foundAllListed();
  }

  /** Notes that this member has started and found all listed members that may be there. */
  public void foundAll() {
    tracker.foundAll();
  }

  /**
   * Returns whether listed members that were never found may still be alive behind a cut and serve
   * sessions that are not known here.
   */
  public boolean missesListed(long nowNanos) {
    return tracker.missesListed(nowNanos);
  }

  /**
   * Returns whether members were given up so short a time ago: they may have held sessions that no
   * other member knows.
   */
  public boolean hasGivenUpWithin(long nanos, long nowNanos) {
    return tracker.hasGivenUpWithin(nanos, nowNanos);
  }

  /**
   * Returns how long a request waits for its session. That is shorter while more members are
   * missing than there are secondaries, or others have continued without this member. Then most
   * sessions cannot be proven, and requests that waited for them would take the threads of the
   * server from the others.
   */
  public long patienceNanos() {
    return missesTooMany() || leftBehind
        ? Math.min(
            config.acquireTimeoutNanos(),
            2 * config.silenceTimeoutNanos() + config.servingLeaseNanos())
        : config.acquireTimeoutNanos();
  }

  /**
   * Returns whether more members have vanished than there are secondaries, and are not given up
   * yet.
   */
  public boolean missesTooMany() {
    Views views = views();
    return views != null && tracker.lost(views) > views.leastSecondaries(config.secondaries());
  }

  /**
   * Returns whether the current view lacks a member of any view that matters. Drained members do
   * not count.
   */
  public boolean lacksAny() {
    Views views = views();
    return views != null && views.lacksAny(peers);
  }

  // the other members

  /** Returns whether {@code member} belongs to the view and answers. */
  public boolean isReachable(Member member) {
    Views views = views();
    return views != null && views.current().contains(member) && !peers.isDown(member);
  }

  public boolean isDown(Member member) {
    return peers.isDown(member);
  }

  public boolean isStalled(Member member) {
    return peers.isStalled(member);
  }

  /** Marks the peer as stalled unless it has sent something since; returns whether that is news. */
  public boolean stalledSince(Member member, long sinceNanos) {
    return peers.stalledSince(member, sinceNanos);
  }

  /** Returns whether {@code member} is about to leave. */
  public boolean isDraining(Member member) {
    return peers.isDraining(member);
  }

  /** Returns whether {@code member} has reported that everything it held is elsewhere. */
  public boolean isDrained(Member member) {
    return peers.isDrained(member);
  }

  /** Returns whether this member refuses the claims of {@code member}. */
  public boolean refuses(Member member) {
    return tracker.refuses(member);
  }

  /**
   * Returns whether the member left too long ago for its copies to count, or is back after too long
   * and does not know it: it answers under a view from before.
   */
  public boolean isLongGone(Member member, long itsView, long nowNanos) {
    return absences.isLongGone(member, itsView, nowNanos);
  }

  /**
   * Returns whether a member that left within one retention time after {@code sinceNanos} could
   * still return without counting as long away.
   */
  public boolean mayReturnUnnoticed(long sinceNanos, long nowNanos) {
    return absences.mayReturnUnnoticed(sinceNanos, nowNanos);
  }

  /** Returns whether {@code copy} may be offered to {@code member}, which may have no room. */
  public boolean mayTake(Member member, Copy copy) {
    return fullPeers.mayTake(member, copy);
  }

  /** Notes that {@code member} has no room for {@code copy}. */
  public void hasNoRoom(Member member, Copy copy, long nowNanos) {
    fullPeers.refused(member, copy, nowNanos);
  }

  /** Takes in an acknowledgement; returns whether the peer counts as slow from now on. */
  public boolean acked(Member member, boolean late, long nowNanos) {
    return slowPeers.acked(member, late, nowNanos);
  }

  // what is heard of them

  /** Takes in a sign of life; returns whether the peer counted as stalled until now. */
  public boolean heard(Member member, long nowNanos) {
    return peers.heard(member, nowNanos);
  }

  /** Takes in that the stream to {@code peer} broke. */
  public void onPeerDown(Member peer) {
    peers.setBroken(peer, true);
    doubt.lost(peer);
  }

  public void onPeerUp(Member peer) {
    peers.setBroken(peer, false);
  }

  /** Takes in whether the peer is about to leave; returns whether that is news. */
  public boolean setDraining(Member member, boolean isDraining) {
    return peers.setDraining(member, isDraining);
  }

  public void setDrained(Member member, boolean drained) {
    peers.setDrained(member, drained);
  }

  /** Forgets the peers that are in none of the views that matter. */
  public void forgetOthers() {
    Views views = views();
    if (views != null) {
      peers.retainAll(views);
      slowPeers.retainAll(views);
      fullPeers.retainAll(views);
    }
  }

  // leaving

  /** Returns whether this member is about to leave: it takes nothing over. */
  public boolean isDraining() {
    return draining;
  }

  public void drain() {
    draining = true;
  }

  /**
   * Returns the number of other members that can take sessions from this one. A member that does
   * not answer now counts as long as the view contains it: leaving is worth a wait.
   */
  public int successors() {
    Views views = views();
    return views == null
        ? 0
        : (int)
            views.current().members().stream()
                .filter(member -> !member.equals(self))
                .filter(member -> !peers.isDraining(member))
                .count();
  }

  /** Returns whether another member of the view waits for its copies to be elsewhere. */
  public boolean isSomebodyLeaving() {
    Views views = views();
    if (views != null) {
      for (Member member : views.current().members()) {
        if (peers.isDraining(member) && !peers.isDown(member)) {
          return true;
        }
      }
    }
    return false;
  }

  // time

  /** Takes in that the process may have done nothing between the two times. */
  public void noticeStop(long sinceNanos, long nowNanos) {
    absences.stopped(sinceNanos, nowNanos);
    doubt.stood(nowNanos - sinceNanos, views(), nowNanos);
  }

  /**
   * Takes in that time has passed, and notes whether this member can adopt sessions now: it may
   * serve and can prove what is newest.
   */
  public void tick(long nowNanos) {
    doubt.tick(nowNanos);
    if (doubt.isOpen() || !mayServe() || missesTooMany()) {
      adoptingSinceNanos = nowNanos;
    }
  }

  /**
   * Asks for a tick soon while this member cannot adopt sessions: the time since which it can is
   * that of the last tick at which it could not.
   */
  @Override
  public void nextTick(NextTick next) {
    if (doubt.isOpen() || !mayServe() || missesTooMany()) {
      next.soon();
    }
    doubt.nextTick(next);
    absences.nextTick(next);
    slowPeers.nextTick(next);
    fullPeers.nextTick(next);
  }

  /** Notes whether this member may serve, unless it was {@code paused}. */
  public void noteServing(boolean paused, long nowNanos) {
    absences.tick(mayServe() && !paused, nowNanos);
  }

  /** Returns whether a peer that was slow, or had no room, gets another chance now. */
  public boolean forgive(long nowNanos) {
    boolean forgiven = slowPeers.tick(nowNanos);
    forgiven |= fullPeers.tick(nowNanos);
    return forgiven;
  }

  /** Starts the time during which this member can adopt sessions, at its first tick. */
  public void startAdopting(long nowNanos) {
    adoptingSinceNanos = nowNanos;
  }

  /**
   * Returns the time since which this member has been able to adopt sessions without interruption.
   */
  public long adoptingSinceNanos() {
    return adoptingSinceNanos;
  }

  public void resumed(long nowNanos) {
    resumedNanos = nowNanos;
  }

  /**
   * Returns the time from which silence that began at {@code sinceNanos} proves something: the
   * later of that and the time at which this member began to watch.
   */
  public long laterOfResumed(long sinceNanos) {
    long resumed = resumedNanos;
    return resumed - sinceNanos > 0 ? resumed : sinceNanos;
  }
}
