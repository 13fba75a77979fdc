// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.transport.Transport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The state that the parts of a node share besides its sessions. */
public final class NodeStress {
  private static final MethodHandle LOOP;
  private static final VarHandle SESSIONS;
  private static final VarHandle UPDATES;

  static {
    // A line for each of a million states would be all that is measured.
    System.setProperty("org.slf4j.simpleLogger.log." + DiscardReport.class.getName(), "off");
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      LOOP =
          MethodHandles.privateLookupIn(ProtocolThread.class, here)
              .findVirtual(ProtocolThread.class, "loop", MethodType.methodType(void.class));
      MethodHandles.Lookup report = MethodHandles.privateLookupIn(DiscardReport.class, here);
      SESSIONS = report.findVarHandle(DiscardReport.class, "sessions", long.class);
      UPDATES = report.findVarHandle(DiscardReport.class, "updates", long.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("ProtocolThread or DiscardReport has changed", e);
    }
  }

  private NodeStress() {}

  /** The work of a started thread until it is closed. */
  private static void loopOf(ProtocolThread thread) {
    try {
      LOOP.invokeExact(thread);
    } catch (Throwable e) {
      throw new IllegalStateException("the loop ended otherwise than by being closed", e);
    }
  }

  private static Member member(int index) {
    return new Member("node-" + index, 1, "127.0.0.1", 9000 + index);
  }

  /** Remembers the members that it should connect with last. */
  private static final class LastListed implements Transport {
    /**
     * Plain, so that it is as it should be only if the thread that writes it holds the lock of
     * Links.
     */
    private Set<Member> listed = Set.of();

    @Override
    public void start(Listener listener) {}

    @Override
    public void connectTo(Collection<Member> members) {
      listed = Set.copyOf(members);
    }

    @Override
    public boolean send(Member peer, byte[] frame) {
      return true;
    }

    @Override
    public void close() {}
  }

  /** {@code Links.outsiders}: two members that are in no view are to receive that at once. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "there is a stream to everybody")
  @State
  public static class TwoOutsiders {
    private final LastListed transport = new LastListed();
    private final Links links = new Links(transport, line -> {});

    public TwoOutsiders() {
      links.onView(List.of(member(1)));
    }

    @Actor
    public void first() {
      boolean unused = links.send(member(2), new Message.NotInView(1));
    }

    @Actor
    public void second() {
      boolean unused = links.send(member(3), new Message.NotInView(1));
    }

    @Arbiter
    public void listed(Z_Result result) {
      result.r1 = transport.listed.equals(Set.of(member(1), member(2), member(3)));
    }
  }

  /** {@code Links.members}: a view comes while a member outside the last one receives that. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "there is a stream to each member of the view")
  @State
  public static class OutsiderAgainstView {
    private final LastListed transport = new LastListed();
    private final Links links = new Links(transport, line -> {});

    public OutsiderAgainstView() {
      links.onView(List.of(member(1)));
    }

    @Actor
    public void tell() {
      boolean unused = links.send(member(2), new Message.NotInView(1));
    }

    @Actor
    public void view() {
      links.onView(List.of(member(1), member(3)));
    }

    @Arbiter
    public void listed(Z_Result result) {
      result.r1 = transport.listed.containsAll(Set.of(member(1), member(3)));
    }
  }

  /** {@code DiscardReport}: two threads have lost updates to report. */
  @JCStressTest
  @Outcome(id = "2, 5", expect = ACCEPTABLE, desc = "both are counted")
  @State
  public static class TwoDiscards {
    private final DiscardReport report = new DiscardReport();

    @Actor
    public void first() {
      report.add(2);
    }

    @Actor
    public void second() {
      report.add(3);
    }

    @Arbiter
    public void sums(II_Result result) {
      result.r1 = (int) (long) SESSIONS.get(report);
      result.r2 = (int) (long) UPDATES.get(report);
    }
  }

  /** {@code DiscardReport}: updates are lost while the former losses are logged. */
  @JCStressTest
  @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "left for the next line, whole")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "told with the others")
  @State
  public static class DiscardAgainstTick {
    private final DiscardReport report = new DiscardReport();

    public DiscardAgainstTick() {
      report.add(2);
    }

    @Actor
    public void add() {
      report.add(3);
    }

    @Actor
    public void tick() {
      report.tick(0);
    }

    @Arbiter
    public void left(II_Result result) {
      result.r1 = (int) (long) SESSIONS.get(report);
      result.r2 = (int) (long) UPDATES.get(report);
    }
  }

  /**
   * {@code ProtocolThread.wokenNanos} and {@code lastTickNanos}: the first tick after a long stop,
   * while a request asks whether there was one. Whichever of the two it sees, the answer is yes.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "it has just woken")
  @State
  public static class AskedAsItWakes {
    private long now;
    private final ProtocolThread[] self = new ProtocolThread[1];
    private final ProtocolThread thread =
        new ProtocolThread(
            "never started",
            (dueNanos, tickNanos) -> {
              self[0].close();
              return tickNanos;
            },
            () -> now);

    public AskedAsItWakes() {
      self[0] = thread;
      now = 10_000_000_000L;
    }

    @Actor
    public void tickOnce() {
      loopOf(thread);
    }

    @Actor
    public void ask(Z_Result result) {
      result.r1 = thread.hasJustWoken();
    }
  }

  /** {@code ProtocolThread.closed}: a thread that sees the loop end sees the work before it. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen after the end of the loop")
  @State
  public static class ClosedAsItTicks {
    private final ProtocolThread thread =
        new ProtocolThread("never started", (due, now) -> now, System::nanoTime);
    private int before;

    @Actor
    public void loop(I_Result result) {
      loopOf(thread);
      result.r1 = before;
    }

    @Actor
    public void close() {
      before = 1;
      thread.close();
    }
  }
}
