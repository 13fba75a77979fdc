// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.MembershipStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Membership and replication at one port, and what strangers can do there. */
@Timeout(60)
class MembershipStreamsIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final short VERSION = 7;
  private static final int MAX_BYTES = 100;

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @Test
  void carriesBoth_overOnePort() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    b.replication.lists(a.replication.member);
    a.replication.connect(b.replication.member);
    a.replication.transport.send(b.replication.member, new byte[3]);
    a.send(b, "hello");

    b.replication.awaitFrames(1);
    b.awaitSaid(a.address.getPort() + " hello");
    b.send(a, "welcome");
    a.awaitSaid(b.address.getPort() + " welcome");
  }

  @Test
  void losesNothing_whenTwoConnectToEachOtherAtOnce() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    for (int i = 0; i < 20; i++) {
      a.send(b, "m" + i);
      b.send(a, "m" + i);
    }

    a.awaitSaid(said(b, 20));
    b.awaitSaid(said(a, 20));
  }

  private static String[] said(Node sender, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> sender.address.getPort() + " m" + i)
        .toArray(String[]::new);
  }

  @Test
  void tellsOfAPeerThatDies_andOfNoneThatLeaves() throws Exception {
    Node a = new Node("a");
    Node leaves = new Node("leaves");
    Node dies = new Node("dies");
    a.send(leaves, "x");
    a.send(dies, "x");
    leaves.awaitSaid(a.address.getPort() + " x");
    dies.awaitSaid(a.address.getPort() + " x");

    leaves.streams.close();
    dies.replication.port.stop();

    a.awaitSaid("closed " + dies.address.getPort());
    assertThat(a.said).doesNotContain("closed " + leaves.address.getPort());
  }

  @Test
  void tellsThatNobodyListens() throws Exception {
    Node a = new Node("a");
    InetSocketAddress nobody = new InetSocketAddress("127.0.0.1", 1);
    a.streams.send(nobody, new byte[1], 0, 1);

    a.awaitSaid("refused 1");
  }

  @Test
  void sendsNothingToAStranger_thatNamesAnotherHost() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    InetSocketAddress elsewhere = new InetSocketAddress("127.0.0.2", b.address.getPort());
    try (RawPeer stranger = RawPeer.connect(a.replication.member)) {
      stranger.sendBytes(preface(elsewhere)).sendFrame("mine".getBytes(StandardCharsets.US_ASCII));
      a.awaitSaid(elsewhere.getPort() + " mine");
      a.streams.send(elsewhere, new byte[1], 0, 1);
      a.awaitSaid("refused " + elsewhere.getPort());

      a.streams.close();
      byte[] farewell = ByteBuffer.allocate(4).putInt(-5).array();
      assertThat(stranger.hearBytes(4)).as("the first that it hears").isEqualTo(farewell);
    }
  }

  @Test
  void closesAConnection_thatSaysNoMoreThanWhereItListens() throws Exception {
    Node a = new Node("a");
    try (RawPeer silent = RawPeer.connect(a.replication.member)) {
      silent.sendBytes(preface(a.address));

      assertThat(silent.isClosedByOther()).isTrue();
    }
  }

  @Test
  void closesTheOldestStranger_whenThereAreTooMany_andNoMember() throws Exception {
    Node a = new Node("a");
    Node member = new Node("member");
    member.send(a, "hello");
    a.awaitSaid(member.address.getPort() + " hello");
    a.streams.retain(member.address::equals);
    List<RawPeer> strangers = new ArrayList<>();
    for (int i = 0; i <= GrizzlyMembershipStreams.STRANGERS_OF_ONE_HOST; i++) {
      InetSocketAddress named = new InetSocketAddress("127.0.0.1", 1 + i);
      strangers.add(stranger(a, "127.0.0.1", named, "mm"));
      a.awaitSaid(named.getPort() + " mm");
    }

    assertThat(strangers.get(0).isClosedByOther()).isTrue();
    member.send(a, "again");
    a.awaitSaid(member.address.getPort() + " again");
    assertThat(member.said)
        .as("over the same connection")
        .doesNotContain("closed " + a.address.getPort());
  }

  @Test
  void closesTheOldestStranger_whenAllHostsTogetherHaveTooMany() throws Exception {
    Node a = new Node("a");
    List<RawPeer> strangers = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < GrizzlyMembershipStreams.MAX_STRANGERS; i++) {
      InetSocketAddress named = new InetSocketAddress("127.0.0.1", 1 + i);
      strangers.add(stranger(a, "127.0.0." + (2 + i % 3), named, "mm"));
      lines.add(named.getPort() + " mm");
    }
    a.awaitSaid(lines.toArray(String[]::new));

    stranger(a, "127.0.0.5", new InetSocketAddress("127.0.0.1", 99), "another");

    assertThat(strangers.get(0).isClosedByOther()).isTrue();
    a.awaitSaid("99 another");
    assertThat(a.said)
        .filteredOn(line -> line.startsWith("malformed too many connections"))
        .hasSize(1);
  }

  @Test
  void closesTheOldestStranger_whenTooManyNameOneAddress() throws Exception {
    Node a = new Node("a");
    InetSocketAddress named = new InetSocketAddress("127.0.0.3", 9);
    List<RawPeer> strangers = new ArrayList<>();
    for (int i = 0; i < GrizzlyMembershipStreams.NAMESAKES; i++) {
      strangers.add(stranger(a, "127.0.0.2", named, "m" + i));
      a.awaitSaid("9 m" + i);
    }

    stranger(a, "127.0.0.4", named, "another");

    assertThat(strangers.get(0).isClosedByOther()).isTrue();
    a.awaitSaid("9 another");
    assertThat(a.said)
        .filteredOn(line -> line.startsWith("malformed too many connections"))
        .hasSize(1);
  }

  /** A connection from {@code host} that names an address and says a word. */
  private RawPeer stranger(Node to, String host, InetSocketAddress named, String word)
      throws IOException {
    RawPeer stranger = RawPeer.connectFrom(host, to.replication.member);
    open.add(0, stranger);
    return stranger.sendBytes(preface(named)).sendFrame(word.getBytes(StandardCharsets.US_ASCII));
  }

  /** It asks and does not read the answers, of which the operating system takes a few megabytes. */
  @Test
  void keepsLittleForAStranger_thatDoesNotRead() throws Exception {
    Node a = new Node("a");
    GrizzlyMembershipStreams streams = (GrizzlyMembershipStreams) a.streams;
    InetSocketAddress named = new InetSocketAddress("127.0.0.1", 1);
    byte[] answer = new byte[100_000];
    try (RawPeer stranger = RawPeer.connect(a.replication.member)) {
      stranger.sendBytes(preface(named)).sendFrame("mine".getBytes(StandardCharsets.US_ASCII));
      a.awaitSaid("1 mine");

      for (int i = 0; i < 500; i++) {
        a.streams.send(named, answer, 0, answer.length);
      }
      assertThat(streams.queuedBytes())
          .isBetween(1, MembershipConnection.MAX_QUEUED_OF_A_STRANGER + 2 * answer.length);

      a.streams.retain(named::equals);
      for (int i = 0; i < 500; i++) {
        a.streams.send(named, answer, 0, answer.length);
      }
      assertThat(streams.queuedBytes())
          .as("for a member")
          .isBetween(
              MembershipConnection.MAX_QUEUED_BYTES / 2,
              MembershipConnection.MAX_QUEUED_BYTES + 2 * answer.length);
    }
  }

  @Test
  void refusesWhatNoMemberSends() throws Exception {
    Node a = new Node("a");
    List<byte[]> unknown =
        List.of(
            bytes(12).putInt(MembershipConnection.COOKIE).putInt(0).putInt(0).array(),
            bytes(8)
                .putInt(MembershipConnection.COOKIE)
                .putShort(VERSION)
                .putShort((short) 99)
                .array(),
            bytes(19).put(preface(a.address)).putInt(MAX_BYTES + 1).array(),
            bytes(19).put(preface(a.address)).putInt(-1).array(),
            bytes(22)
                .put(preface(a.address))
                .putInt(3)
                .put("bad".getBytes(StandardCharsets.US_ASCII))
                .array());
    for (byte[] each : unknown) {
      try (RawPeer stranger = RawPeer.connect(a.replication.member)) {
        stranger.sendBytes(each);
        assertThat(stranger.isClosedByOther()).isTrue();
      }
    }
    await().atMost(SOON).until(() -> a.said.size() == unknown.size());
    assertThat(a.said).allMatch(line -> line.startsWith("malformed "));
  }

  @Test
  void refusesMembership_onAConnectionOfReplication() throws Exception {
    Node a = new Node("a");
    Member peer = new Member("peer", 1, "127.0.0.1", 1);
    try (RawPeer raw = RawPeer.connect(a.replication.member)) {
      raw.say(RawPeer.hello(peer, a.replication.member));
      raw.hear();
      raw.sendBytes(preface(a.address)).sendFrame(new byte[1]);

      assertThat(raw.isClosedByOther()).isTrue();
    }
    assertThat(a.said).isEmpty();
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count);
  }

  private static byte[] preface(InetSocketAddress address) {
    return bytes(15)
        .putInt(MembershipConnection.COOKIE)
        .putShort(VERSION)
        .putShort((short) 7)
        .put((byte) 4)
        .put(address.getAddress().getAddress())
        .putShort((short) address.getPort())
        .array();
  }

  /** A member that notes what its streams tell. */
  private final class Node implements MembershipStreams.Listener {
    private final TestNode replication;
    private final MembershipStreams streams;
    private final InetSocketAddress address;
    private final List<String> said = new CopyOnWriteArrayList<>();

    Node(String name) throws IOException {
      replication = TestNode.start(name);
      open.add(replication);
      streams = replication.port.membership();
      address =
          streams.open(
              new MembershipStreams.Rules(VERSION, MAX_BYTES, Duration.ofMinutes(1)), this);
      open.add(0, streams::close);
    }

    void send(Node to, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      streams.send(to.address, bytes, 0, bytes.length);
    }

    void awaitSaid(String... lines) {
      await().atMost(SOON).untilAsserted(() -> assertThat(said).contains(lines));
    }

    @Override
    public boolean onMessage(
        InetSocketAddress from,
        InetAddress unproven,
        Predicate<String> senders,
        Set<Object> known,
        byte[] message)
        throws IOException {
      String text = new String(message, StandardCharsets.US_ASCII);
      if (text.equals("bad")) {
        throw new IOException(text);
      }
      said.add(from.getPort() + " " + text);
      return true;
    }

    @Override
    public boolean expects(InetAddress host) {
      return false;
    }

    @Override
    public void onMalformed(String reason) {
      said.add("malformed " + reason);
    }

    @Override
    public void onUnproven(String peer, String reason) {
      said.add("unproven " + reason);
    }

    @Override
    public void onRefused(InetSocketAddress peer) {
      said.add("refused " + peer.getPort());
    }

    @Override
    public void onClosed(InetSocketAddress peer) {
      said.add("closed " + peer.getPort());
    }
  }
}
