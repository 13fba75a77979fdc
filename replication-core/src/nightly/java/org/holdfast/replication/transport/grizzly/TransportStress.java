// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The state that the threads of the transport share, as far as a test needs no socket. */
public final class TransportStress {
  private static final int FRAME_BYTES = 100;
  private static final int COST = FRAME_BYTES + OutgoingStream.FRAME_OVERHEAD_BYTES;

  private TransportStress() {}

  private static int offer(OutgoingStream stream) {
    return stream.offer(new byte[FRAME_BYTES]) == OutgoingStream.Offer.ACCEPTED ? 1 : 0;
  }

  private static Member incarnation(long number) {
    return new Member("peer", number, "127.0.0.1", 7000);
  }

  /** {@code OutgoingStream.queuedBytes}: there is room for one frame, and two come. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first has it")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second has it")
  @State
  public static class TwoOffers {
    private final OutgoingStream stream = new OutgoingStream(COST, new Counters());

    @Actor
    public void first(II_Result result) {
      result.r1 = offer(stream);
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = offer(stream);
    }
  }

  /** {@code OutgoingStream.closed}: a frame is offered while the stream is lost. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused: the next stream may take it")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and counted as dropped")
  @State
  public static class OfferAgainstClose {
    private final Counters counters = new Counters();
    private final OutgoingStream stream = new OutgoingStream(10 * COST, counters);

    @Actor
    public void offerOne(II_Result result) {
      result.r1 = offer(stream);
    }

    @Actor
    public void close() {
      stream.close();
    }

    @Arbiter
    public void dropped(II_Result result) {
      result.r2 = (int) counters.framesDropped.sum();
    }
  }

  /**
   * {@code Incarnations.listed}, {@code replaced}: two incarnations of a name are listed at once.
   */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "the second list is the later one")
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "the first list is the later one")
  @State
  public static class TwoIncarnations {
    private final Incarnations incarnations = new Incarnations();

    @Actor
    public void first() {
      List<Member> unused = incarnations.list(List.of(incarnation(2)));
    }

    @Actor
    public void second() {
      List<Member> unused = incarnations.list(List.of(incarnation(3)));
    }

    @Arbiter
    public void newest(I_Result result) {
      Member one = incarnations.successorOf(incarnation(2));
      Member other = incarnations.successorOf(incarnation(3));
      boolean exactlyOne = (one == null) != (other == null);
      Member replaced = one == null ? incarnation(3) : incarnation(2);
      result.r1 = exactlyOne ? (int) replaced.incarnation() : 0;
    }
  }

  /** {@code RareLines.kinds}: two threads have the same to say. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first says it")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second says it")
  @State
  public static class SameNewsTwice {
    private final RareLines rare = new RareLines();

    @Actor
    public void first(JJ_Result result) {
      result.r1 = rare.count("down", 0);
    }

    @Actor
    public void second(JJ_Result result) {
      result.r2 = rare.count("down", 0);
    }
  }
}
