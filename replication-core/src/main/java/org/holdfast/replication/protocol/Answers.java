// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * Whom one round asks, what they have answered, and what that proves. Guarded by the lock of its
 * session.
 */
final class Answers {
  private final ReplicaContext node;

  /** The highest epoch that each has heard of, from those who were asked for the primary. */
  private final Map<Member, Epoch> hints = new HashMap<>();

  /** Promises for the ballot of now. */
  private final Map<Member, Message.Promise> promises = new HashMap<>();

  /** To be asked whatever the view says, and those of them without whom nothing is proven. */
  private final Set<Member> extra = new HashSet<>();

  private final Set<Member> required = new HashSet<>();

  /**
   * The views in which the answers of now were asked for. An answer says what its member held then;
   * a view that has settled since demands fewer answers, but only of members that were asked since.
   */
  private @Nullable Views askedIn;

  Answers(ReplicaContext node) {
    this.node = node;
    this.askedIn = node.views();
  }

  /** Has this one asked, too. */
  void include(@Nullable Member member) {
    if (member != null) {
      extra.add(member);
    }
  }

  /** This one knows of something newer: nothing is proven without it while it can be reached. */
  void require(Member member) {
    extra.add(member);
    required.add(member);
  }

  /** All who are to be asked: who may know of the session, besides the own member. */
  Set<Member> others() {
    Views views = node.views();
    Set<Member> others = new HashSet<>(extra);
    if (views != null) {
      others.addAll(views.everybody());
    }
    others.remove(node.self);
    return others;
  }

  /** What a request is told if these are all that have answered in time. */
  Acquired refusal(Set<Member> answered) {
    String silent =
        others().stream()
            .filter(member -> !answered.contains(member))
            .map(Member::name)
            .sorted()
            .collect(Collectors.joining(", "));
    return new Acquired.Unavailable(
        "no proof of the newest state within "
            + node.patienceNanos() / 1_000_000
            + " ms; no answer from "
            + (silent.isEmpty() ? "nobody (another member keeps taking it)" : silent));
  }

  /** Everybody is asked anew. */
  void clear() {
    hints.clear();
    clearPromises();
  }

  /** There is another ballot, for which nobody has promised anything yet. */
  void clearPromises() {
    promises.clear();
    askedIn = node.views();
  }

  void hint(Member from, Epoch highest) {
    hints.put(from, highest);
  }

  void promise(Member from, Message.Promise promise) {
    promises.put(from, promise);
  }

  /** Who has said what it has heard of. */
  Set<Member> hinting() {
    return hints.keySet();
  }

  Set<Member> promising() {
    return promises.keySet();
  }

  /** Whether everybody has said what it has heard of, but those who cannot be reached. */
  boolean haveAllHinted() {
    return haveAllReachable(hints.keySet(), others());
  }

  /**
   * Fewer promises prove that nothing acknowledged is missing; but what could not be protected is
   * worth a moment, too, as long as its holder is known to be there.
   */
  boolean haveAllWhoSpokePromised() {
    return haveAllReachable(promises.keySet(), hints.keySet());
  }

  private boolean haveAllReachable(Set<Member> answered, Set<Member> asked) {
    for (Member member : asked) {
      if (!answered.contains(member) && node.isReachable(member)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the owner of this epoch can be reached, but did not know of it when it answered. */
  boolean isOwnerStillComing(Epoch heard) {
    for (Member member : others()) {
      if (heard.isOwnedBy(member)
          && node.isReachable(member)
          && heard.compareTo(hints.getOrDefault(member, Epoch.NONE)) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The promise with which a living primary has given the session up, if one has come. One that was
   * passed over by a view that has settled is primary of what it remembers: its word proves as much
   * as anybody's.
   */
  Message.@Nullable Promise handOver() {
    for (Message.Promise promise : promises.values()) {
      if (promise.handOver() && !node.tracker.majority().isPassedOver(promise.viewNumber())) {
        return promise;
      }
    }
    return null;
  }

  /** Whether the owner of this epoch has promised, and so serves it no more. */
  boolean hasOwnerPromised(Epoch epoch) {
    return promises.keySet().stream().anyMatch(epoch::isOwnedBy);
  }

  /** Whether nobody whom these have not heard of can be serving the session. */
  boolean proveAbsence() {
    return isProvenBy(hints.keySet());
  }

  /** Whether no acknowledged state can be missing among those of the members that promised. */
  boolean proveNewest() {
    return isProvenBy(promises.keySet()) && haveAllReachable(promises.keySet(), required);
  }

  private boolean isProvenBy(Set<Member> members) {
    Views views = node.views();
    int k = node.config.secondaries();
    Set<Member> answered = new HashSet<>(members);
    answered.add(node.self);
    return views != null
        && node.mayServe()
        && node.doubt.allows(views.current(), answered)
        && views.provenBy(answered, k, node.peers)
        && wasProvenBy(answered, k, views)
        && node.tracker.majority().isProvenBy(answered, views.leastSecondaries(k));
  }

  private boolean wasProvenBy(Set<Member> answered, int k, Views now) {
    return now.equals(askedIn) || askedIn != null && askedIn.provenBy(answered, k, node.peers);
  }

  /** The newest of this state and those that came with the promises. */
  Message.@Nullable Held newest(Message.@Nullable Held known) {
    Message.Held best = known;
    for (Message.Promise promise : promises.values()) {
      best = Message.Held.newer(best, promise.held().orElse(null));
    }
    return best;
  }
}
