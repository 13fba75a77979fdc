// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers at the port of a member, with and without knowing how to speak to it. */
@Timeout(60)
class HostileMembershipIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<MemberUnderTest> started = new ArrayList<>();
  private final int base = MemberUnderTest.freePorts(Discovery.LOCAL_PORTS);

  @AfterEach
  void closeAllAndCheckDelivery() {
    started.forEach(MemberUnderTest::close);
    for (MemberUnderTest member : started) {
      assertThat(member.violations).isEmpty();
    }
  }

  @Test
  void ignoresAStrangerAndItsMessages_whenOneJoinsTheSameJGroupsCluster() throws Exception {
    MemberUnderTest one = start("node-1");
    MembershipSettings settings =
        MembershipSettings.of("shop", "127.0.0.1", base, Discovery.local(), one.self);
    String log =
        CapturedLog.of(
            () -> {
              try (JChannel stranger =
                  ProtocolStack.open(
                      settings, MemberUnderTest.streams(settings), Duration.ofMillis(600))) {
                stranger.setName("stranger");
                stranger.connect("holdfast/shop");
                await().atMost(SOON).until(() -> one.views.size() == 2);
                for (int i = 0; i < 100; i++) {
                  stranger.send(new BytesMessage(null, new byte[1_000]));
                }
                MemberUnderTest two = start("node-2");
                one.awaitMembers(SOON, one.self, two.self);
                two.awaitMembers(SOON, one.self, two.self);
              }
              await().atMost(SOON).until(() -> one.last().number() == 3);
            });

    assertThat(one.views.get(1).members()).containsExactly(one.self);
    assertThat(log)
        .as("one warning of each of two members")
        .containsPattern(
            "(?s)(stranger joined cluster shop, but its address contains no member.*){2}")
        .doesNotContainPattern("(?s)(stranger joined cluster shop, but its address.*){3}");
  }

  @Test
  void refusesFramesOverTheBound() throws Exception {
    MemberUnderTest one = start("node-1");
    MembershipSettings settings =
        MembershipSettings.of("shop", "127.0.0.1", base, Discovery.local(), one.self);
    String log =
        CapturedLog.awaiting(
            "that no member sends",
            () -> {
              try (JChannel stranger =
                  ProtocolStack.open(
                      settings, MemberUnderTest.streams(settings), Duration.ofMillis(600))) {
                stranger.connect("holdfast/shop");
                stranger.send(new BytesMessage(null, new byte[1_000_000]));
                MemberUnderTest two = start("node-2");
                one.awaitMembers(SOON, one.self, two.self);
              }
            });

    assertThat(log).contains("frame length must be between 0 and 262,144 bytes");
  }

  @Test
  void letsAMemberJoinInItsUsualTime_whileSilentConnectionsKeepComing() throws Exception {
    MemberUnderTest one = start("node-1");
    try (SilentStrangers unused = SilentStrangers.at(base, new byte[0])) {
      MemberUnderTest two = start("node-2");

      assertThat(two.views.get(0).members()).as("first view").containsExactly(one.self, two.self);
    }
  }

  /** Each on a connection that begins as that of a member. */
  @Test
  void keepsItsView_whenFramesArriveThatNoMemberSends() throws Exception {
    MemberUnderTest one = start("node-1");
    MemberUnderTest two = start("node-2");
    one.awaitMembers(SOON, one.self, two.self);
    List<byte[]> frames = FrameGrammarTest.dangerous();
    String log =
        CapturedLog.awaiting(
            "that no member sends",
            () -> {
              for (byte[] frame : frames) {
                try (Socket socket = new Socket(loopback(), base);
                    DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
                  greet(out);
                  out.writeInt(frame.length);
                  out.write(frame);
                }
              }
            });
    MemberUnderTest three = start("node-3");

    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(one.last().members())
                    .contains(one.self, two.self, three.self)
                    .isEqualTo(two.last().members())
                    .isEqualTo(three.last().members()));
    assertThat(log).doesNotContain("Exception");
    assertThat(linesAboutConnections(log)).hasSizeLessThan(5);
  }

  /**
   * A stranger on a host where no member is expected: its own host is answered, as that of a new
   * member, and no other one. Each frame ends in a connection to the named address if it is read.
   */
  @Test
  void connectsToNoAddress_thatAStrangerNames() throws Exception {
    Discovery listed = Discovery.parse("static:127.0.0.1:" + base + ",127.0.0.4:" + base);
    MemberUnderTest one = MemberUnderTest.start("shop", base, listed, "node-1", 1);
    started.add(one);
    CompletableFuture<Void> connected = new CompletableFuture<>();
    try (ServerSocket named = listening("127.0.0.3");
        ServerSocket own = listening("127.0.0.2")) {
      Thread victim = new Thread(() -> awaitConnection(named, connected));
      victim.start();
      String log =
          CapturedLog.of(
              () -> {
                for (byte[] frame : FrameGrammarTest.naming("shop", address(named), "127.0.0.2")) {
                  sendToTheEnd("127.0.0.2", frame);
                }
              });
      assertThat(log).doesNotContain("Exception");

      byte[] harmless = FrameGrammarTest.naming("shop", address(own), "127.0.0.2").get(0);
      try (Socket unused = send("127.0.0.2", harmless);
          Socket answered = own.accept()) {
        assertThat(answered.getInetAddress()).isEqualTo(loopback());
      }
      assertThat(connected).isNotDone();

      byte[] frame = FrameGrammarTest.naming("shop", address(named), "127.0.0.4").get(0);
      try (Socket unused = send("127.0.0.4", frame)) {
        connected.get();
      }
    }
    assertThat(one.last().members()).containsExactly(one.self);
  }

  /** The stranger is where all members are. */
  @Test
  void connectsToNoOtherHost_whenAllMembersAreOnOne() throws Exception {
    MemberUnderTest one = start("node-1");
    CompletableFuture<Void> connected = new CompletableFuture<>();
    try (ServerSocket named = listening("127.0.0.3");
        ServerSocket own = listening(MemberUnderTest.HOST)) {
      Thread victim = new Thread(() -> awaitConnection(named, connected));
      victim.start();
      for (byte[] frame : FrameGrammarTest.naming("shop", address(named), MemberUnderTest.HOST)) {
        sendToTheEnd(MemberUnderTest.HOST, frame);
      }

      byte[] harmless = FrameGrammarTest.naming("shop", address(own), MemberUnderTest.HOST).get(0);
      try (Socket unused = send(MemberUnderTest.HOST, harmless);
          Socket answered = own.accept()) {
        assertThat(answered.getInetAddress()).isEqualTo(loopback());
      }
      assertThat(connected).isNotDone();
    }
    assertThat(one.last().members()).containsExactly(one.self);
  }

  /** Replication would connect to that host, or look it up. */
  @Test
  void letsNobodyJoin_thatNamesAForeignHostForItsReplication() throws Exception {
    Discovery listed = Discovery.parse("static:127.0.0.1:" + base);
    MemberUnderTest one = MemberUnderTest.start("shop", base, listed, "node-1", 1);
    started.add(one);
    String log =
        CapturedLog.awaiting(
            "an address that its sender may not name",
            () -> {
              for (String host : List.of("127.0.0.3", "::1", "somebody.invalid")) {
                sendToTheEnd("127.0.0.2", FrameGrammarTest.join(host));
              }
            });

    assertThat(log).doesNotContain("Exception");
    assertThat(one.last().members()).containsExactly(one.self);
  }

  /** Each connection has more of them than the node takes, and loses it. */
  @Test
  void letsAMemberJoin_afterStrangersHaveSpokenForThousandsOfProcesses() throws Exception {
    MemberUnderTest one = start("node-1");
    for (int i = 0; i < 500; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      greet(out);
      for (int j = 0; j <= StreamTransport.SENDERS_OF_A_CONNECTION; j++) {
        byte[] frame = FrameGrammarTest.announcingAnybody();
        out.writeInt(frame.length);
        out.write(frame);
      }
      try (Socket stranger = new Socket(loopback(), base)) {
        stranger.getOutputStream().write(bytes.toByteArray());
        awaitEnd(stranger);
      }
    }
    assertThat(one.last().members()).containsExactly(one.self);

    MemberUnderTest two = start("node-2");

    one.awaitMembers(SOON, one.self, two.self);
    two.awaitMembers(SOON, one.self, two.self);
  }

  private static ServerSocket listening(String host) throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByName(host));
  }

  private static InetSocketAddress address(ServerSocket listening) {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  private static void awaitConnection(ServerSocket at, CompletableFuture<Void> connected) {
    try {
      at.accept().close();
      connected.complete(null);
    } catch (IOException closed) {
      connected.completeExceptionally(closed);
    }
  }

  private static void awaitEnd(Socket socket) {
    try {
      while (socket.getInputStream().read() >= 0) {
        // what the node says before it closes
      }
    } catch (IOException reset) {
      // as when it closes before it has read everything
    }
  }

  /** Waits until the node has read the frame: it closes for that, or for the one behind it. */
  private void sendToTheEnd(String host, byte[] frame) throws Exception {
    try (Socket stranger = send(host, frame)) {
      try {
        DataOutputStream out = new DataOutputStream(stranger.getOutputStream());
        out.writeInt(1);
        out.write(0);
      } catch (IOException closed) {
        // the node has read the frame, and closed for it
      }
      awaitEnd(stranger);
    }
  }

  /** Returns the connection on which a frame was sent from {@code host}. */
  private Socket send(String host, byte[] frame) throws Exception {
    Socket socket = new Socket(loopback(), base, InetAddress.getByName(host), 0);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    greet(out, new InetSocketAddress(host, 45_678));
    out.writeInt(frame.length);
    out.write(frame);
    return socket;
  }

  /**
   * Members on hosts of their own that know the first one alone. One that joins learns of the
   * others before they are in its view: it ignores that, and closes no connection for it.
   */
  @Test
  void staysWhole_whenTheListNamesOneOfThreeHosts() throws Exception {
    String log = CapturedLog.of(this::formsAndReplacesItsFirst);

    assertThat(log).doesNotContain("that no member sends");
  }

  private void formsAndReplacesItsFirst() {
    Discovery listed = Discovery.parse("static:127.0.0.1:" + base);
    MemberUnderTest one = startAt("127.0.0.1", listed, "node-1");
    MemberUnderTest two = startAt("127.0.0.2", listed, "node-2");
    MemberUnderTest three = startAt("127.0.0.3", listed, "node-3");
    three.awaitMembers(SOON, one.self, two.self, three.self);
    one.close();
    two.awaitMembers(SOON, two.self, three.self);
    three.awaitMembers(SOON, two.self, three.self);
    MemberUnderTest again = startAt("127.0.0.1", listed, "node-1");
    for (MemberUnderTest each : List.of(again, two, three)) {
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(each.last().members())
                      .containsExactlyInAnyOrder(two.self, three.self, again.self));
    }
  }

  private MemberUnderTest startAt(String host, Discovery listed, String name) {
    MemberUnderTest member = MemberUnderTest.startAt(host, base, listed, name);
    started.add(member);
    return member;
  }

  /** As one does that knows the cluster: each kind has a line, however often it comes. */
  @Test
  void hasOneLineForEachKindOfTrouble_whenAStrangerSpeaksAsMembersDo() throws Exception {
    MemberUnderTest one = start("node-1");
    Map<String, byte[]> frames = new TreeMap<>(FrameGrammarTest.known());
    frames.keySet().removeIf(name -> name.contains("join")); // the stranger stays outside
    String log =
        CapturedLog.awaiting(
            "that no member sends",
            () -> {
              try (Socket socket = new Socket(loopback(), base);
                  DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
                greet(out);
                for (int i = 0; i < 50; i++) {
                  for (byte[] frame : frames.values()) {
                    out.writeInt(frame.length);
                    out.write(frame);
                  }
                }
                out.writeInt(1); // ends the connection, with a line of ours
                out.writeByte(0);
                int end = socket.getInputStream().read();
                assertThat(end).isNegative();
              }
            });

    assertThat(linesAboutConnections(log)).hasSizeLessThan(30);
    assertThat(one.last().members()).contains(one.self);
  }

  private static List<String> linesAboutConnections(String log) {
    return log.lines().filter(line -> !line.contains("member node-")).toList();
  }

  /**
   * The first bytes of a member: that it speaks JGroups, in which version, and where it listens.
   */
  private static void greet(DataOutputStream out) throws Exception {
    greet(out, new InetSocketAddress(loopback(), 45_678));
  }

  private static void greet(DataOutputStream out, InetSocketAddress self) throws Exception {
    out.writeBytes("bela");
    out.writeShort(Version.version);
    IpAddress listens = new IpAddress(self);
    out.writeShort(listens.serializedSize());
    listens.writeTo(out);
  }

  private MemberUnderTest start(String name) {
    MemberUnderTest member = MemberUnderTest.start("shop", base, Discovery.local(), name, 1);
    started.add(member);
    return member;
  }

  private static InetAddress loopback() throws Exception {
    return InetAddress.getByName(MemberUnderTest.HOST);
  }
}
