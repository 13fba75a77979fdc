// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;

/**
 * A copy of one session on another member, as far as the primary knows. Guarded by the lock of its
 * session.
 */
final class Holder {
  private static final long NONE = -1;

  final Member member;

  /** The newest version acknowledged in this epoch, or -1. */
  private long acked = NONE;

  /** The newest version sent on top of everything before it, or -1 if a full must come next. */
  private long sent = NONE;

  /** The version of the full that is on its way, or -1. */
  private long fullInFlight = NONE;

  private long sentNanos;

  /**
   * The oldest update whose acknowledgement would be news, and the time when it left. An answer
   * proves nothing about the time after its question: it may have waited while this process was
   * stopped.
   */
  private long markVersion = NONE;

  private long markNanos;
  private boolean fresh;
  private long freshNanos;

  /** The number of the validation that waits for its answer, or 0. */
  private long openQuestion;

  private long questionNanos;

  /**
   * The version sent before the open question was first asked: a holder that answers has it, or
   * will never get it.
   */
  private long questionVersion = NONE;

  /** The flag that the holder was asked for its version after a delay, and the time of that. */
  private boolean probed;

  private long probedNanos;

  /**
   * A flag that is set while the holder may have refused an update, and no later answer has shown
   * whether it did.
   */
  private boolean refused;

  /** The number of times that the holder was asked since then for that reason. */
  private int urged;

  /** The flag that an update waits for its acknowledgement, and the time since when. */
  private boolean open;

  private long openSinceNanos;

  /** The newest version that was ever sent. */
  private long newest = NONE;

  Holder(Member member) {
    this.member = member;
  }

  boolean hasAcked(long version) {
    return acked >= version;
  }

  boolean hasAckedNothing() {
    return acked == NONE;
  }

  long acked() {
    return acked;
  }

  boolean wasSent(long version) {
    return sent >= version;
  }

  boolean takesDeltaTo(long version) {
    return sent == version - 1;
  }

  void sentDelta(long version, long nowNanos) {
    startClock(nowNanos);
    asked(version, nowNanos);
    sent = version;
    newest = version;
    sentNanos = nowNanos;
  }

  void sentFull(long version, long nowNanos) {
    startClock(nowNanos);
    asked(version, nowNanos);
    sent = version;
    newest = version;
    fullInFlight = version;
    sentNanos = nowNanos;
  }

  /** Notes that the queue did not take an update: nothing that was sent can be built upon. */
  void notSent(long nowNanos) {
    refused = false;
    startClock(nowNanos);
    sent = NONE;
    fullInFlight = NONE;
    markVersion = NONE;
    sentNanos = nowNanos;
  }

  private void startClock(long nowNanos) {
    if (!open) {
      open = true;
      openSinceNanos = nowNanos;
    }
  }

  /**
   * Returns how long this acknowledgement took, from when the update or question left that it
   * answers; negative if it is no news.
   */
  long delayNanos(long version, long question, PrimaryPorts node, long nowNanos) {
    if (question != 0) {
      return question == openQuestion ? nowNanos - node.cluster.laterOfResumed(questionNanos) : -1;
    }
    return markVersion != NONE && version >= markVersion
        ? nowNanos - node.cluster.laterOfResumed(markNanos)
        : -1;
  }

  /** Takes an acknowledgement in; returns whether it shows that something was lost on the way. */
  boolean ack(long version, long question) {
    refused = false;
    boolean lost = false;
    if (question != 0) {
      if (question == openQuestion) {
        refresh(questionNanos);
        openQuestion = 0;
        lost = version < questionVersion;
      }
    } else if (markVersion != NONE && version >= markVersion) {
      refresh(markNanos);
      markVersion = NONE;
    }
    acked = Math.max(acked, version);
    if (acked >= fullInFlight) {
      fullInFlight = NONE;
    }
    open &= sent == NONE || acked < sent;
    return lost;
  }

  private void refresh(long nanos) {
    if (!fresh || nanos - freshNanos > 0) {
      fresh = true;
      freshNanos = nanos;
    }
  }

  /**
   * Returns whether the holder needs another full after it reported a gap. A full that is under way
   * closes the gap, unless the question came after it: then the full is lost.
   */
  boolean needsFullAfterGap(Label held, Epoch epoch) {
    // A holder that was away too long drops what it had acknowledged. If this message is only late,
    // it costs a full update.
    acked = Math.min(acked, held.epoch().equals(epoch) ? held.version() : NONE);
    boolean asked = openQuestion != 0 && questionVersion >= fullInFlight;
    // The next question is about what has been sent by then.
    openQuestion = 0;
    boolean needed =
        fullInFlight == NONE
            || asked
            || (held.epoch().equals(epoch) && held.version() >= fullInFlight);
    refused &= !needed;
    return needed;
  }

  /**
   * Returns whether an acknowledgement is overdue, or may not come at all as the holder listens
   * only now.
   */
  boolean isLate(PrimaryPorts node, long nowNanos) {
    long ackTimeoutNanos = node.config.ackTimeoutNanos();
    return refused && !node.cluster.refuses(member)
        || nowNanos - sentNanos > ackTimeoutNanos
        || markVersion != NONE && nowNanos - markNanos > ackTimeoutNanos;
  }

  /** Notes that an update left before the holder was known to listen: it may have refused it. */
  void mayHaveRefused(PrimaryPorts node, long nowNanos) {
    if (refused) {
      return;
    }
    refused = true;
    urged = 0;
    if (!node.cluster.refuses(member)) {
      // Most likely it does, and the answer is on its way.
      urged = 1;
      probed = true;
      probedNanos = nowNanos;
    }
  }

  /** Returns whether an update has left for the holder that a delta could build upon. */
  boolean isSent() {
    return sent != NONE;
  }

  /** Returns whether to ask the holder now for its version; notes that it was asked. */
  boolean probe(PrimaryPorts node, long nowNanos) {
    long pause = node.config.ackTimeoutNanos();
    boolean listens = refused && !node.cluster.refuses(member);
    if (listens) {
      // It may come to listen a little later than this member to it.
      pause = Math.min(pause, node.config.silenceTimeoutNanos() / 3 << Math.min(urged, 10) >> 1);
    }
    boolean first = listens && urged == 0;
    if (!first && probed && nowNanos - probedNanos <= pause) {
      return false;
    }
    urged += listens ? 1 : 0;
    probed = true;
    probedNanos = nowNanos;
    return true;
  }

  /** Returns the newest version that this member may have, whether or not it said so. */
  long newest() {
    return newest;
  }

  boolean hasOpenQuestion() {
    return openQuestion != 0;
  }

  /** Returns whether {@link #freshNanos} says anything. */
  boolean isFresh() {
    return fresh;
  }

  /** Returns until when this holder is known not to have promised the session to another. */
  long freshNanos() {
    return freshNanos;
  }

  private void asked(long version, long nowNanos) {
    if (markVersion == NONE) {
      markVersion = version;
      markNanos = nowNanos;
    }
  }

  /** Returns the number of the question to ask now: the same again until its answer comes. */
  long question(Holders numbers, long nowNanos) {
    if (openQuestion == 0) {
      openQuestion = numbers.nextQuestion();
      questionNanos = nowNanos;
      questionVersion = sent;
    }
    return openQuestion;
  }

  /**
   * Marks a member as stalled that was silent for so long that another should take its place;
   * returns whether that is news. Its silence while this member itself was stopped proves nothing.
   */
  boolean isStalled(PrimaryPorts node, long nowNanos) {
    long patience = 2 * node.config.ackTimeoutNanos();
    long watched = node.cluster.laterOfResumed(openSinceNanos);
    if (nowNanos - watched <= patience) {
      return false;
    }
    return node.cluster.stalledSince(member, nowNanos - patience);
  }
}
