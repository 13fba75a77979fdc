// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.turn.Turn;

/**
 * The session that one round is to make this member the primary of, as far as the round sees it.
 * Guarded by the lock of the session, like the round.
 */
public interface Claimant {
  String key();

  /** Returns the epoch below which this member refuses every other. */
  Epoch promised();

  /** Returns whether a copy is here, or a tombstone. */
  boolean hasCopy();

  /** Returns the epoch of the copy that is here; {@link Epoch#NONE} without one. */
  Epoch heldEpoch();

  /** Returns the copy that is here, as it would travel in a promise. */
  Optional<Message.Held> heldCopy(long now);

  long viewNumber();

  /** Returns an epoch above the highest epoch of all sessions that were forgotten here. */
  Epoch forgotten();

  /** Promises {@code epoch} to this member itself, which is the acquirer. */
  void claimForSelf(Epoch epoch);

  /**
   * Becomes the primary with {@code newest}: the state that a round or a hand-over proved to be the
   * newest.
   *
   * @param others the members that may hold older copies
   */
  void win(AcquireRound won, Epoch epoch, Message.Held newest, Iterable<Member> others, Turn turn);

  /** Ends a round that found nothing, or not enough answers. */
  void lose();

  /** Answers a question that came during the round, which has won. */
  void answerDeferred(Message.Ask ask, Member from, Turn turn);

  /** Notes that no member knows the session. */
  void noteUnknown(long now);
}
