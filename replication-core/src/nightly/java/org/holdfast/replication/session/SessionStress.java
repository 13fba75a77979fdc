// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The fields of a session that requests, commits and transport threads share, on a real node. */
public final class SessionStress {
  private static final Duration HOUR = Duration.ofHours(1);

  private SessionStress() {}

  /**
   * One node without secondaries for all states of a process. It has left its cluster again, since
   * the threads of JGroups would keep the process alive; what is tried here needs no other member.
   */
  private static final class Alone {
    static final SessionReplicator SHOP = shop();

    private static SessionReplicator shop() {
      NodeConfig config =
          NodeConfig.builder("alone")
              .cluster("stress-" + ProcessHandle.current().pid())
              .membershipPort(TestCluster.freePorts(1).get(0))
              .discovery("static:127.0.0.1:1")
              .joinTimeout(Duration.ofMillis(100))
              .drainTimeout(Duration.ZERO)
              .secondaries(0)
              .build();
      try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system())) {
        return node.register(
            ApplicationConfig.of("shop", SessionStress.class.getClassLoader()), session -> {});
      }
    }
  }

  private static ReplicatedSession created() {
    return Alone.SHOP.create(HOUR, 0);
  }

  /** {@code attachment}: what is attached is seen as it was when it was attached. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "whole")
  @State
  public static class Attached {
    private final ReplicatedSession session = created();

    private static final class Plain {
      int number;
    }

    @Actor
    public void attach() {
      Plain attached = new Plain();
      attached.number = 1;
      session.attach(attached);
    }

    @Actor
    public void read(I_Result result) {
      Object attached = session.attachment();
      result.r1 = attached == null ? 0 : attached instanceof Plain p && p.number == 1 ? 1 : -1;
    }

    @Arbiter
    public void forget(I_Result result) {
      Alone.SHOP.forget(session);
    }
  }

  /** {@code released}: a thread that sees it sees the earlier writes of the transport thread. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "still here")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "just being released")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "released")
  @State
  public static class Released {
    private final ReplicatedSession session = created();
    private int before;

    @Actor
    public void release() {
      before = 1;
      session.release();
    }

    @Actor
    public void enter(II_Result result) {
      result.r1 = session.enter() ? 0 : 1;
      result.r2 = before;
    }

    @Arbiter
    public void forget(II_Result result) {
      Alone.SHOP.forget(session);
    }
  }

  /** {@code settings}: a request with the old id comes at a rename. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "the old id is still that of the session")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "it was until a moment ago: come back later")
  @State
  public static class Renamed {
    private final ReplicatedSession session = created();
    private final String oldSecret = session.id().substring(session.key().length());

    @Actor
    public void rename() {
      String unused = session.rename();
    }

    @Actor
    public void find(I_Result result) {
      result.r1 = session.hasSecret(oldSecret) ? 0 : session.wasRenamedFrom(oldSecret) ? 1 : 2;
    }

    @Arbiter
    public void forget(I_Result result) {
      Alone.SHOP.forget(session);
    }
  }

  /**
   * {@code epoch}, {@code running} and {@code counted}: a request enters at the first commit, with
   * which the session gets its epoch; the replica must come to count both requests, or a hand-over
   * would not wait for them.
   */
  @JCStressTest
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "both are counted")
  @State
  public static class EnterAtFirstCommit {
    private final ReplicatedSession session = created();

    @Actor
    public void commit() {
      session.attributes().put("a", "1");
      CommitOutcome unused = session.commit();
    }

    @Actor
    public void enter(ZI_Result result) {
      result.r1 = session.enter();
    }

    @Arbiter
    public void exit(ZI_Result result) {
      session.accessed();
      session.exit();
      // One of two still runs: the session may not count as unused, and one more end is right.
      session.exit();
      try {
        Alone.SHOP.replica().end(session.key(), session.epoch(), System.nanoTime());
        result.r2 = 1;
      } catch (IllegalStateException noneRuns) {
        result.r2 = 0;
      }
      session.invalidate();
    }
  }

  /** {@code ended} and {@code version}: an invalidate overtakes a commit, or the reverse. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the commit is answered, and it is over")
  @State
  public static class InvalidateAgainstCommit {
    private final ReplicatedSession session = created();

    public InvalidateAgainstCommit() {
      CommitOutcome unused = session.commit();
      session.attributes().put("a", "1");
    }

    @Actor
    public void commit(ZZ_Result result) {
      // Without secondaries nothing can be protected; what it must not be is fenced.
      result.r1 = session.commit() != CommitOutcome.FENCED;
    }

    @Actor
    public void invalidate() {
      session.invalidate();
    }

    @Arbiter
    public void isOver(ZZ_Result result) {
      result.r2 = !session.isValid() && Alone.SHOP.local(session.id()) == null;
    }
  }

  /** {@code SessionReplicator.live}: a grant has one object, whichever thread makes it. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both found the same")
  @State
  public static class TwoFinders {
    private final String id;
    private volatile ReplicatedSession first;
    private volatile ReplicatedSession second;

    public TwoFinders() {
      ReplicatedSession session = created();
      CommitOutcome unused = session.commit();
      session.exit();
      // As if it had been adopted: served here, but nobody has made an object of it.
      Alone.SHOP.forget(session);
      id = session.id();
    }

    private ReplicatedSession find() {
      return Alone.SHOP.acquire(id, null) instanceof Lookup.Found found ? found.session() : null;
    }

    @Actor
    public void first() {
      first = find();
    }

    @Actor
    public void second() {
      second = find();
    }

    @Arbiter
    public void same(ZZ_Result result) {
      result.r1 = first != null && first == second;
      result.r2 = first != null && List.of(first).equals(List.of(Alone.SHOP.local(id)));
      if (first != null) {
        first.invalidate();
      }
    }
  }
}
