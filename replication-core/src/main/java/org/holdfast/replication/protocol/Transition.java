// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a session only while it changes hands or while something about it runs out:
 * a copy that simply lies here has none of it. Guarded by the lock of its session.
 */
final class Transition {
  /** What was promised before the promise of now, for a repeated answer to the same claim. */
  Epoch promisedBefore = Epoch.NONE;

  /**
   * Newest state that this member may have helped to protect; null if that is the copy it holds.
   */
  @Nullable Label confirmed;

  /**
   * A member may have acknowledged what the copy does not descend from: the copy ranks as what it
   * came from.
   */
  boolean disputed;

  /** The ballot in which this member gave the session up as a living primary. */
  Epoch handedOverIn = Epoch.NONE;

  /** Whether the time of a fence or a tombstone without a term runs, and since when. */
  boolean counting;

  long sinceNanos;

  /** Whether this member noticed the end of the session as its primary, and when. */
  boolean ended;

  long endedNanos;

  /** Whether the term of a tombstone has lasted for its time, and nothing has come since. */
  boolean servedOut;

  /** The newest release that came: what is older has been overtaken by it. */
  Label released = Label.NONE;

  /**
   * The end with which a term of this member was cut short; none once another primary has told this
   * member. Until then this member looks for one: a member that returns may bring an older copy.
   */
  Label untoldEnd = Label.NONE;

  /**
   * Whether a copy was dropped here on which a primary may still count. It is over with a copy, a
   * release or a claim: a claimer that wins chooses its holders anew.
   */
  boolean dropped;

  /**
   * The newest term whose primary sent bytes for which there was no room: it has shown itself, so
   * the older copy here is in doubt no more.
   */
  Epoch noRoomFor = Epoch.NONE;

  /** Members that asked for the session while it was being handed over to another, and how. */
  private @Nullable Map<Member, Epoch> alsoAsking;

  /** A request that arrived while the session was being handed over, and when. */
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

  void alsoAsks(Member member, Epoch ballot) {
    if (alsoAsking == null) {
      alsoAsking = new LinkedHashMap<>(2);
    }
    alsoAsking.put(member, ballot);
  }

  Map<Member, Epoch> takeAlsoAsking() {
    Map<Member, Epoch> taken = alsoAsking == null ? Map.of() : alsoAsking;
    alsoAsking = null;
    return taken;
  }
}
