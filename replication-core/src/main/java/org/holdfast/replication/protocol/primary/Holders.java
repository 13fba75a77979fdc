// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.views.Candidates;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * The copies of one session that its primary counts on, and the facts that they prove together.
 * Guarded by the lock of its session.
 */
final class Holders implements Iterable<Holder> {
  private final PrimaryPorts node;
  private final List<Holder> holders = new ArrayList<>(2);

  private long questions;

  Holders(PrimaryPorts node) {
    this.node = node;
  }

  @Override
  public Iterator<Holder> iterator() {
    return holders.iterator();
  }

  Holder add(Member member) {
    Holder holder = new Holder(member);
    holders.add(holder);
    return holder;
  }

  /** Removes the holders whose member matches, and returns them. */
  List<Holder> remove(Predicate<Member> which) {
    List<Holder> removed = holders.stream().filter(holder -> which.test(holder.member)).toList();
    holders.removeAll(removed);
    return removed;
  }

  @Nullable Holder of(Member member) {
    for (Holder holder : holders) {
      if (holder.member.equals(member)) {
        return holder;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return holders.isEmpty();
  }

  Collection<Member> members() {
    return holders.stream().map(holder -> holder.member).toList();
  }

  /**
   * Returns members to send an update to, besides the holders, while the view is not confirmed:
   * enough for k of them to count. The only holder of a new session may have just joined; its
   * responses would wait until all know the view. No member that is about to leave is among them:
   * its copy counts for nothing once it has left, whatever it has acknowledged.
   */
  List<Member> standIns(String key, Copy copy) {
    Views views = node.cluster.views();
    if (views == null || views.confirmed()) {
      return List.of();
    }
    int missing = node.config.secondaries();
    for (Holder holder : holders) {
      missing -= views.countable().contains(holder.member) ? 1 : 0;
    }
    if (missing <= 0) {
      return List.of();
    }
    Candidates candidates = node.cluster.candidates();
    return candidates.preferred(
        views,
        key,
        missing,
        member ->
            views.countable().contains(member)
                && !node.cluster.isDraining(member)
                && of(member) == null
                && node.cluster.mayTake(member, copy));
  }

  /**
   * Returns the k members that should have the end of the session: first the holders that have
   * acknowledged it and stay, then the {@code preferred} ones. A session moves to where the
   * placement wants it, so that all serve and hold as much. An end takes no such room, and a
   * request finds it wherever k members have it. There may be a hundred thousand of them, and each
   * join would move many.
   */
  List<Member> whoHaveTheEnd(List<Member> preferred, long version) {
    Stream<Member> staying =
        holders.stream()
            .filter(holder -> holder.hasAcked(version) && stays(holder.member))
            .map(holder -> holder.member);
    return Stream.concat(staying, preferred.stream())
        .distinct()
        .limit(node.config.secondaries())
        .toList();
  }

  private boolean stays(Member member) {
    return node.cluster.isReachable(member) && !node.cluster.isDraining(member);
  }

  /** Returns whether there are fewer than k holders, or k is 0. */
  boolean tooFew() {
    return holders.size() < node.config.secondaries() || node.config.secondaries() == 0;
  }

  /**
   * Returns whether nothing can be protected: there are {@linkplain #tooFew too few} holders, or
   * members that vanished may take the session over whatever these holders have.
   */
  boolean cannotProtect() {
    return tooFew() || node.cluster.isOutnumbered();
  }

  boolean tooFewReachable() {
    int reachable = 0;
    for (Holder holder : holders) {
      reachable += node.cluster.isReachable(holder.member) ? 1 : 0;
    }
    return reachable < node.config.secondaries();
  }

  boolean tooMany() {
    return holders.size() > node.config.secondaries();
  }

  /**
   * Returns whether there are k holders, or as many as the view has other members that have a copy
   * or have refused none.
   */
  boolean areAllThatFit(Views views, Copy copy) {
    int others = 0;
    for (Member member : views.current().members()) {
      others += !member.equals(node.cluster.self()) && mayHold(member, copy) ? 1 : 0;
    }
    return holders.size() >= Math.min(node.config.secondaries(), others);
  }

  /** Returns whether there are fewer than k, and fewer than the view has other members. */
  boolean areFewerThanFit(Views views) {
    int others = views.current().members().size() - 1;
    return holders.size() < Math.min(node.config.secondaries(), others);
  }

  /** Returns whether {@code member} is a holder, or may be asked to become one. */
  boolean mayHold(Member member, Copy copy) {
    return node.cluster.mayTake(member, copy) || of(member) != null;
  }

  boolean allHave(long version) {
    for (Holder holder : holders) {
      if (!holder.hasAcked(version)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all {@code members} are holders and have that version. */
  boolean haveAll(List<Member> members, long version) {
    for (Member member : members) {
      Holder holder = of(member);
      if (holder == null || !holder.hasAcked(version)) {
        return false;
      }
    }
    return true;
  }

  boolean haveOpenQuestion() {
    for (Holder holder : holders) {
      if (holder.hasOpenQuestion()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the newest version that at least k holders have whose acknowledgements count, or -1. An
   * acquirer asks all but k members, so the primary or one of these holders is among them. But
   * members that vanished ask none of these, if they are enough to continue without this side.
   */
  long protectedVersion() {
    Views views = node.cluster.views();
    if (views == null
        || !views.countable().contains(node.cluster.self())
        || node.cluster.isOutnumbered()
        || !node.cluster.mayServe()) {
      return -1;
    }
    return best(views, holder -> true, Holder::acked, -1);
  }

  /**
   * Returns the next number of a question in this epoch: a member that becomes a holder again must
   * not be taken to answer a new question with its answer to an old one.
   */
  long nextQuestion() {
    return ++questions;
  }

  /**
   * Returns until when no other member can have become the primary: the k-th newest {@link
   * Holder#freshNanos}; long ago if there are too few.
   */
  long freshNanos(long nowNanos) {
    Views views = node.cluster.views();
    long never = Long.MIN_VALUE / 2;
    // As ages, which can be compared whatever the clock's origin is.
    long age =
        views == null
            ? never
            : best(views, Holder::isFresh, holder -> holder.freshNanos() - nowNanos, never);
    return nowNanos + age;
  }

  /** Returns the k-th highest figure among the holders that count; {@code none} without one. */
  private long best(
      Views views, Predicate<Holder> which, ToLongFunction<Holder> figure, long none) {
    int wanted = node.config.secondaries();
    long[] figures = new long[holders.size()];
    int count = 0;
    for (Holder holder : holders) {
      if (views.countable().contains(holder.member) && which.test(holder)) {
        figures[count++] = figure.applyAsLong(holder);
      }
    }
    Arrays.sort(figures, 0, count);
    return wanted == 0 || count < wanted ? none : figures[count - wanted];
  }
}
