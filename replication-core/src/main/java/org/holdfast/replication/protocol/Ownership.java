/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * One term as primary of one session: who holds copies, what they acknowledged, who waits for it.
 * Guarded by the lock of its session, like everything it is called with.
 *
 * <p>An update is protected once k members have acknowledged it that every possible acquirer asks
 * (see {@link Views}). Since an acquirer needs promises from all but k members, one of those always
 * knows the update or refuses this term's next one.
 */
final class Ownership {
  /**
   * Wants {@code version} protected, by acknowledgements not all older than {@code notBeforeNanos}.
   */
  private record Waiter(long version, long notBeforeNanos, Consumer<Outcome> callback) {}

  final Epoch epoch;

  /** Requests that use the session now. */
  int running;

  /** The hand-over that waits for them, if any. */
  @Nullable PendingHandOver handOver;

  /** Whether the application may hold live objects of it; false after an adoption. */
  boolean live;

  long touchSequence;

  private final ReplicaContext node;
  private final String key;
  private final List<Holder> holders = new ArrayList<>(2);

  /** Members with an older copy, to be told when they may drop it. */
  private final Set<Member> strays = new HashSet<>();

  private final List<Waiter> waiters = new ArrayList<>(1);

  /** Newest version that is protected by the holders of now; goes back when one is lost. */
  private long protectedVersion = -1;

  /** Newest version that ever was. */
  private long everProtectedVersion = -1;

  private long retargetedAt;
  private boolean degraded;
  private boolean stepWanted;

  Ownership(ReplicaContext node, String key, Epoch epoch, Collection<Member> otherHolders) {
    this.node = node;
    this.key = key;
    this.epoch = epoch;
    strays.addAll(otherHolders);
    strays.remove(node.self);
  }

  /** Sends one step to all holders. */
  void publish(Copy copy, @Nullable Changes changes, long leaseNanos, long nowNanos) {
    retarget(copy, leaseNanos, nowNanos);
    for (Holder holder : holders) {
      if (holder.wasSent(copy.version())) {
        continue;
      }
      if (changes != null && holder.takesDeltaTo(copy.version())) {
        Message delta =
            new Message.Delta(key, copy.label(), copy.version() - 1, leaseNanos, changes);
        if (node.network.send(holder.member, delta)) {
          holder.sentDelta(copy.version(), nowNanos);
          node.metrics.count(Counter.DELTAS_SENT);
        } else {
          holder.notSent(nowNanos);
        }
      } else {
        sendFull(holder, copy, leaseNanos, nowNanos);
      }
    }
    node.timed.add(key);
  }

  private void sendFull(Holder holder, Copy copy, long leaseNanos, long nowNanos) {
    Message message =
        copy.tombstone()
            ? new Message.Remove(key, copy.from(), copy.label())
            : new Message.Full(key, copy.from(), copy.label(), leaseNanos, copy.image());
    if (node.network.send(holder.member, message)) {
      holder.sentFull(copy.version(), nowNanos);
      node.metrics.count(Counter.FULLS_SENT);
    } else {
      holder.notSent(nowNanos);
    }
  }

  /**
   * Makes the first k members that answer the holders, if that may have changed. A holder that is
   * no longer wanted stays until the wanted ones have everything and every member knows the view,
   * so that there are never fewer copies than before.
   */
  void retarget(Copy copy, long leaseNanos, long nowNanos) {
    long generation = node.placementGeneration.get();
    Views views = node.views();
    if (retargetedAt == generation || views == null) {
      return;
    }
    retargetedAt = generation;
    for (Iterator<Holder> each = holders.iterator(); each.hasNext(); ) {
      Member member = each.next().member;
      if (!views.current().contains(member) || node.peers.isDown(member)) {
        each.remove();
        strays.add(member);
      }
    }
    for (Member member : views.wantedHolders(key, node)) {
      if (holderOf(member) == null) {
        Holder holder = new Holder(member);
        holders.add(holder);
        strays.remove(member);
        sendFull(holder, copy, leaseNanos, nowNanos);
        node.timed.add(key);
      }
    }
    updateProtected();
    finishMove(copy);
    markDegraded(copy);
  }

  private void finishMove(Copy copy) {
    Views views = node.views();
    if (views == null || !views.confirmed() || holders.size() <= node.config.secondaries()) {
      return;
    }
    List<Member> wanted = views.wantedHolders(key, node);
    for (Member member : wanted) {
      Holder holder = holderOf(member);
      if (holder == null || !holder.hasAcked(copy.version())) {
        return;
      }
    }
    for (Iterator<Holder> each = holders.iterator(); each.hasNext(); ) {
      Member member = each.next().member;
      if (!wanted.contains(member)) {
        each.remove();
        strays.add(member);
        stepWanted = true;
      }
    }
  }

  /**
   * Whether the session should take an empty step: a release drops only what is older than its
   * label, so that a late one cannot drop the copy of a member that became a holder again.
   */
  boolean takeStepWanted() {
    boolean wanted = stepWanted;
    stepWanted = false;
    return wanted;
  }

  /** Takes in an acknowledgement of this epoch; acknowledgements are cumulative. */
  void onAck(Member from, Copy copy, Message.Ack ack, Effects effects) {
    long version = ack.label().version();
    Holder holder = holderOf(from);
    if (holder == null || version > copy.version()) {
      return;
    }
    holder.ack(version, ack.question());
    updateProtected();
    finishMove(copy);
    afterProgress(copy, effects);
  }

  void onGap(Member from, Copy copy, Label held, long leaseNanos, long nowNanos) {
    Holder holder = holderOf(from);
    if (holder != null && holder.needsFullAfterGap(held, epoch)) {
      node.metrics.count(Counter.GAPS);
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
  }

  /** Sends again what was not acknowledged in time; returns whether something is still open. */
  boolean tick(Copy copy, long leaseNanos, long nowNanos, Effects effects) {
    retarget(copy, leaseNanos, nowNanos);
    boolean open = false;
    for (Holder holder : holders) {
      if (holder.hasAcked(copy.version())) {
        continue;
      }
      open = true;
      long timeout = node.config.ackTimeoutNanos();
      if (nowNanos - holder.openSinceNanos() > 2 * timeout
          && node.peers.stalledSince(holder.member, holder.openSinceNanos())) {
        node.placementGeneration.incrementAndGet();
      } else if (nowNanos - holder.sentNanos() > timeout) {
        sendFull(holder, copy, leaseNanos, nowNanos);
      }
    }
    updateProtected();
    finishMove(copy);
    afterProgress(copy, effects);
    if (!open && !waiters.isEmpty()) {
      validate(copy, nowNanos);
      open = true;
    }
    return open || holders.size() > node.config.secondaries();
  }

  private void afterProgress(Copy copy, Effects effects) {
    for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
      Waiter waiter = each.next();
      if (protectedVersion >= waiter.version && freshNanos() >= waiter.notBeforeNanos) {
        each.remove();
        effects.later(() -> waiter.callback.accept(Outcome.PROTECTED));
      } else if (cannotProtect()) {
        each.remove();
        effects.later(() -> waiter.callback.accept(Outcome.DEGRADED));
      }
    }
    if (isProtected(copy) && !stepWanted) {
      releaseStrays(copy);
    }
    markDegraded(copy);
  }

  private void releaseStrays(Copy copy) {
    Views views = node.views();
    if (strays.isEmpty() || views == null || !views.confirmed()) {
      return;
    }
    for (Iterator<Member> each = strays.iterator(); each.hasNext(); ) {
      Member member = each.next();
      if (!views.everybody().contains(member)) {
        each.remove();
      } else if (!node.peers.isDown(member) && views.current().contains(member)) {
        node.network.send(member, new Message.Release(key, copy.label()));
        each.remove();
      }
    }
  }

  /**
   * Tells when {@code version} is protected and this member is known to have been the primary a
   * moment ago; otherwise a read could be answered from a state that a successor has left behind.
   */
  void await(Copy copy, long version, long nowNanos, Consumer<Outcome> callback, Effects effects) {
    if (cannotProtect()) {
      Outcome outcome = Outcome.DEGRADED;
      effects.later(() -> callback.accept(outcome));
      return;
    }
    long notBefore = nowNanos - node.config.freshNanos();
    if (protectedVersion >= version && freshNanos() >= notBefore) {
      effects.later(() -> callback.accept(Outcome.PROTECTED));
      return;
    }
    waiters.add(new Waiter(version, notBefore, callback));
    if (protectedVersion >= version) {
      validate(copy, nowNanos);
      node.timed.add(key);
    }
  }

  /** Asks the holders for another acknowledgement; one that has promised a successor refuses. */
  void validate(Copy copy, long nowNanos) {
    for (Holder holder : holders) {
      node.network.send(
          holder.member, new Message.Validate(key, copy.label(), holder.question(nowNanos)));
    }
  }

  /** Since when no other member can have become the primary: the k-th newest acknowledgement. */
  private long freshNanos() {
    Views views = node.views();
    int wanted = node.config.secondaries();
    if (views == null) {
      return Long.MIN_VALUE;
    }
    long[] times =
        holders.stream()
            .filter(holder -> views.countable().contains(holder.member) && holder.acked() >= 0)
            .mapToLong(Holder::freshNanos)
            .sorted()
            .toArray();
    return times.length < wanted ? Long.MIN_VALUE : times[times.length - wanted];
  }

  /** Ends the term; whoever waits hears that the session is another's. */
  void end(Effects effects) {
    for (Waiter waiter : waiters) {
      effects.later(() -> waiter.callback.accept(Outcome.FENCED));
    }
    waiters.clear();
    setDegraded(false);
  }

  boolean isProtected(Copy copy) {
    return protectedVersion >= copy.version();
  }

  /**
   * Whether every holder that the current placement wants has everything, or nobody is there to
   * hold it.
   */
  boolean isRebalanced(Copy copy) {
    Views views = node.views();
    if (views == null || retargetedAt != node.placementGeneration.get()) {
      return false;
    }
    for (Holder holder : holders) {
      if (!holder.hasAcked(copy.version())) {
        return false;
      }
    }
    return true;
  }

  long everProtectedVersion() {
    return everProtectedVersion;
  }

  private void updateProtected() {
    protectedVersion = ackedByEnough();
    everProtectedVersion = Math.max(everProtectedVersion, protectedVersion);
  }

  /** Whether too few members are there to hold copies. */
  boolean cannotProtect() {
    return holders.size() < node.config.secondaries() || node.config.secondaries() == 0;
  }

  /** The newest version that at least k countable holders have, or -1. */
  private long ackedByEnough() {
    Views views = node.views();
    int wanted = node.config.secondaries();
    if (views == null || wanted == 0 || !views.countable().contains(node.self)) {
      return -1;
    }
    long[] acked =
        holders.stream()
            .filter(holder -> views.countable().contains(holder.member))
            .mapToLong(Holder::acked)
            .sorted()
            .toArray();
    return acked.length < wanted ? -1 : acked[acked.length - wanted];
  }

  private void markDegraded(Copy copy) {
    setDegraded(!isProtected(copy) && cannotProtect());
  }

  private void setDegraded(boolean now) {
    if (now != degraded) {
      degraded = now;
      node.degradedSessions.addAndGet(now ? 1 : -1);
    }
  }

  Collection<Member> holderMembers() {
    return holders.stream().map(holder -> holder.member).toList();
  }

  private @Nullable Holder holderOf(Member member) {
    for (Holder holder : holders) {
      if (holder.member.equals(member)) {
        return holder;
      }
    }
    return null;
  }
}
