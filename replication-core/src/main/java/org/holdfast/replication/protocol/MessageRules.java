// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import org.holdfast.replication.membership.Member;

/**
 * What each message about a session changes, whichever part of it the session is for this member.
 * Guarded by the lock of its session.
 */
final class MessageRules {
  private final SessionState session;

  MessageRules(SessionState session) {
    this.session = session;
  }

  void on(Message.OfSession message, Member from, long now, Effects effects) {
    CopyRules rules = session.rules();
    if (message instanceof Message.Full full) {
      Copy offered = new Copy(full.label(), full.from(), false, full.image());
      if (rules.accept(offered, from, now, effects) || session.hasRefused(offered.epoch())) {
        session.renewLease(full.leaseNanos(), now);
      }
    } else if (message instanceof Message.Delta delta) {
      rules.onDelta(delta, from, now, effects);
    } else if (message instanceof Message.Remove remove) {
      rules.accept(
          new Copy(remove.label(), remove.from(), true, SessionImage.EMPTY), from, now, effects);
    } else if (message instanceof Message.Validate validate) {
      rules.onValidate(validate, from, now);
    } else if (message instanceof Message.Claim claim) {
      rules.onClaim(claim, from, now, effects);
    } else if (message instanceof Message.Release release) {
      rules.onRelease(release, from, now, effects);
    } else if (message instanceof Message.Ask ask) {
      session.handOvers().onAsk(ask, from, now, effects);
    } else if (message instanceof Message.Offer) {
      session.adoption().onOffer(from, now, effects);
    } else if (message instanceof Message.NackEpoch nack) {
      onNackEpoch(nack, now, effects);
    } else if (message instanceof Message.NackNewer nack) {
      onNackNewer(nack, from, now, effects);
    } else if (message instanceof Message.Answer answer) {
      onAnswer(answer, from, now, effects);
    } else if (session.round != null) {
      session.round.on(message, from, now, effects);
    }
  }

  /**
   * What holders say to the primary; that of an earlier term counts for nothing. But whoever took
   * something of that term only now must hear of the next one, or it would keep what nobody
   * releases.
   */
  private void onAnswer(Message.Answer answer, Member from, long now, Effects effects) {
    if (!session.isOwnedIn(answer.term())) {
      if (answer instanceof Message.Ack && session.promised.compareTo(answer.term()) > 0) {
        session.node.network.send(
            from, new Message.NackEpoch(session.key(), answer.term(), session.promised));
      }
      return;
    }
    Ownership primary = session.owned();
    if (answer instanceof Message.Ack ack) {
      primary.onAck(from, session.held(), ack, session.remainingLease(now), now, effects);
      session.handOvers().requestEnded(now, effects);
    } else if (answer instanceof Message.NackGap gap && gap.isForRoom()) {
      primary.onNoRoom(from, session.held(), session.remainingLease(now), now, effects);
    } else if (answer instanceof Message.NackGap gap) {
      primary.onGap(from, session.held(), gap.held(), session.remainingLease(now), now);
    } else if (answer instanceof Message.Released released) {
      primary.onReleased(from, session.held(), released.label());
    }
  }

  private void onNackEpoch(Message.NackEpoch nack, long now, Effects effects) {
    if (session.isOwnedIn(nack.refused())) {
      if (nack.promised().compareTo(session.promised) > 0) {
        session.promise(nack.promised());
      }
      session.stepDown(now, effects);
    } else if (nack.promised().compareTo(session.promised) > 0) {
      if (session.round != null) {
        session.round.on(nack, session.node.self, now, effects);
      } else if (session.copy != null && session.copy.epoch().equals(nack.refused())) {
        session.promise(nack.promised());
      }
    }
  }

  /**
   * Somebody may have acknowledged what this epoch does not descend from: unless it was protected,
   * what was written in it ranks no higher than where it came from, and another round, with that
   * member, finds the newest.
   */
  private void onNackNewer(Message.NackNewer nack, Member from, long now, Effects effects) {
    if (session.isOwnedIn(nack.refused())) {
      session.setDisputed(session.owned().everProtectedVersion() < 0);
      session.stepDown(now, effects);
      if (session.round == null) {
        session.startRound(from, List.of(), now, now, effects);
      }
      if (session.round != null) {
        session.round.require(from);
      }
    }
  }
}
