// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.glassfish.grizzly.impl.SafeFutureImpl;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The streams of the transport on connections of Grizzly's that need no socket. */
public final class ConnectionStress {
  private static final Member SELF = new Member("self", 1, "127.0.0.1", 7000);
  private static final Member PEER = new Member("peer", 1, "127.0.0.1", 7001);
  private static final TransportSettings SETTINGS = TransportSettings.of("stress");
  private static final ControlThread CONTROL = new ControlThread("stress");
  private static final Hello HELLO =
      new Hello(
          SpokenVersions.OURS.oldest(),
          SpokenVersions.OURS.newest(),
          "stress",
          PEER,
          SELF.name(),
          SELF.incarnation());
  private static final byte[] HELLO_BYTES = HandshakeCodec.encode(HELLO);

  private static final VarHandle BY_MEMBER;
  private static final MethodHandle CONNECT;
  private static final MethodHandle ABANDON_ATTEMPT;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      MethodType nothing = MethodType.methodType(void.class);
      BY_MEMBER =
          MethodHandles.privateLookupIn(IncomingStreams.class, here)
              .findVarHandle(IncomingStreams.class, "byMember", Map.class);
      MethodHandles.Lookup link = MethodHandles.privateLookupIn(PeerLink.class, here);
      CONNECT = link.findVirtual(PeerLink.class, "connect", nothing);
      ABANDON_ATTEMPT = link.findVirtual(PeerLink.class, "abandonAttempt", nothing);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("IncomingStreams or PeerLink has changed", e);
    }
  }

  private ConnectionStress() {}

  private static class Deaf implements Transport.Listener {
    @Override
    public void onFrame(Member from, byte[] frame) {}

    @Override
    public void onPeerUp(Member peer) {}

    @Override
    public void onPeerDown(Member peer) {}
  }

  private static TransportContext context(Transport.Listener listener) {
    return new TransportContext(
        SETTINGS, SpokenVersions.OURS, SELF, listener, CONTROL, new Counters(), new RareLines());
  }

  private static IncomingStreams streams() {
    Incarnations incarnations = new Incarnations();
    List<Member> unused = incarnations.list(List.of(PEER));
    return new IncomingStreams(
        new Admission(SETTINGS.cluster(), SELF, incarnations, SpokenVersions.OURS),
        new ExpectedAddresses(address -> false));
  }

  private static PeerLink link(TransportContext context) {
    return new PeerLink(
        context,
        address -> SafeFutureImpl.create(),
        PEER,
        new Backoff(SETTINGS.minBackoff(), SETTINGS.maxBackoff(), new Random(1)));
  }

  /**
   * {@code IncomingStream.peer}: the connection is closed while its HELLO is answered. Either side
   * may be late, but one of them takes the stream out again.
   */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "no dead stream is kept")
  @State
  public static class HelloAgainstClose {
    private final TransportContext context = context(new Deaf());
    private final IncomingStreams streams = streams();
    private final SunkConnection connection = new SunkConnection();
    private final IncomingStream stream = new IncomingStream(context, streams, connection);

    @Actor
    public void hello() {
      stream.onFrames(List.of(HELLO_BYTES), HELLO_BYTES.length);
    }

    @Actor
    public void close() {
      connection.terminateSilently();
    }

    @Arbiter
    public void kept(I_Result result) {
      result.r1 = ((Map<?, ?>) BY_MEMBER.get(streams)).size();
    }
  }

  /** {@code IncomingStreams.byMember}: a member connects twice at once. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first goes on")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second goes on")
  @State
  public static class TwoHellos {
    private final TransportContext context = context(new Deaf());
    private final IncomingStreams streams = streams();
    private final SunkConnection one = new SunkConnection();
    private final SunkConnection other = new SunkConnection();
    private final IncomingStream first = new IncomingStream(context, streams, one);
    private final IncomingStream second = new IncomingStream(context, streams, other);

    @Actor
    public void first() {
      first.onFrames(List.of(HELLO_BYTES), HELLO_BYTES.length);
    }

    @Actor
    public void second() {
      second.onFrames(List.of(HELLO_BYTES), HELLO_BYTES.length);
    }

    @Arbiter
    public void open(ZZ_Result result) {
      result.r1 = one.isOpen();
      result.r2 = other.isOpen();
      one.terminateSilently();
      other.terminateSilently();
    }
  }

  /** {@code IncomingStream.ended}: a frame is delivered while the stream is ended. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "ended before the frame came")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "end() has waited for the frame")
  @State
  public static class FrameAgainstEnd {
    private static final byte[] FRAME = new byte[1];
    private int delivered;
    private final TransportContext context =
        context(
            new Deaf() {
              @Override
              public void onFrame(Member from, byte[] frame) {
                delivered++;
              }
            });
    private final IncomingStream stream =
        new IncomingStream(context, streams(), new SunkConnection());

    public FrameAgainstEnd() {
      stream.onFrames(List.of(HELLO_BYTES), HELLO_BYTES.length);
    }

    @Actor
    public void read() {
      stream.onFrames(List.of(FRAME), FRAME.length);
    }

    @Actor
    public void end(II_Result result) {
      stream.end();
      result.r1 = delivered;
    }

    @Arbiter
    public void all(II_Result result) {
      result.r2 = delivered;
    }
  }

  /**
   * {@code OutgoingAttempt.connection} and {@code abandoned}: a connection comes about as it is
   * given up. Each side writes its own field before it reads the other's.
   */
  @JCStressTest
  @Outcome(id = "false", expect = ACCEPTABLE, desc = "one of them has closed it")
  @State
  public static class ConnectedAgainstAbandoned {
    private final TransportContext context = context(new Deaf());
    private final SunkConnection connection = new SunkConnection();
    private final OutgoingAttempt attempt =
        new OutgoingAttempt(
            link(context), context, PEER, new OutgoingStream(1_000, context.counters()));

    @Actor
    public void connected() {
      attempt.completed(connection);
    }

    @Actor
    public void abandon() {
      attempt.abandon();
    }

    @Arbiter
    public void open(Z_Result result) {
      result.r1 = connection.isOpen();
    }
  }

  /**
   * {@code PeerLink.stream}: a frame is offered while a stream takes the place of the last one. The
   * control thread is played by an actor.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the last stream took it, or the next one")
  @State
  public static class SendAgainstNextStream {
    private static final byte[] FRAME = new byte[1];
    private final PeerLink link = link(context(new Deaf()));

    private static void onControlThread(MethodHandle method, PeerLink link) {
      try {
        method.invokeExact(link);
      } catch (Throwable e) {
        throw new IllegalStateException("the control thread would have failed", e);
      }
    }

    public SendAgainstNextStream() {
      onControlThread(CONNECT, link);
    }

    @Actor
    public void send(Z_Result result) {
      result.r1 = link.send(FRAME);
    }

    @Actor
    public void fail() {
      onControlThread(ABANDON_ATTEMPT, link);
    }

    @Arbiter
    public void end() {
      // Its timer would keep it for a minute.
      link.end();
    }
  }

  /**
   * {@code OutgoingStream.writing}, {@code taken}, {@code gather} and the rest of the writer's: two
   * threads offer two frames each to an idle stream, so that each may become the writer.
   */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "all have left, whole and in each one's order")
  @State
  public static class TwoWriters {
    private static final int LENGTH = FrameSplitter.LENGTH_BYTES + 2;

    /** So that jcstress counts the direct buffer, of which it knows nothing. */
    final byte[] weight = new byte[OutgoingStream.GATHER_BYTES];

    private final SunkConnection connection = new SunkConnection();
    private final OutgoingStream stream = new OutgoingStream(10_000, new Counters());

    public TwoWriters() {
      stream.open(connection);
    }

    private void offerTwo(int who) {
      OutgoingStream.Offer unused = stream.offer(new byte[] {(byte) who, 1});
      unused = stream.offer(new byte[] {(byte) who, 2});
    }

    @Actor
    public void first() {
      offerTwo(1);
    }

    @Actor
    public void second() {
      offerTwo(2);
    }

    @Arbiter
    public void inOrder(II_Result result) {
      byte[] all = connection.written();
      int[] last = new int[3];
      boolean whole = all.length == 4 * LENGTH;
      for (int at = 0; whole && at < all.length; at += LENGTH) {
        ByteBuffer frame = ByteBuffer.wrap(all, at, LENGTH);
        whole = frame.getInt() == 2;
        int who = frame.get();
        whole = whole && (who == 1 || who == 2) && frame.get() == ++last[who];
      }
      result.r1 = whole ? last[1] : -1;
      result.r2 = whole ? last[2] : -1;
    }
  }
}
