// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * The members that one round asks, their answers, and the proof that these make. Guarded by the
 * lock of its session.
 */
final class Answers {
  private final TakeoverPorts node;

  /** The highest epoch that each member knew when it was asked for the primary. */
  private final Map<Member, Epoch> hints = new HashMap<>();

  /** The promises for the current epoch. */
  private final Map<Member, Message.Promise> promises = new HashMap<>();

  /**
   * The members to ask even if the view does not list them; nothing is proven without the required
   * ones.
   */
  private final Set<Member> extra = new HashSet<>();

  private final Set<Member> required = new HashSet<>();

  /**
   * The views under which the round asked for the current answers. An answer says what its member
   * held then; a view that has settled since demands fewer answers, but only of members that were
   * asked since.
   */
  private @Nullable Views askedIn;

  Answers(TakeoverPorts node) {
    this.node = node;
    this.askedIn = node.cluster.views();
  }

  /** Adds a member to ask, unless it is null. */
  void include(@Nullable Member member) {
    if (member != null) {
      extra.add(member);
    }
  }

  /** Adds a member that knows a newer state: while it can be reached, its promise is required. */
  void require(Member member) {
    extra.add(member);
    required.add(member);
  }

  /** Returns the members to ask: all that may know the session, without the own member. */
  Set<Member> others() {
    Views views = node.cluster.views();
    Set<Member> others = new HashSet<>(extra);
    if (views != null) {
      others.addAll(views.everybody());
    }
    others.remove(node.cluster.self());
    return others;
  }

  /** Returns the answer to a request if only {@code answered} have answered in time. */
  Acquired refusal(Set<Member> answered) {
    String silent =
        others().stream()
            .filter(member -> !answered.contains(member))
            .map(Member::name)
            .sorted()
            .collect(Collectors.joining(", "));
    return new Acquired.Unavailable(
        "no proof of the newest state within "
            + node.cluster.patienceNanos() / 1_000_000
            + " ms; no answer from "
            + (silent.isEmpty() ? "nobody (another member repeatedly takes the session)" : silent));
  }

  /** Forgets all answers: the round asks all members anew. */
  void clear() {
    hints.clear();
    clearPromises();
  }

  /** Forgets the promises: no member has promised the new epoch yet. */
  void clearPromises() {
    promises.clear();
    askedIn = node.cluster.views();
  }

  void hint(Member from, Epoch highest) {
    hints.put(from, highest);
  }

  void promise(Member from, Message.Promise promise) {
    promises.put(from, promise);
  }

  /** Returns the members that have reported the highest epoch that they know. */
  Set<Member> hinting() {
    return hints.keySet();
  }

  Set<Member> promising() {
    return promises.keySet();
  }

  /** Returns whether all members that can be reached have reported their highest epoch. */
  boolean haveAllHinted() {
    return haveAllReachable(hints.keySet(), others());
  }

  /**
   * Returns whether each reachable member that sent a hint has promised, too. Fewer promises prove
   * that no acknowledged state is missing; but a state that could not be protected is worth a
   * moment, too, while its holder is known to be there.
   */
  boolean haveAllWhoSpokePromised() {
    return haveAllReachable(promises.keySet(), hints.keySet());
  }

  private boolean haveAllReachable(Set<Member> answered, Set<Member> asked) {
    for (Member member : asked) {
      if (!answered.contains(member) && node.cluster.isReachable(member)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the owner of {@code heard} can be reached, but did not know it when asked. */
  boolean isOwnerStillComing(Epoch heard) {
    for (Member member : others()) {
      if (heard.isOwnedBy(member)
          && node.cluster.isReachable(member)
          && heard.compareTo(hints.getOrDefault(member, Epoch.NONE)) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the promise with which a living primary handed the session over, or null if none came.
   * A primary that a settled view passed over serves only the state that it remembers: its promise
   * proves no more than any other.
   */
  Message.@Nullable Promise handOver() {
    for (Message.Promise promise : promises.values()) {
      if (promise.handOver() && !node.cluster.isPassedOver(promise.viewNumber())) {
        return promise;
      }
    }
    return null;
  }

  /** Returns whether the owner of {@code epoch} has promised, and so serves in it no more. */
  boolean hasOwnerPromised(Epoch epoch) {
    return promises.keySet().stream().anyMatch(epoch::isOwnedBy);
  }

  /** Returns whether the hints must name the primary, if any member serves the session. */
  boolean proveAbsence() {
    return node.cluster.isProvenBy(hints.keySet(), askedIn);
  }

  /** Returns whether no acknowledged state can be missing among those of the promising members. */
  boolean proveNewest() {
    return node.cluster.isProvenBy(promises.keySet(), askedIn)
        && haveAllReachable(promises.keySet(), required);
  }

  /** Returns the newest of {@code known} and the states that came with the promises. */
  Message.@Nullable Held newest(Message.@Nullable Held known) {
    Message.Held best = known;
    for (Message.Promise promise : promises.values()) {
      best = Message.Held.newer(best, promise.held().orElse(null));
    }
    return best;
  }
}
