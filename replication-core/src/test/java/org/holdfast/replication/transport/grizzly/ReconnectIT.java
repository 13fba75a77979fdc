// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.GrizzlyFuture;
import org.glassfish.grizzly.impl.SafeFutureImpl;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportException;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are refused, break and come back; and the start and the end of a transport. */
@Timeout(60)
// Grizzly declares its futures with the raw type.
@SuppressWarnings("rawtypes")
class ReconnectIT {
  private static final PeerSecurity LOOPBACK = PeerSecurity.plaintext(Security.LOOPBACK);

  @Test
  void reportsDownThenUp_whenThePeerStartsLater() throws IOException {
    int port = freePort();
    try (TestNode a = TestNode.start("a")) {
      Member b = new Member("b", 1, "127.0.0.1", port);
      String log =
          CapturedLog.awaiting(
              "is down",
              () -> {
                a.connect(b);
                a.awaitEvents("down b1");
              });
      assertThat(log)
          .contains("stream to " + b + " is down: ")
          .containsIgnoringCase("connection refused")
          .as("one line")
          .doesNotContain("\tat ");
      try (TestNode started =
          TestNode.start("b", 1, TestNode.SETTINGS.withBind("127.0.0.1", port))) {
        started.lists(a.member);
        a.awaitEvents("down b1", "up b1");
        a.transport.send(b, new byte[] {1});
        started.awaitFrames(1);
      }
      a.awaitEvents("down b1", "up b1", "down b1");
    }
  }

  @Test
  void reportsDownAtOnce_whenThePeerProcessIsKilled() throws Exception {
    try (TestNode a = TestNode.start("a");
        TransportProcess process = TransportProcess.start("b", a.member)) {
      a.connect(process.member());
      a.awaitEvents("up b1");
      a.transport.send(process.member(), new byte[300]);
      a.awaitFrames(1);
      long killed = System.nanoTime();
      process.kill();
      a.awaitEvents("up b1", "down b1");
      assertThat(Duration.ofNanos(System.nanoTime() - killed))
          .as("what the connection's end tells, not any silence")
          .isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void opensTheStreamAgain_whenItsConnectionIsStuckWithoutAnEnd() throws IOException {
    var settings = TestNode.SETTINGS.withStallTimeout(Duration.ofMillis(1_200));
    try (TestNode a = TestNode.start("a", 1, settings);
        TestNode b = TestNode.start("b");
        StuckRelay relay = new StuckRelay(b.member.port())) {
      Member behindRelay = new Member("b", 1, "127.0.0.1", relay.port());
      b.lists(a.member);
      a.connect(behindRelay);
      a.awaitEvents("up b1");
      await().until(() -> relay.returned() > StallDetector.LOOKS + 2);
      a.awaitEvents("up b1");

      relay.getStuck();
      a.transport.send(behindRelay, new byte[] {1});
      a.awaitEvents("up b1", "down b1", "up b1");

      a.transport.send(behindRelay, new byte[] {2});
      b.awaitFrames(1);
      assertThat(b.frames.peek()).containsExactly(2);
    }
  }

  @Test
  void triesAgain_beforeTheOperatingSystemGivesUpAConnection() {
    ControlThread controlThread = new ControlThread("holdfast-control-self");
    TransportContext context =
        new TransportContext(
            TestNode.SETTINGS.withHandshakeTimeout(Duration.ofMinutes(1)),
            SpokenVersions.OURS,
            new Member("self", 1, "127.0.0.1", 1),
            new Deaf(),
            controlThread,
            new Counters(),
            new RareLines());
    List<GrizzlyFuture<Connection>> attempts = new CopyOnWriteArrayList<>();
    PeerLink link =
        new PeerLink(
            context,
            address -> {
              SafeFutureImpl<Connection> pending = SafeFutureImpl.create();
              if (attempts.isEmpty()) {
                pending.failure(new ConnectException("refused at first"));
              }
              attempts.add(pending);
              return pending;
            },
            new Member("cut-off", 1, "127.0.0.1", 1),
            new Backoff(Duration.ofMillis(1), Duration.ofMillis(1), new Random(1)));
    try (ControlThread control = context.control()) {
      link.start();
      await().atMost(Duration.ofSeconds(20)).until(() -> attempts.size() >= 4);
      assertThat(attempts.get(1).isCancelled()).isTrue();
      assertThat(attempts.get(2).isCancelled()).isTrue();
      link.end();
    }
  }

  @Test
  void keepsTheOrderOfWhatArrives_whenConnectionsBreakInBetween() {
    int count = 20_000;
    try (TestNode a = TestNode.start("a");
        TestNode b =
            TestNode.start(
                "b",
                1,
                TestNode.SETTINGS,
                (node, from, frame) -> {
                  if (ByteBuffer.wrap(frame).getInt() % 997 == 0) {
                    throw new IllegalArgumentException("connection broken on purpose");
                  }
                })) {
      b.lists(a.member);
      a.connect(b.member);
      for (int i = 1; i <= count; i++) {
        a.transport.send(b.member, ByteBuffer.allocate(100).putInt(i).array());
      }
      int last = count + 1;
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                a.transport.send(b.member, ByteBuffer.allocate(100).putInt(last).array());
                return b.frames.stream().anyMatch(frame -> ByteBuffer.wrap(frame).getInt() == last);
              });
      int previous = 0;
      for (byte[] frame : b.frames) {
        int number = ByteBuffer.wrap(frame).getInt();
        assertThat(number).isGreaterThanOrEqualTo(previous == last ? last : previous + 1);
        previous = number;
      }
      await().until(() -> a.transport.statistics().connectionsOpened() > 1);
    }
  }

  @Test
  void endsTheFormerStream_whenAPeerOpensAnother() throws IOException {
    Member peer = new Member("peer", 1, "127.0.0.1", 1);
    try (TestNode node = TestNode.start("node");
        RawPeer first = RawPeer.connect(node.member);
        RawPeer second = RawPeer.connect(node.member)) {
      node.lists(peer);
      assertThat(first.say(RawPeer.hello(peer, node.member)).hear()).isInstanceOf(Welcome.class);
      assertThat(second.say(RawPeer.hello(peer, node.member)).hear()).isInstanceOf(Welcome.class);
      assertThat(first.isClosedByOther()).isTrue();
      second.sendFrame(new byte[] {2});
      node.awaitFrames(1);
    }
  }

  @Test
  void closesTheStreamWithoutAWord_whenAMemberIsNotListedAnyMore() throws IOException {
    try (TestNode node = TestNode.start("node");
        ServerSocket server = RawPeer.listen()) {
      Member peer = new Member("peer", 1, "127.0.0.1", server.getLocalPort());
      node.connect(peer);
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        raw.say(new Welcome(RawPeer.VERSION, peer));
        node.awaitEvents("up peer1");
        node.connect();
        assertThat(raw.isClosedByOther()).isTrue();
      }
      assertThat(node.transport.send(peer, new byte[1])).isFalse();
      assertThat(node.events).containsExactly("up peer1");
    }
  }

  @Test
  void namesTheAddressAndWhatToDo_whenThePortIsTaken() {
    try (TestNode a = TestNode.start("a")) {
      int taken = a.member.port();
      assertThatThrownBy(() -> ReplicationPort.bind(TestNode.SETTINGS.withBind("127.0.0.1", taken)))
          .isInstanceOf(TransportException.class)
          .hasMessageStartingWith(
              "cannot listen on 127.0.0.1:" + taken + ": Address already in use")
          .hasMessageContaining(
              "choose a host of this machine and a membershipPort that no other process has");
    }
    assertThatThrownBy(
            () -> ReplicationPort.bind(TestNode.SETTINGS.withBind("no.such.host.invalid", 0)))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("unknown host no.such.host.invalid");
  }

  @Test
  void takesTheFirstFreePort_orNamesAllWhenEachIsTaken() {
    try (TestNode a = TestNode.start("a")) {
      TransportSettings same = TestNode.SETTINGS.withBind("127.0.0.1", a.member.port());
      try (ReplicationPort next = ReplicationPort.bind(same, LOOPBACK, 10)) {
        assertThat(next.port()).isBetween(a.member.port() + 1, a.member.port() + 9);
        int second = next.port();
        if (second == a.member.port() + 1) {
          assertThatThrownBy(() -> ReplicationPort.bind(same, LOOPBACK, 2))
              .isInstanceOf(TransportException.class)
              .hasMessageContaining(a.member.port() + " to " + second + ": Address already in use");
        }
      }
    }
  }

  @Test
  void refusesAnAddressThatOthersReach_whenNoKeyProvesWhoIsAMember() {
    TransportSettings open = TestNode.SETTINGS.withBind("0.0.0.0", 0);
    assertThat(CapturedLog.of(() -> ReplicationPort.bind(TestNode.SETTINGS).close())).isEmpty();
    assertThatThrownBy(() -> ReplicationPort.bind(open))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bindHost 0.0.0.0 is reachable from other machines")
        .hasMessageContaining("java -jar holdfast.jar keystore --out cluster.p12")
        .hasMessageContaining("keyStore=cluster.p12")
        .hasMessageContaining("keyStorePasswordFile=cluster.p12.password")
        .hasMessageContaining("security=none");

    PeerSecurity none = PeerSecurity.plaintext(Security.NONE);
    String log = CapturedLog.of(() -> ReplicationPort.bind(open, none, 1).close());

    assertThat(log)
        .contains("WARN")
        .contains("security is none: any program that reaches the port");
  }

  @Test
  void warnsAtEachStart_whileItAcceptsPlaintextBesideTls(@TempDir Path keys) {
    Path key = TestKeys.self(keys, TlsConfig.CLUSTER_NAME);
    PeerSecurity migrate = PeerSecurity.of(Security.MIGRATE, TestKeys.tls(key), "node");
    for (int i = 0; i < 2; i++) {
      String log =
          CapturedLog.of(() -> ReplicationPort.bind(TestNode.SETTINGS, migrate, 1).close());

      assertThat(log)
          .contains("WARN")
          .contains("security is migrate: until it is tls, any program that reaches the port");
    }
  }

  @Test
  void givesThePortBack_whenItIsClosedBeforeUse() {
    ReplicationPort unused = ReplicationPort.bind(TestNode.SETTINGS);
    unused.close();
    ReplicationPort.bind(TestNode.SETTINGS.withBind("127.0.0.1", unused.port())).close();
  }

  @Test
  void leavesNoThreadAndNoPort_whenClosed() {
    Set<Thread> before = liveThreads();
    TestNode a = TestNode.start("a");
    TestNode b = TestNode.start("b");
    a.connect(b.member, new Member("gone", 1, "127.0.0.1", 1));
    b.connect(a.member);
    a.transport.send(b.member, new byte[100]);
    b.awaitFrames(1);
    int events = b.events.size();
    a.close();
    a.close();
    b.close();
    await().untilAsserted(() -> assertThat(liveThreads()).isSubsetOf(before));
    assertThat(b.events.size()).isLessThanOrEqualTo(events + 2);
    ReplicationPort.bind(TestNode.SETTINGS.withBind("127.0.0.1", a.member.port())).close();
  }

  @Test
  void saysWhichStateItIsIn_whenUsedAtTheWrongMoment() {
    ReplicationPort port = ReplicationPort.bind(TestNode.SETTINGS);
    Member self = new Member("self", 1, "127.0.0.1", port.port());
    try (GrizzlyTransport transport = new GrizzlyTransport(port, self, new Random(1));
        TestNode listener = TestNode.start("other")) {
      assertThatThrownBy(() -> transport.connectTo(Set.of()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("must be started before it connects");
      transport.start(listener);
      assertThatThrownBy(() -> transport.start(listener))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("was started already");
    }
  }

  private static final class Deaf implements Transport.Listener {
    @Override
    public void onFrame(Member from, byte[] frame) {}

    @Override
    public void onPeerDown(Member peer) {}

    @Override
    public void onPeerUp(Member peer) {}
  }

  private static Set<Thread> liveThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getName().startsWith("holdfast-") || thread.getName().contains("Grizzly"))
        .collect(Collectors.toSet());
  }

  private static int freePort() throws IOException {
    try (ServerSocket server = RawPeer.listen()) {
      return server.getLocalPort();
    }
  }
}
