// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.history.Request;

/**
 * The work of a container on each member besides serving requests: it ends sessions that nobody has
 * used for long and tells their listeners, after it has made sure that they are still its own.
 */
final class SimulatedContainers {
  private final SimulatedCluster cluster;

  /** Keys of sessions that expired. */
  private final List<String> expired = new ArrayList<>();

  SimulatedContainers(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  List<String> expired() {
    return List.copyOf(expired);
  }

  /** Looks for expired sessions on this member, as long as it runs. */
  void watch(SimulatedNode node) {
    node.after(
        SessionEnds.LOOK_NANOS,
        () -> {
          if (!node.isAlive()) {
            return;
          }
          if (node.isUp()) {
            node.replica.unused().expired(node.now()).forEach(key -> offered(node, key));
          }
          watch(node);
        });
  }

  /**
   * Only the member that serves a session may receive that it has expired: others run no listeners
   * (I6).
   */
  private void offered(SimulatedNode node, String key) {
    SessionHistory.check(
        node.replica.snapshot(key).primary(),
        "I6",
        key,
        "is to expire on " + node.self.name() + ", which holds but a copy of it");
    take(node, key);
  }

  private void take(SimulatedNode node, String key) {
    boolean[] late = new boolean[1];
    Consumer<Acquired> answered = cluster.calls.acquire(node, key);
    node.replica.acquire(
        key,
        null,
        node.now(),
        acquired -> {
          answered.accept(acquired);
          if (acquired instanceof Acquired.Owned owned) {
            if (late[0]) {
              node.replica.end(key, owned.epoch(), node.now());
            } else {
              end(node, key, owned.epoch(), true);
            }
          }
        });
    late[0] = true;
  }

  /**
   * Ends a session whose lease is over, unless it is another's by now or used again. To know that,
   * it asks the holders: what they said a moment ago would not do, since another member may have
   * ended the session in that moment. One request is counted as running for this.
   *
   * @param graced whether more than the lease was waited for
   */
  void end(SimulatedNode node, String key, Epoch epoch, boolean graced) {
    long asked = node.now();
    Runnable answered = cluster.calls.await(node, key);
    node.replica
        .served(key, epoch)
        .confirm(
            asked,
            SimulatedCluster.CONFIG.ackTimeoutNanos(),
            asked,
            outcome -> {
              answered.run();
              boolean alone = outcome == Outcome.DEGRADED;
              // An answer that waited out a pause of this member says nothing of what is now.
              boolean fresh = node.now() - asked <= SimulatedCluster.CONFIG.freshNanos();
              boolean mine = alone || (outcome == Outcome.PROTECTED && fresh);
              if (mine && node.replica.unused().isLeftToExpire(key, epoch, node.now())) {
                expire(node, key, epoch, graced, alone);
              } else {
                node.replica.end(key, epoch, node.now());
              }
            });
  }

  private void expire(SimulatedNode node, String key, Epoch epoch, boolean graced, boolean alone) {
    cluster.tally.count(Tally.STEPS, Step.EXPIRE.name());
    Epoch before = cluster.ends.lastEpoch(key);
    if (!before.isNone() && !cluster.isOwnerAlive(before)) {
      cluster.tally.count(Tally.STEPS, Step.EXPIRE_ORPHAN.name());
    }
    cluster.trace.note(cluster.clock.now(), key + " expires on " + node.self.name());
    SessionHistory.Start start =
        cluster.history.start(key, Request.INVALIDATE, node, "", cluster.clock.now());
    SessionImage image = node.replica.snapshot(key).copy().image();
    long value =
        SimulatedClient.counter(node.attributes(key, epoch, image).get(SimulatedClient.COUNTER));
    if (!alone) {
      cluster.history.protectedRead(key, cluster.history.lineage.newestIn(key, image), start);
    }
    SessionEnds.End end = cluster.ends.expired(key, node, epoch, graced, alone);
    cluster.history.expired(key);
    expired.add(key);
    long version = node.replica.remove(key, epoch, node.now());
    cluster.invariants.afterStep(node, key);
    Runnable answered = cluster.calls.await(node, key);
    node.replica.await(
        key,
        epoch,
        version,
        node.now(),
        outcome -> {
          answered.run();
          if (outcome == Outcome.PROTECTED) {
            cluster.ends.confirmed(end);
            cluster.history.protectedEnd(key, cluster.clock.now());
            cluster.history.answered(start, value, "", outcome, cluster.clock.now());
          }
          node.replica.end(key, epoch, node.now());
        });
  }
}
