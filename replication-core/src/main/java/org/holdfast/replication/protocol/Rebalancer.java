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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/**
 * After a view or a peer changed, brings each session to where it belongs: copies to new
 * secondaries, dead primaries' sessions to an adopter. Paced by what is still waiting for
 * acknowledgement, so that requests keep their share. Tells the others when done.
 */
final class Rebalancer {
  /*
   * Threads: the protocol thread runs onView and tick; transport threads run onStatus.
   * Locks: this object's monitor guards nothing that is needed under a session's lock.
   */
  private final ReplicaContext node;
  private final Replica replica;

  /** Sessions not looked at since the last change. Protocol thread only. */
  private final Set<String> waiting = new LinkedHashSet<>();

  /** Sessions on their way. Protocol thread only. */
  private final Set<String> moving = new LinkedHashSet<>();

  /** When stranded sessions were tried last. Protocol thread only. */
  private long strandedNanos;

  @GuardedBy("this")
  private long statusNanos;

  Rebalancer(ReplicaContext node, Replica replica) {
    this.node = node;
    this.replica = replica;
  }

  void onView(View view, Set<String> keys, long now) {
    Views before = node.views();
    if (before != null && before.current().sameAs(view)) {
      return;
    }
    node.tracker.install(view, now);
    node.placementGeneration.incrementAndGet();
    Views views = node.views();
    if (views != null) {
      node.peers.retainAll(views);
    }
    review(keys);
    sendStatus(now, true);
  }

  private void review(Set<String> keys) {
    node.reviewRequested.set(false);
    waiting.addAll(keys);
  }

  void onStatus(Member from, Message.ViewStatus status, long now) {
    advanced(node.tracker.record(from, status, now));
    Views views = node.views();
    if (status.replyWanted() && views != null && views.current().number() == status.viewNumber()) {
      node.network.send(from, status(views, false));
    }
  }

  void tick(Set<String> keys, long now) {
    if (node.reviewRequested.get()) {
      review(keys);
    }
    moving.removeIf(key -> isThere(key, now));
    List<String> started = new ArrayList<>();
    for (Iterator<String> each = waiting.iterator();
        each.hasNext() && moving.size() + started.size() < node.config.repairsPerTick(); ) {
      String key = each.next();
      each.remove();
      if (!reconcile(key, now)) {
        started.add(key);
      }
    }
    moving.addAll(started);
    retryStranded(now);
    Views views = node.views();
    if (views == null) {
      return;
    }
    boolean done = waiting.isEmpty() && moving.isEmpty();
    if (done && !node.tracker.isRebalanced()) {
      advanced(node.tracker.rebalanced(now));
      sendStatus(now, true);
    } else if (!views.settled()) {
      advanced(node.tracker.tick(now));
      sendStatusIfDue(now);
    } else {
      probeStalled(views, now);
    }
  }

  /**
   * What could not be proven may be later. No view waits for it: a settled view may be just what it
   * needs.
   */
  private void retryStranded(long now) {
    if (node.stranded.isEmpty()) {
      strandedNanos = now;
      return;
    }
    if (now - strandedNanos < node.config.acquireTimeoutNanos()) {
      return;
    }
    strandedNanos = now;
    int left = node.config.repairsPerTick();
    for (Iterator<String> each = node.stranded.iterator(); each.hasNext() && left > 0; left--) {
      String key = each.next();
      each.remove();
      reconcile(key, now);
    }
  }

  /**
   * Nobody writes to a member that counts as stalled, so somebody has to ask whether it still is.
   */
  private synchronized void probeStalled(Views views, long now) {
    if (now - statusNanos < ReplicaConfig.STATUS_NANOS) {
      return;
    }
    statusNanos = now;
    for (Member member : views.current().members()) {
      if (node.peers.isStalled(member)) {
        node.network.send(member, status(views, true));
      }
    }
  }

  /** A confirmed view lets more acknowledgements count, a settled one lets old copies go. */
  private void advanced(boolean news) {
    if (news) {
      node.placementGeneration.incrementAndGet();
      node.requestReview();
    }
  }

  private boolean isThere(String key, long now) {
    return replica.with(key, (session, effects) -> session.settle(now));
  }

  private boolean reconcile(String key, long now) {
    return replica.with(key, (session, effects) -> session.reconcile(now, effects));
  }

  private synchronized void sendStatusIfDue(long now) {
    if (now - statusNanos >= ReplicaConfig.STATUS_NANOS) {
      sendStatus(now, true);
    }
  }

  private synchronized void sendStatus(long now, boolean replyWanted) {
    statusNanos = now;
    Views views = node.views();
    if (views == null) {
      return;
    }
    for (Member member : views.current().members()) {
      if (!member.equals(node.self)) {
        node.network.send(member, status(views, replyWanted));
      }
    }
  }

  private Message.ViewStatus status(Views views, boolean replyWanted) {
    return new Message.ViewStatus(
        views.current().number(),
        views.current().creator(),
        node.tracker.isRebalanced(),
        node.tracker.isNewcomer(),
        replyWanted);
  }
}
