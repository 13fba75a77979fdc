// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.holdfast.replication.delta.CorruptPatchException;
import org.holdfast.replication.delta.MismatchedBaseException;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * How other members' messages change the copy that a member holds, or are refused: epochs below the
 * promise always, deltas off their base, higher epochs that do not descend from what may have been
 * acknowledged here.
 *
 * <p>Guarded by the lock of its session.
 */
final class CopyRules {
  private final SessionState session;

  CopyRules(SessionState session) {
    this.session = session;
  }

  /** A whole state, or the end, from somebody who says to be the primary. */
  boolean accept(Copy offered, Member from, long now, Effects effects) {
    Copy mine = session.copy;
    Epoch epoch = offered.epoch();
    if (epoch.compareTo(session.promised) < 0) {
      session.node.network.send(
          from, new Message.NackEpoch(session.key(), epoch, session.promised));
      return false;
    }
    if (mine == null && isOvertaken(offered)) {
      Label released = session.transition().released;
      session.node.network.send(from, new Message.Released(session.key(), released));
      return false;
    }
    if (mine != null && epoch.equals(mine.epoch()) && offered.version() <= mine.version()) {
      session.node.network.send(from, new Message.Ack(session.key(), mine.label()));
      return false;
    }
    if (mine != null && epoch.compareTo(mine.epoch()) > 0) {
      Label safe = safeLabel();
      if (safe.isNewerThan(offered.from())) {
        session.node.network.send(from, new Message.NackNewer(session.key(), epoch, safe));
        return false;
      }
    }
    if (!session.node.heldBytes.hasRoomFor(offered, mine)) {
      refuseForRoom(epoch, from, now, effects);
      return false;
    }
    if (mine != null && epoch.compareTo(mine.epoch()) > 0) {
      discardUnless(mine, offered.from(), effects);
    }
    if (epoch.compareTo(session.promised) > 0) {
      session.promise(epoch);
    }
    session.stepDown(now, effects);
    if (session.round != null) {
      session.round.superseded(epoch, now, effects);
    }
    if (mine == null || !epoch.equals(mine.epoch())) {
      session.restartLeaseSequence();
    }
    if (mine == null) {
      session.node.arrivals.incrementAndGet();
    }
    session.copy = offered;
    session.node.unknown.remove(session.key());
    session.endTransition();
    session.node.network.send(from, new Message.Ack(session.key(), offered.label()));
    return true;
  }

  /**
   * The copy that is here stays, and is fenced off from its former primary. Of a session without
   * one, nothing is kept: there may be any number of those.
   */
  private void refuseForRoom(Epoch epoch, Member from, long now, Effects effects) {
    session.node.metrics.count(Counter.COPIES_REFUSED);
    if (session.copy != null || session.round != null) {
      if (epoch.compareTo(session.promised) > 0) {
        session.promise(epoch);
      }
      session.stepDown(now, effects);
      if (session.round != null) {
        session.round.superseded(epoch, now, effects);
      }
      session.transition().noRoomFor = epoch;
    }
    session.node.network.send(from, Message.NackGap.noRoom(session.key(), epoch));
  }

  /** Whether its own primary has taken it back already, by a release that was faster. */
  private boolean isOvertaken(Copy offered) {
    Transition transition = session.transitionIfAny();
    return transition != null
        && offered.epoch().equals(transition.released.epoch())
        && offered.version() < transition.released.version();
  }

  /**
   * Reports what was written here and is lost, unless all of it is among what is kept; copies of it
   * elsewhere are not counted again.
   */
  void discardUnless(Copy mine, Label kept, Effects effects) {
    ReplicaContext node = session.node;
    if (mine.label().isNewerThan(kept) && mine.epoch().isOwnedBy(node.self)) {
      Label base = mine.epoch().equals(kept.epoch()) ? kept : mine.from();
      long versions = Math.max(1, mine.version() - base.version());
      node.metrics.add(Counter.DISCARDED_VERSIONS, versions);
      effects.later(() -> node.listener.onDiscarded(session.key(), versions));
    }
  }

  private Label safeLabel() {
    if (session.primary == null) {
      return session.confirmed();
    }
    long safe = session.primary.everProtectedVersion();
    return safe >= 0 ? new Label(session.primary.epoch, safe) : session.held().from();
  }

  void onDelta(Message.Delta delta, Member from, long now, Effects effects) {
    Copy mine = session.copy;
    Epoch epoch = delta.label().epoch();
    if (epoch.compareTo(session.promised) < 0) {
      session.node.network.send(
          from, new Message.NackEpoch(session.key(), epoch, session.promised));
    } else if (mine == null || !mine.epoch().equals(epoch)) {
      session.node.network.send(
          from,
          new Message.NackGap(session.key(), epoch, mine == null ? Label.NONE : mine.label()));
    } else if (delta.label().version() <= mine.version()) {
      session.node.network.send(from, new Message.Ack(session.key(), mine.label()));
    } else if (delta.baseVersion() != mine.version() || mine.tombstone()) {
      session.node.network.send(from, new Message.NackGap(session.key(), epoch, mine.label()));
    } else {
      takeStep(mine, delta, from, now, effects);
    }
  }

  private void takeStep(Copy mine, Message.Delta delta, Member from, long now, Effects effects) {
    ReplicaContext node = session.node;
    Changes changes;
    try {
      changes = delta.changes().whole(mine.image(), node.config.maxSessionBytes());
    } catch (MismatchedBaseException | CorruptPatchException e) {
      // The primary takes the bytes here for others than they are: it sends them all.
      node.metrics.count(Counter.PATCHES_REFUSED);
      node.network.send(
          from, new Message.NackGap(session.key(), delta.label().epoch(), mine.label()));
      return;
    }
    accept(mine.next(changes), from, now, effects);
    session.renewLease(delta.leaseNanos(), now);
  }

  void onValidate(Message.Validate validate, Member from, long now) {
    Copy mine = session.copy;
    Epoch epoch = validate.label().epoch();
    if (epoch.compareTo(session.promised) < 0) {
      session.node.network.send(
          from, new Message.NackEpoch(session.key(), epoch, session.promised));
    } else if (mine == null || !mine.epoch().equals(epoch)) {
      session.node.network.send(
          from,
          new Message.NackGap(session.key(), epoch, mine == null ? Label.NONE : mine.label()));
    } else {
      renewLease(epoch, validate.leaseSequence(), validate.leaseNanos(), now);
      session.node.network.send(
          from, new Message.Ack(session.key(), mine.label(), validate.question()));
    }
  }

  void onClaim(Message.Claim claim, Member from, long now, Effects effects) {
    Epoch ballot = claim.ballot();
    if (ballot.compareTo(session.promised) < 0) {
      session.node.network.send(
          from, new Message.NackEpoch(session.key(), ballot, session.promised));
      return;
    }
    if (!ballot.equals(session.promised)) {
      session.promise(ballot);
      session.stepDown(now, effects);
      if (session.round != null) {
        session.round.superseded(ballot, now, effects);
      }
    }
    session.sendPromise(from, ballot, false, now);
  }

  /**
   * Drops a copy that the primary does not count on. A release that names the copy's own state came
   * late: this member has become a holder again. One of a higher epoch is how a primary that was
   * cut off may learn of its successor.
   */
  void onRelease(Message.Release release, Member from, long now, Effects effects) {
    Copy mine = session.copy;
    Epoch epoch = release.label().epoch();
    if (session.round != null || session.isOwnedIn(epoch)) {
      return;
    }
    if (session.promised.compareTo(epoch) > 0) {
      session.node.network.send(
          from, new Message.NackEpoch(session.key(), epoch, session.promised));
      return;
    }
    if (mine != null && !mine.tombstone()) {
      if (mine.label().compareTo(release.label()) >= 0) {
        return;
      }
      if (epoch.compareTo(session.promised) > 0) {
        session.promise(epoch);
      }
      session.stepDown(now, effects);
      discardUnless(mine, release.from(), effects);
      session.copy = null;
      session.setDisputed(false);
      session.retention().restart();
    }
    Transition before = session.transitionIfAny();
    if (before != null && release.label().isNewerThan(before.untoldEnd)) {
      before.untoldEnd = Label.NONE;
    }
    if (before != null) {
      before.dropped = false;
    }
    if (session.copy == null) {
      if (epoch.compareTo(session.promised) > 0) {
        session.promise(epoch);
      }
      Transition transition = session.transition();
      if (release.label().isNewerThan(transition.released)) {
        transition.released = release.label();
      }
    }
    session.node.network.send(from, new Message.Released(session.key(), release.label()));
  }

  void onTouch(Message.Touch.Lease lease, long now) {
    renewLease(lease.epoch(), lease.sequence(), lease.leaseNanos(), now);
  }

  private void renewLease(Epoch epoch, long sequence, long leaseNanos, long now) {
    if (session.copy != null && session.primary == null && session.copy.epoch().equals(epoch)) {
      session.renewLease(sequence, leaseNanos, now);
    }
  }
}
