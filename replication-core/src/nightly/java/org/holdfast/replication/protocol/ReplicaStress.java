// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.turn.Turn;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A session's state under its monitor, the table it is found in, and the callbacks that leave the
 * monitor through {@link Turn}.
 */
public final class ReplicaStress {
  private static final String KEY = "s";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);

  private ReplicaStress() {}

  private static RecordingReplica joined() {
    RecordingReplica node = new RecordingReplica(SELF);
    node.join(List.of(SELF, OTHER));
    return node;
  }

  private static Changes put(String name) {
    return new Changes(null, Map.of(name, new byte[1]), Set.of());
  }

  /** A request begins while another member asks for the session. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the hand-over waits for the request")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "handed over, the request is refused")
  @State
  public static class BeginAgainstHandOver {
    private final RecordingReplica node = joined();
    private final Epoch epoch = node.create(KEY, 1);

    public BeginAgainstHandOver() {
      node.replica.end(KEY, epoch, node.now());
    }

    @Actor
    public void begin(ZZ_Result result) {
      result.r1 = node.replica.begin(KEY, epoch);
    }

    @Actor
    public void ask() {
      node.receive(OTHER, new Message.Ask(KEY, Epoch.mint(9, OTHER)));
    }

    @Arbiter
    public void serves(ZZ_Result result) {
      result.r2 = node.replica.serves(KEY, epoch);
    }
  }

  /** The last request ends while another one waits for the hand-over that it has held up. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the session is looked for anew")
  @State
  public static class EndAgainstAcquire {
    private final RecordingReplica node = joined();
    private final Epoch epoch = node.create(KEY, 1);
    private final AtomicInteger answers = new AtomicInteger();

    public EndAgainstAcquire() {
      node.receive(OTHER, new Message.Ask(KEY, Epoch.mint(9, OTHER)));
    }

    @Actor
    public void end() {
      node.replica.end(KEY, epoch, node.now());
    }

    @Actor
    public void acquire() {
      node.replica.acquire(KEY, null, node.now(), acquired -> answers.incrementAndGet());
    }

    @Arbiter
    public void answered(I_Result result) {
      // The other member is silent, so it ends with "unavailable"; what counts is that it ends.
      node.pass(2 * SimulatedCluster.CONFIG.acquireTimeoutNanos());
      result.r1 = answers.get();
    }
  }

  /** The acknowledgement comes while a response begins to wait for it. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "answered once")
  @State
  public static class AwaitAgainstAck {
    private final RecordingReplica node = joined();
    private final Epoch epoch = node.create(KEY, 1);
    private final Label label = node.held(KEY);
    private final long question = lastQuestion(node);
    private final AtomicInteger answers = new AtomicInteger();

    private static long lastQuestion(RecordingReplica node) {
      return node.sent.isEmpty() ? 0 : 1;
    }

    @Actor
    public void await() {
      node.replica.await(KEY, epoch, label.version(), node.now(), o -> answers.incrementAndGet());
    }

    @Actor
    public void acknowledge() {
      node.receive(OTHER, new Message.Ack(KEY, label, question));
    }

    @Arbiter
    public void answered(I_Result result) {
      // It may have to ask whether it is still the primary, which nobody answers here.
      node.pass(2 * SimulatedCluster.CONFIG.ackTimeoutNanos());
      result.r1 = answers.get();
    }
  }

  /** Two requests of one session write at once. */
  @JCStressTest
  @Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "3, 2", expect = ACCEPTABLE, desc = "one after the other")
  @State
  public static class TwoUpdates {
    private final RecordingReplica node = joined();
    private final Epoch epoch = node.create(KEY, 1);

    @Actor
    public void first(II_Result result) {
      result.r1 = (int) node.replica.update(KEY, epoch, put("a"), false, node.now());
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = (int) node.replica.update(KEY, epoch, put("b"), false, node.now());
    }

    @Arbiter
    public void both(II_Result result) {
      Set<String> names = node.replica.snapshot(KEY).copy().image().attributes().keySet();
      if (!names.containsAll(Set.of("a", "b"))) {
        result.r1 = -1;
      }
    }
  }

  /** A session is created while a late call about the same key makes and drops a blank state. */
  @JCStressTest
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "the session is in the table")
  @State
  public static class CreateAgainstDiscard {
    private final RecordingReplica node = new RecordingReplica(SELF);

    @Actor
    public void create(ZI_Result result) {
      node.create(KEY, 1);
    }

    @Actor
    public void endLate() {
      node.replica.end(KEY, Epoch.mint(7, OTHER), node.now());
    }

    @Arbiter
    public void serves(ZI_Result result) {
      result.r1 = node.replica.snapshot(KEY).primary();
      result.r2 = node.replica.primarySessions();
    }
  }

  /** A session is used while the batch of leases that names it is being sent. */
  @JCStressTest
  @Outcome(id = "7", expect = ACCEPTABLE, desc = "the newest lease was sent, now or with the next")
  @State
  public static class RenewAgainstBatch {
    private final RecordingReplica node = joined();
    private final Epoch epoch = node.create(KEY, 1);

    public RenewAgainstBatch() {
      node.receive(OTHER, new Message.Ack(KEY, node.held(KEY), 1));
      node.replica.renewLease(KEY, epoch, 5, node.now());
      node.sent.clear();
      node.skip(2 * ReplicaConfig.TOUCH_NANOS);
    }

    @Actor
    public void renew() {
      node.replica.renewLease(KEY, epoch, 7, node.now());
    }

    @Actor
    public void batch() {
      node.tick();
    }

    @Arbiter
    public void lastLease(I_Result result) {
      long now = node.now();
      node.replica.tick(now + 2 * ReplicaConfig.TOUCH_NANOS);
      for (Message.Touch touch : node.take(Message.Touch.class)) {
        for (Message.Touch.Lease lease : touch.leases()) {
          // The second batch is later than the lease is long: what it says has run out.
          result.r1 = Math.max(result.r1, lease.leaseNanos() == 0 ? 7 : (int) lease.leaseNanos());
        }
      }
    }
  }
}
