// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.jspecify.annotations.Nullable;

/**
 * The messages in which members report to each other how far they are with the current view: this
 * member sends its reports and takes in those of the others. It informs a member that is outside
 * the view, or was away for too long, and takes in such a message about itself.
 */
public final class ViewExchange implements NextTick.Timed {
  /*
   * Threads: the protocol thread runs install, beginTick, tick, tell and setDrained; transport threads bring the messages;
   * onEpochBegun runs on any, under a session's lock.
   * Locks: reports are made and sent under this object's monitor, so that the last one is true. The locks of ViewTracker,
   * LongAbsences and the stream's queue are taken under it, but never the lock of a session.
   */
  /**
   * The effects of a new view.
   *
   * @param verdict the verdict on the copies to be dropped as of the view; null if there is none
   * @param shutOut whether others may have continued without this member meanwhile, if that takes a
   *     majority
   */
  public record Installed(LongAbsences.@Nullable Verdict verdict, boolean shutOut) {}

  private final Cluster cluster;
  private final ViewTracker tracker;
  private final LongAbsences absences;
  private final int secondaries;
  private final Network network;
  private final ReplicationMetrics metrics;
  private final Runnable placeAnew;

  /** The time of the last tick, which is near enough for a report. */
  private volatile long lastTickNanos;

  /**
   * A flag that is set once this member has reported to the others that everything it held is
   * elsewhere.
   */
  private volatile boolean drained;

  @GuardedBy("this")
  private long statusNanos;

  /** The number of given-up members that the metrics have counted. */
  @GuardedBy("this")
  private long countedGivenUp;

  /**
   * @param placeAnew called when the wanted holders of sessions may have changed, perhaps under
   *     this object's monitor; it must not block
   */
  public ViewExchange(
      Cluster cluster,
      ReplicaConfig config,
      Network network,
      ReplicationMetrics metrics,
      Runnable placeAnew) {
    this.cluster = cluster;
    this.tracker = cluster.tracker();
    this.absences = cluster.absences();
    this.secondaries = config.secondaries();
    this.network = network;
    this.metrics = metrics;
    this.placeAnew = placeAnew;
  }

  /**
   * Installs {@code view}, but reports nothing about it yet; returns null if this member has it
   * already.
   */
  public @Nullable Installed install(View view, long nowNanos) {
    Views before = cluster.views();
    if (before != null && before.current().sameAs(view)) {
      return null;
    }
    LongAbsences.Verdict verdict =
        absences.onView(before == null ? null : before.current(), view, nowNanos);
    return new Installed(verdict, tracker.install(view, nowNanos));
  }

  // reports of members to each other

  /**
   * Tells {@code member}, if it is outside the view, why its claims are refused: it may not know.
   */
  public void turnAway(Member member) {
    Views views = cluster.views();
    if (views != null && tracker.isOutside(member)) {
      network.send(member, new Message.NotInView(views.current().number()));
    }
  }

  /**
   * Takes in that {@code from} has continued without this member; asks whether the others have,
   * too.
   */
  public void onNotInView(Member from, Message.NotInView gone, long nowNanos) {
    if (tracker.excludedBy(from, gone.viewNumber(), nowNanos)) {
      sendStatus(nowNanos, true);
    }
  }

  /**
   * Takes in that this member was away for too long; returns the verdict on the copies to be
   * dropped for that, null if there is none.
   */
  public LongAbsences.@Nullable Verdict onLongAway(
      Member from, Message.LongAway away, long nowNanos) {
    return absences.told(from, away.viewNumber(), nowNanos);
  }

  /**
   * Takes back the report that the sessions here are placed, since an epoch begins. With one
   * secondary, this member and the one that the session comes from are enough. With more, a view
   * could settle while a wanted holder has nothing.
   */
  public void onEpochBegun() {
    if (secondaries > 1 && tracker.takeBack()) {
      sendStatus(lastTickNanos, false);
    }
  }

  public void onStatus(Member from, Message.ViewStatus status, long nowNanos) {
    turnAway(from);
    advanced(tracker.record(from, status, nowNanos));
    cluster.setDrained(from, status.drained());
    if (tracker.hasSeenMore()) {
      sendStatus(nowNanos, false);
    }
    if (cluster.setDraining(from, status.draining())) {
      placeAnew.run();
    }
    Views views = cluster.views();
    if (status.replyWanted() && views != null && views.current().number() == status.viewNumber()) {
      tellIfLongAway(from);
      sendStatusTo(from, false);
    }
  }

  /** Reports to all others how far this member is. */
  public void tell(long nowNanos) {
    sendStatus(nowNanos, false);
  }

  /**
   * Reports to all others how far this member is, and asks them the same: this member may have
   * missed another view.
   */
  public void tellAndAsk(long nowNanos) {
    sendStatus(nowNanos, true);
  }

  /**
   * Reports to the others, at each change, whether everything that this member held is elsewhere.
   * If so, they need not miss this member.
   */
  public synchronized void setDrained(boolean everythingIsElsewhere, long nowNanos) {
    if (drained != everythingIsElsewhere) {
      drained = everythingIsElsewhere;
      sendStatus(nowNanos, false);
    }
  }

  // time

  /** Takes in the time, before anything is done in that tick. */
  public void beginTick(long nowNanos) {
    lastTickNanos = nowNanos;
  }

  /**
   * Reports this member's standing when that has changed, and its sessions as placed, once they
   * are; else asks the others while the view is not settled, or the stalled members once it is.
   *
   * @param arePlaced returns whether this member's sessions are where the current view wants them;
   *     not called before the first view
   */
  public void tick(BooleanSupplier arePlaced, long nowNanos) {
    Views views = cluster.views();
    if (views == null) {
      return;
    }
    if (tracker.hasNewStanding()) {
      sendStatus(nowNanos, false);
    }
    long takenBack = tracker.takenBack();
    boolean done = arePlaced.getAsBoolean();
    if (done && !tracker.isRebalanced()) {
      advanced(tracker.rebalanced(takenBack, nowNanos));
      sendStatus(nowNanos, true);
    } else if (!views.settled()) {
      advanced(tracker.tick(nowNanos));
      sendStatusIfDue(nowNanos);
    } else {
      probe(views, nowNanos);
    }
  }

  /** Asks for a tick soon while reports are repeated, or a member is probed. */
  @Override
  public void nextTick(NextTick next) {
    tracker.nextTick(next);
    Views views = cluster.views();
    if (views == null
        || cluster.mayBeLeftBehind()
        || views.current().members().stream().anyMatch(cluster::isStalled)) {
      next.soon();
    }
  }

  /** Returns whether this member has reported that its sessions are placed. */
  public boolean isRebalanced() {
    return tracker.isRebalanced();
  }

  /**
   * Returns whether the current view has not settled in the time after which lost members count as
   * dead.
   */
  public boolean isOverdue(long nowNanos) {
    return tracker.isOverdue(nowNanos);
  }

  /**
   * Asks each member that counts as stalled whether it still is, since nothing else is sent to it.
   * After a hang, this member asks all others what it missed.
   */
  private synchronized void probe(Views views, long nowNanos) {
    if (nowNanos - statusNanos < ReplicaConfig.STATUS_NANOS) {
      return;
    }
    statusNanos = nowNanos;
    for (Member member : views.current().members()) {
      boolean another = !member.equals(cluster.self());
      if (another && (cluster.mayBeLeftBehind() || cluster.isStalled(member))) {
        sendStatusTo(member, true);
      }
    }
  }

  /**
   * Requests a review of all sessions if the view became confirmed or settled. A confirmed view
   * lets more acknowledgements count, a settled one lets old copies go.
   */
  private synchronized void advanced(boolean news) {
    if (news) {
      long givenUp = tracker.givenUp();
      metrics.add(Counter.PRESUMED_DEAD, givenUp - countedGivenUp);
      countedGivenUp = givenUp;
      placeAnew.run();
    }
  }

  private synchronized void sendStatusIfDue(long nowNanos) {
    if (nowNanos - statusNanos >= ReplicaConfig.STATUS_NANOS) {
      sendStatus(nowNanos, true);
    }
  }

  private synchronized void sendStatus(long nowNanos, boolean replyWanted) {
    statusNanos = nowNanos;
    Views views = cluster.views();
    if (views == null) {
      return;
    }
    for (Member member : views.current().members()) {
      if (!member.equals(cluster.self())) {
        tellIfLongAway(member);
        sendStatusTo(member, replyWanted);
      }
    }
    if (cluster.missesTooMany()) {
      askTheVanished(views);
    }
  }

  /**
   * Asks the members that vanished, more than k at once: one that has continued without this member
   * says so.
   */
  private void askTheVanished(Views views) {
    for (Member member : views.everybody()) {
      if (!views.current().contains(member) && !cluster.isDrained(member)) {
        sendStatusTo(member, false);
      }
    }
  }

  private void tellIfLongAway(Member member) {
    OptionalLong view = absences.backAfterLong(member);
    if (view.isPresent()) {
      network.send(member, new Message.LongAway(view.getAsLong()));
    }
  }

  private void sendStatusTo(Member member, boolean replyWanted) {
    Message.ViewStatus status = tracker.status(cluster.isDraining(), drained, replyWanted);
    if (status != null) {
      network.send(member, status);
    }
  }
}
