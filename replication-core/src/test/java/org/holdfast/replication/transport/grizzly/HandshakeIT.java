// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bytes before the first frame, from both ends; the other end is a bare socket. */
@Timeout(30)
class HandshakeIT {
  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);
  private static final Member STRANGER = new Member("stranger", 5, "127.0.0.1", 1);

  private final TestNode node =
      TestNode.start("node", 10, TestNode.SETTINGS.withHandshakeTimeout(Duration.ofSeconds(1)));

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void welcomesAndDelivers_whenTheHelloIsOfAListedMember() throws IOException {
    node.lists(STRANGER);
    try (RawPeer raw = RawPeer.connect(node.member)) {
      assertThat(raw.say(RawPeer.hello(STRANGER, node.member)).hear())
          .isEqualTo(new Welcome(RawPeer.VERSION, node.member));
      raw.sendFrame(new byte[] {1, 2, 3});
      node.awaitFrames(1);
      assertThat(node.frames.peek()).containsExactly(1, 2, 3);
      assertThat(node.senders).containsExactly(STRANGER);
    }
  }

  @Test
  void welcomesACallerThatWaits_asSoonAsItIsListed() throws IOException {
    Member elsewhere = new Member(STRANGER.name(), STRANGER.incarnation(), "10.9.8.7", 9);
    try (RawPeer raw = RawPeer.connect(node.member)) {
      assertThat(raw.say(RawPeer.hello(elsewhere, node.member)).hear())
          .isEqualTo(new Welcome(RawPeer.VERSION, node.member));
      raw.sendFrame(new byte[HandshakeCodec.MAX_MESSAGE_BYTES + 1]);
      assertThat(node.frames).isEmpty();

      node.lists(STRANGER);

      node.awaitFrames(1);
      assertThat(node.senders.peek().host())
          .as("the address is the listed one, not the one that the caller names")
          .isEqualTo(STRANGER.host());
    }
  }

  @Test
  void readsNothingBehindTheHello_ofACallerThatIsNotListed() throws IOException {
    try (RawPeer eager = RawPeer.connect(node.member);
        RawPeer patient = RawPeer.connect(node.member)) {
      byte[] hello = frame(HandshakeCodec.encode(RawPeer.hello(STRANGER, node.member)));
      eager.sendBytes(concat(hello, frame(new byte[1])));
      patient.say(RawPeer.hello(STRANGER, node.member)).hear();
      patient.sendFrame(new byte[] {1});

      assertThat(eager.isClosedByOther()).isTrue();
      assertThat(patient.isClosedByOther()).isTrue();
    }
    assertThat(node.frames).isEmpty();
    assertThat(node.events).isEmpty();
    assertThat(node.transport.statistics().framesReceived()).isZero();
  }

  @Test
  void refusesAMemberThatCallsFromElsewhere_onceItHasCalledFromItsAddress() throws IOException {
    node.lists(STRANGER);
    try (RawPeer member = RawPeer.connect(node.member);
        RawPeer elsewhere = RawPeer.connectFrom("127.0.0.2", node.member)) {
      member.say(RawPeer.hello(STRANGER, node.member)).hear();

      assertThat(elsewhere.say(RawPeer.hello(STRANGER, node.member)).hear())
          .isEqualTo(
              new Reject(
                  "wrong address: stranger always calls from the address on which it listens"));

      member.sendFrame(new byte[] {1});
      node.awaitFrames(1);
    }
  }

  @Test
  void closesTheOldestSilentConnection_whenOneAddressHasTooMany() throws IOException {
    List<RawPeer> silent = new ArrayList<>();
    try (TestNode patient =
            TestNode.start("patient", 1, TestNode.SETTINGS.withHandshakeTimeout(ONE_MINUTE));
        RawPeer waiting = RawPeer.connect(patient.member)) {
      waiting.say(RawPeer.hello(STRANGER, patient.member)).hear();
      waiting.sendFrame(new byte[] {1});
      for (int i = 0; i < 2 * IncomingStreams.BEFORE_THE_FIRST_VIEW; i++) {
        silent.add(RawPeer.connect(patient.member));
      }
      for (int i = 0; i <= IncomingStreams.BEFORE_THE_FIRST_VIEW; i++) {
        assertThat(silent.get(i).isClosedByOther()).as("connection %d", i).isTrue();
      }
      patient.lists(STRANGER);
      patient.awaitFrames(1);
    } finally {
      for (RawPeer each : silent) {
        each.close();
      }
    }
  }

  @Test
  void logsOneLine_whateverStrangersSend() throws IOException {
    String log =
        CapturedLog.awaiting(
            "closed the connection from",
            () -> {
              for (int i = 1; i <= 50; i++) {
                try (RawPeer raw = RawPeer.connect(node.member)) {
                  raw.sendBytes(ByteBuffer.allocate(4).putInt(-i).array());
                  assertThat(raw.isClosedByOther()).isTrue();
                }
              }
            });

    assertThat(log.lines().filter(line -> line.contains("closed the connection"))).hasSize(1);
  }

  @Test
  void tellsNobodyOfAReset_thatItRehearses() throws IOException {
    try (TestNode peer = TestNode.start("peer", 1, TestNode.SETTINGS)) {
      peer.lists(node.member);
      node.connect(peer.member);
      node.awaitEvents("up peer1");

      for (int i = 0; i < 20; i++) {
        node.port.rehearseReset();
      }
      try (RawPeer raw = RawPeer.connect(node.member)) {
        // A connection after them was accepted after them.
        raw.say(RawPeer.hello(peer.member, node.member)).hear();
      }

      node.awaitEvents("up peer1");
      assertThat(node.transport.statistics().connectionsMalformed()).isZero();
      assertThat(node.transport.statistics().handshakesRejected()).isZero();
    }
  }

  @Test
  void saysWhyAndCloses_whenAHelloIsRefused() throws IOException {
    String log =
        CapturedLog.awaiting(
            "refused the connection",
            () ->
                refuses(
                    new Hello(2, 2, "prod", STRANGER, "node", 10), Admission.MEANT_FOR_ANOTHER));
    assertThat(log)
        .contains("refused the connection of " + STRANGER + " at 127.0.0.1: ")
        .contains(Admission.MEANT_FOR_ANOTHER);
    refuses(
        new UnknownVersions(4, 5),
        "no common protocol version: this member speaks 2 to 3, the caller 4 to 5");
    refuses(new Hello(2, 2, "test", STRANGER, "node", 9), Admission.MEANT_FOR_ANOTHER);
    refuses(
        new Hello(2, 2, "test", new Member("node", 11, "127.0.0.1", 1), "node", 10),
        "name taken: node is the name of the member that was called; names must differ in a"
            + " cluster");
    assertThat(node.transport.statistics().handshakesRejected()).isEqualTo(4);
    assertThat(node.frames).isEmpty();
  }

  @Test
  void refusesAnIncarnation_whenAnotherOneOfItsNameWasListedSince() throws IOException {
    node.connect(new Member("listed", 8, "127.0.0.1", 1));
    node.connect(new Member("listed", 7, "127.0.0.1", 1));
    refuses(
        RawPeer.hello(new Member("listed", 8, "127.0.0.1", 1), node.member),
        "stale incarnation: listed was started again since");
  }

  @Test
  void closesTheStreamsOfAnIncarnation_whenAnotherOneIsListed_whateverTheirNumbers()
      throws IOException {
    for (long next : new long[] {2, 0}) {
      try (TestNode old = TestNode.start("peer", 1, TestNode.SETTINGS);
          RawPeer oldStream = RawPeer.connect(node.member);
          RawPeer newStream = RawPeer.connect(node.member)) {
        old.lists(node.member);
        node.connect(old.member);
        node.awaitUp(old.member);
        oldStream.say(RawPeer.hello(old.member, node.member)).hear();
        Member again = new Member("peer", next, "127.0.0.1", 1);
        newStream.say(RawPeer.hello(again, node.member));

        node.connect(again);
        newStream.hear();

        assertThat(oldStream.isClosedByOther()).isTrue();
        assertThat(node.transport.send(old.member, new byte[1])).isFalse();
        newStream.sendFrame(new byte[] {1});
        node.awaitFrames(1);
        assertThat(node.senders.poll()).isEqualTo(again);
        node.frames.clear();
      }
    }
  }

  /** Anybody can say HELLO; only the membership decides which process a name belongs to. */
  @Test
  void changesNothingForAListedMember_whenSomebodyClaimsToBeALaterIncarnation() throws IOException {
    try (TestNode listed = TestNode.start("peer", 1, TestNode.SETTINGS);
        RawPeer claimant = RawPeer.connect(node.member)) {
      node.connect(listed.member);
      listed.connect(node.member);
      node.awaitEvents("up peer1");
      listed.awaitEvents("up node10");
      Member latest = new Member("peer", Long.MAX_VALUE, "127.0.0.1", 1);
      claimant.say(RawPeer.hello(latest, node.member));

      assertThat(listed.transport.send(node.member, new byte[] {1})).isTrue();
      node.awaitFrames(1);
      assertThat(node.transport.send(listed.member, new byte[] {2})).isTrue();
      listed.awaitFrames(1);
      node.awaitEvents("up peer1");
      listed.awaitEvents("up node10");
    }
  }

  @Test
  void closes_whenTheHandshakeIsGarbageOrPlaintextOrOversized() throws IOException {
    Hello hello = RawPeer.hello(STRANGER, node.member);
    byte[] request =
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] oversized = ByteBuffer.allocate(4).putInt(HandshakeCodec.MAX_MESSAGE_BYTES + 1).array();
    byte[] badMagic = frame(new byte[] {1, 2, 3, 4, 1});
    byte[] welcome = frame(HandshakeCodec.encode(new Welcome(RawPeer.VERSION, STRANGER)));
    byte[] impatient = concat(frame(HandshakeCodec.encode(hello)), frame(new byte[20]));
    for (byte[] bytes : new byte[][] {request, oversized, badMagic, welcome, impatient}) {
      try (RawPeer raw = RawPeer.connect(node.member)) {
        assertThat(raw.sendBytes(bytes).isClosedByOther()).isTrue();
      }
    }
    await().until(() -> node.transport.statistics().connectionsMalformed() == 5);
    assertThat(node.frames).isEmpty();
  }

  @Test
  void logsAHandfulOfLines_whenStrangersSayHundredsOfDifferentThings() throws IOException {
    Random random = new Random(Seeds.one());
    List<byte[]> said = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      byte[] garbage = new byte[1 + random.nextInt(200)];
      random.nextBytes(garbage);
      Member stranger = new Member("stranger" + i, 1 + i, "127.0.0.1", 1);
      said.add(
          switch (i % 3) {
            case 0 -> concat(ByteBuffer.allocate(4).putInt(i - 150).array(), garbage);
            case 1 -> frame(garbage);
            default -> frame(HandshakeCodec.encode(new Hello(2, 2, "c" + i, stranger, "node", 10)));
          });
    }
    String log =
        CapturedLog.of(
            () -> {
              for (byte[] bytes : said) {
                try (RawPeer raw = RawPeer.connect(node.member)) {
                  raw.sendBytes(bytes);
                }
              }
              await()
                  .atMost(Duration.ofSeconds(20))
                  .until(
                      () ->
                          node.transport.statistics().connectionsMalformed()
                                  + node.transport.statistics().handshakesRejected()
                              >= 200);
            });

    assertThat(log.lines()).as("seed %d", Seeds.one()).hasSizeBetween(1, 5);
  }

  @Test
  void closesAfterTheTimeout_whenTheHandshakeStops() throws IOException {
    byte[] hello = frame(HandshakeCodec.encode(RawPeer.hello(STRANGER, node.member)));
    try (RawPeer silent = RawPeer.connect(node.member);
        RawPeer half = RawPeer.connect(node.member)) {
      half.sendBytes(Arrays.copyOf(hello, hello.length / 2));
      assertThat(half.isClosedByOther()).isTrue();
      assertThat(silent.isClosedByOther()).isTrue();
    }
    await().until(() -> node.transport.statistics().connectionsMalformed() == 2);
  }

  @Test
  void keepsTheConnection_whenItIsIdleAfterTheHandshake() throws IOException {
    node.lists(STRANGER);
    try (RawPeer raw = RawPeer.connect(node.member);
        RawPeer later = RawPeer.connect(node.member)) {
      raw.say(RawPeer.hello(STRANGER, node.member)).hear();
      // The later connection's time-out is over after that of the idle one.
      assertThat(later.isClosedByOther()).isTrue();
      raw.sendFrame(new byte[] {1});
      node.awaitFrames(1);
    }
  }

  @Test
  void closes_whenAFrameAfterTheHandshakeIsMalformed() throws IOException {
    node.lists(STRANGER);
    int[] lengths = {0, -1, Integer.MIN_VALUE, (16 << 20) + 1};
    for (int i = 0; i < lengths.length; i++) {
      int length = lengths[i];
      try (RawPeer raw = RawPeer.connect(node.member)) {
        raw.say(RawPeer.hello(STRANGER, node.member)).hear();
        raw.sendFrame(new byte[] {1});
        node.awaitFrames(i + 1);
        assertThat(raw.sendBytes(ByteBuffer.allocate(4).putInt(length).array()).isClosedByOther())
            .isTrue();
      }
    }
    assertThat(node.frames).hasSize(lengths.length);
  }

  @Test
  void reportsThePeerDownOnce_whenItAnswersWithNonsense() throws IOException {
    try (ServerSocket server = RawPeer.listen()) {
      Member peer = new Member("peer", 1, "127.0.0.1", server.getLocalPort());
      node.connect(peer);
      for (HandshakeMessage answer :
          new HandshakeMessage[] {
            new Reject("not today"),
            new Welcome(RawPeer.VERSION, STRANGER),
            new Welcome(7, peer),
            RawPeer.hello(peer, node.member)
          }) {
        try (RawPeer raw = RawPeer.accept(server)) {
          assertThat(raw.hear()).isEqualTo(new Hello(2, 3, "test", node.member, "peer", 1));
          raw.say(answer);
          assertThat(raw.isClosedByOther()).isTrue();
        }
      }
      try (RawPeer banner = RawPeer.accept(server)) {
        banner.sendBytes("SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(banner.isClosedByOther()).isTrue();
      }
      node.awaitEvents("down peer1");
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        raw.say(new Welcome(RawPeer.VERSION, peer));
        node.awaitEvents("down peer1", "up peer1");
        // A frame on the stream that only leads to the peer, be it as sound as this one.
        raw.say(new Welcome(RawPeer.VERSION, peer));
        assertThat(raw.isClosedByOther()).isTrue();
      }
      node.awaitEvents("down peer1", "up peer1", "down peer1");
    }
  }

  @Test
  void reportsThePeerDown_whenItNeverAnswersTheHello() throws IOException {
    try (ServerSocket server = RawPeer.listen()) {
      node.connect(new Member("peer", 1, "127.0.0.1", server.getLocalPort()));
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        assertThat(raw.isClosedByOther()).isTrue();
      }
      node.awaitEvents("down peer1");
    }
  }

  /** The stranger knows the name of the cluster and who its members are. */
  @Test
  void changesNothingInACluster_whateverAStrangerSaysAndSends() throws IOException {
    List<RawPeer> held = new ArrayList<>();
    try (TestCluster cluster = TestCluster.of(2);
        ServerSocket named = RawPeer.listen()) {
      ReplicationNode first = cluster.nodes.get(0);
      Member target = first.self();
      Member other = cluster.nodes.get(1).self();
      long view = first.view().number();
      String id = committed(cluster.shops.get(0));
      named.setSoTimeout(1);

      saysWhatItIsTold(target, hello("another", member("probe-1", 1, named), target));
      Member guess = new Member(target.name(), 1, target.host(), target.port());
      saysWhatItIsTold(target, hello(first.cluster(), member("probe-2", 1, named), guess));
      List<CompletableFuture<Boolean>> cut = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        RawPeer raw = RawPeer.connect(target);
        held.add(raw);
        raw.say(hello(first.cluster(), member("made-up-" + i, i, named), target)).hear();
        cut.add(CompletableFuture.supplyAsync(() -> isCut(raw, reportWithNumbers(14_000_000))));
      }
      try (RawPeer elsewhere = RawPeer.connectFrom("127.0.0.2", target);
          RawPeer later = RawPeer.connect(target)) {
        elsewhere.say(hello(first.cluster(), other, target));
        assertThat(elsewhere.hear()).isInstanceOf(Reject.class);
        later.say(hello(first.cluster(), member(other.name(), Long.MAX_VALUE, named), target));
        for (int i = 0; i < 1_000; i++) {
          RawPeer raw = RawPeer.connect(target);
          held.add(raw);
          if (i % 2 == 0) {
            raw.say(hello(first.cluster(), member("held-" + i, i, named), target));
          }
        }
        for (int i = 0; i < 900; i++) {
          assertThat(held.get(i).isClosedByOther()).as("connection %d", i).isTrue();
        }
        assertThat(cut).allSatisfy(each -> assertThat(each.join()).isTrue());

        Lookup lookup = cluster.shops.get(1).acquire(id, null);

        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        ReplicatedSession moved = ((Lookup.Found) lookup).session();
        assertThat(moved.attributes().put("count", 2)).isEqualTo(1);
        assertThat(moved.commit()).isEqualTo(CommitOutcome.PROTECTED);
        moved.exit();
      }
      for (ReplicationNode each : cluster.nodes) {
        assertThat(each.view().number()).isEqualTo(view);
        assertThat(each.isSettled()).isTrue();
        assertThat(each.statistics().degradedSessions()).isZero();
      }
      assertThatThrownBy(named::accept)
          .as("nobody calls the address that strangers name")
          .isInstanceOf(SocketTimeoutException.class);
    } finally {
      for (RawPeer each : held) {
        each.close();
      }
    }
  }

  private static Member member(String name, long incarnation, ServerSocket listens) {
    return new Member(name, incarnation, "127.0.0.1", listens.getLocalPort());
  }

  private static Hello hello(String cluster, Member from, Member to) {
    return new Hello(2, 2, cluster, from, to.name(), to.incarnation());
  }

  private static String committed(SessionReplicator shop) {
    ReplicatedSession session = shop.create(Duration.ofMinutes(30), 0);
    session.attributes().put("count", 1);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return session.id();
  }

  private static void saysWhatItIsTold(Member target, Hello hello) throws IOException {
    try (RawPeer raw = RawPeer.connect(target)) {
      assertThat(raw.say(hello).hear()).isEqualTo(new Reject(Admission.MEANT_FOR_ANOTHER));
    }
  }

  private static boolean isCut(RawPeer raw, byte[] frame) {
    try {
      return raw.sendFrame(frame).isClosedByOther();
    } catch (IOException cutWhileSending) {
      return true;
    }
  }

  /** A report of a view that nobody has yet, from a member that has seen so many others. */
  private static byte[] reportWithNumbers(int count) {
    byte[] head = {16, -1, -1, 3, 1, 'x', 0, 0, 0, 0, 0, 0, 0, -128, -65, -42, 6};
    assertThat(count).as("what the last four bytes say").isEqualTo(14_000_000);
    return Arrays.copyOf(head, head.length + count + 2);
  }

  private void refuses(HandshakeMessage hello, String reason) throws IOException {
    try (RawPeer raw = RawPeer.connect(node.member)) {
      assertThat(raw.say(hello).hear()).isEqualTo(new Reject(reason));
      assertThat(raw.isClosedByOther()).isTrue();
    }
  }

  private static byte[] frame(byte[] payload) {
    return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }
}
