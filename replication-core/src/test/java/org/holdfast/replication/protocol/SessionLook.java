// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.history.Request;
import org.holdfast.replication.session.attributes.SimulatedAttributes;

/**
 * A look at one session after everything is mended: it is served, with all that was acknowledged.
 */
final class SessionLook {
  private final SimulatedCluster cluster;
  private final String key;
  private final boolean patient;
  private boolean served;
  private String lastTrouble = "";

  /**
   * @param patient whether it may be asked for more than once, because messages still get lost
   */
  SessionLook(SimulatedCluster cluster, String key, boolean patient) {
    this.cluster = cluster;
    this.key = key;
    this.patient = patient;
  }

  /** Asks that member until it answers, and fails if that takes too long. */
  void run(SimulatedNode node, String troubleBefore) {
    lastTrouble = troubleBefore;
    verifyOn(node);
    long end = cluster.clock.now() + millis(patient ? 12_000 : 4000);
    while (!served) {
      cluster.clock.runFor(millis(10));
      if (cluster.clock.now() > end) {
        throw SessionHistory.broken(
            "I15", key, "is not served after all faults ended; " + lastTrouble);
      }
    }
  }

  /** A member that was cut off learns only now that it is not the primary: it is asked again. */
  private void verifyOn(SimulatedNode node) {
    SessionHistory.Start start =
        cluster.history.start(key, Request.READ, node, "", cluster.clock.now());
    Consumer<Acquired> answered = cluster.calls.acquire(node, key);
    node.replica.acquire(
        key,
        null,
        node.now(),
        acquired -> {
          answered.accept(acquired);
          if (acquired instanceof Acquired.Owned owned) {
            verifyFresh(node, owned, start);
          } else if (acquired instanceof Acquired.Unknown) {
            cluster.history.unknown(key, start);
            cluster.history.notFound(start, cluster.clock.now());
            served = true;
          } else {
            lastTrouble = acquired.toString();
            if (patient) {
              cluster.clock.after(millis(1), () -> verifyOn(node));
            }
          }
        });
  }

  private void verifyFresh(SimulatedNode node, Acquired.Owned owned, SessionHistory.Start start) {
    SimulatedAttributes live = node.attributes(key, owned.epoch(), owned.image());
    live.commit(
        null,
        Set.of(),
        changes -> node.replica.update(key, owned.epoch(), changes, false, node.now()));
    long value = SimulatedClient.counter(live.get(SimulatedClient.COUNTER));
    int shown = cluster.history.lineage.newestIn(key, live::get);
    long version = node.replica.snapshot(key).copy().version();
    node.replica.await(
        key,
        owned.epoch(),
        version,
        node.now(),
        outcome -> {
          node.replica.end(key, owned.epoch(), node.now());
          if (outcome != Outcome.PROTECTED) {
            lastTrouble = outcome.toString();
            cluster.clock.after(millis(1), () -> verifyOn(node));
          } else {
            cluster.history.protectedRead(key, shown, start);
            cluster.history.answered(start, value, "", outcome, cluster.clock.now());
            served = true;
          }
        });
  }
}
