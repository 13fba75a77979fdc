// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.awaitility.core.ConditionFactory;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.Stranger;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.TestCluster;
import org.holdfast.replication.transport.TransportStatistics;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replication over TLS between two ports, and what a port with TLS refuses. */
@Timeout(60)
class TlsIT {
  /** A kind of trouble has one line a minute on each node. */
  private static final int MOST_LINES = 6;

  private static final Duration MOST_WHILE_A_STREAM_BREAKS = Duration.ofSeconds(15);

  /** A record that lets a handshake begin, and end soon. */
  private static final byte[] WHOLE_RECORD = {22, 3, 1, 0, 1, 0};

  private static final byte[] MARK = "a secret of the user".getBytes(StandardCharsets.US_ASCII);

  @TempDir static Path keys;

  private static TlsConfig shared;
  private static TlsConfig ofA;
  private static TlsConfig ofB;
  private static TlsConfig strange;

  @BeforeAll
  static void makeKeys() {
    shared = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    Path a = TestKeys.self(keys, "a");
    Path b = TestKeys.self(keys, "b");
    Path both = TestKeys.trusting(keys, "both.p12", a, b);
    ofA = TestKeys.tls(a, both);
    ofB = TestKeys.tls(b, both);
    strange = TestKeys.tls(TestKeys.selfIn(keys, "strange.p12", TlsConfig.CLUSTER_NAME));
  }

  private static PeerSecurity tls(TlsConfig config, String name) {
    return PeerSecurity.of(Security.TLS, config, name);
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(30));
  }

  private static void connectBoth(TestNode a, TestNode b) {
    a.lists(b.member);
    b.lists(a.member);
    a.connect(b.member);
    b.connect(a.member);
  }

  @Test
  void carriesFramesOfAllSizesBothWays_andNoneOfThemInTheClear() throws IOException {
    Random random = new Random(Seeds.one());
    try (TestNode a = TestNode.start("a", tls(shared, "a"));
        TestNode b = TestNode.start("b", tls(shared, "b"));
        StuckRelay relay = new StuckRelay(b.member.port())) {
      b.lists(a.member);
      a.lists(b.member);
      Member behindRelay = new Member("b", 1, "127.0.0.1", relay.port());
      a.connect(behindRelay);
      b.connect(a.member);
      a.awaitUp(behindRelay);
      b.awaitUp(a.member);
      List<byte[]> sent = new ArrayList<>();
      for (int size : new int[] {20, 1, 16_384, 100_000, 3, 5_000_000, 65_536, 2, 16_380}) {
        byte[] frame = new byte[size];
        random.nextBytes(frame);
        System.arraycopy(MARK, 0, frame, 0, Math.min(size, MARK.length));
        sent.add(frame);
        assertThat(a.transport.send(behindRelay, frame)).isTrue();
        assertThat(b.transport.send(a.member, frame)).isTrue();
      }
      b.awaitFrames(sent.size());
      a.awaitFrames(sent.size());
      assertThat(b.frames).as("-Dseed=%d", Seeds.one()).containsExactlyElementsOf(sent);
      assertThat(a.frames).as("-Dseed=%d", Seeds.one()).containsExactlyElementsOf(sent);
      String seen = new String(relay.forwarded(), StandardCharsets.ISO_8859_1);
      assertThat(seen.length()).isGreaterThan(5_000_000);
      assertThat(seen.contains(new String(MARK, StandardCharsets.ISO_8859_1))).isFalse();
    }
  }

  /** The actions of a stranger on the way on the bytes of a connection. */
  enum Tampering {
    FLIPPED,
    REPLAYED,
    CUT_SHORT,
    REORDERED;

    /** Returns what takes the place of the last of {@code pieces}; null once nothing does. */
    byte @Nullable [] change(List<byte[]> pieces) {
      byte[] first = pieces.get(0);
      if (pieces.size() > 1) {
        return this == REORDERED && pieces.size() == 2 ? concat(pieces.get(1), first) : null;
      }
      return switch (this) {
        case FLIPPED -> {
          first[first.length / 2] ^= 1;
          yield first;
        }
        case REPLAYED -> concat(first, first);
        case CUT_SHORT -> Arrays.copyOf(first, first.length - 1);
        case REORDERED -> new byte[0];
      };
    }

    private static byte[] concat(byte[] one, byte[] other) {
      byte[] both = Arrays.copyOf(one, one.length + other.length);
      System.arraycopy(other, 0, both, one.length, other.length);
      return both;
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectsAgainAndDeliversNothingTwiceOrChanged_whenTheBytesAre(Tampering how) {
    String log = CapturedLog.of(() -> tamper(how));

    assertThat(log.lines().filter(line -> line.contains("closed the connection from")))
        .as("lines of the end that saw it")
        .hasSize(1);
  }

  private static void tamper(Tampering how) throws IOException {
    try (TestNode a = TestNode.start("a", tls(shared, "a"));
        TestNode b = TestNode.start("b", tls(shared, "b"));
        StuckRelay relay = new StuckRelay(b.member.port())) {
      b.lists(a.member);
      Member behindRelay = new Member("b", 1, "127.0.0.1", relay.port());
      a.connect(behindRelay);
      a.awaitUp(b.member);
      int events = a.events.size();

      relay.tamper(how::change);
      for (int i = 0; a.events.size() < events + 2; i++) {
        a.transport.send(behindRelay, ByteBuffer.allocate(4).putInt(i).array());
        LockSupport.parkNanos(1_000_000);
      }
      a.awaitUp(b.member);
      assertThat(a.events).endsWith("down b1", "up b1");
      a.transport.send(behindRelay, MARK);

      soon().until(() -> b.frames.stream().anyMatch(frame -> Arrays.equals(frame, MARK)));
      List<Integer> numbers =
          b.frames.stream()
              .filter(frame -> frame.length == 4)
              .map(frame -> ByteBuffer.wrap(frame).getInt())
              .toList();
      assertThat(numbers).isSorted().doesNotHaveDuplicates();
      assertThat(b.frames).allMatch(frame -> frame.length == 4 || Arrays.equals(frame, MARK));
    }
  }

  @Test
  void refusesAPeer_whoseKeyIsNotTrusted() {
    String log =
        CapturedLog.of(
            () -> {
              try (TestNode a = TestNode.start("a", tls(strange, "a"));
                  TestNode b = TestNode.start("b", tls(shared, "b"))) {
                connectBoth(a, b);
                soon()
                    .until(
                        () ->
                            b.transport.statistics().connectionsMalformed() > 2
                                && !a.events.isEmpty()
                                && !b.events.isEmpty());
                assertThat(a.events).containsOnly("down b1");
                assertThat(b.events).containsOnly("down a1");
                assertThat(a.transport.statistics().framesReceived()).isZero();
                assertThat(b.transport.statistics().framesReceived()).isZero();
              }
            });
    assertThat(log)
        .contains("TLS failed: certificate of \"holdfast-cluster\"")
        .contains("is refused: it is none of the trusted ones");
    assertThat(log.lines().filter(line -> line.contains("closed the connection from"))).hasSize(2);
  }

  @Test
  void takesAPeerForNoOtherMember_thanItsCertificateNames() {
    String log = CapturedLog.of(TlsIT::speakForAnother);

    assertThat(log.lines().filter(line -> line.contains("refused the connection of c/")))
        .singleElement()
        .asString()
        .contains("\"b\"", "may not speak for member \"c\"");
  }

  private static void speakForAnother() throws IOException {
    try (TestNode a = TestNode.start("a", tls(ofA, "a"));
        TestNode b = TestNode.start("b", tls(ofB, "b"));
        TestNode thief =
            TestNode.start("c", PeerSecurity.of(Security.TLS, withAnyName(ofB), "b"))) {
      connectBoth(a, b);
      a.awaitUp(b.member);
      b.awaitUp(a.member);
      a.events.clear();

      a.lists(b.member, thief.member);
      thief.lists(a.member);
      thief.connect(a.member);

      soon().until(() -> a.transport.statistics().handshakesRejected() > 0);
      assertThat(thief.events).doesNotContain("up a1");

      a.connect(b.member, thief.member); // which listens with the certificate of another member
      a.awaitEvents("down c1");
      assertThat(a.transport.statistics().framesReceived()).isZero();
    }
  }

  /** The thief takes every other member for itself. */
  private static TlsConfig withAnyName(TlsConfig config) {
    return new TlsConfig(
        config.keyStore(),
        config.keyStorePassword(),
        config.trustStore(),
        config.trustStorePassword(),
        ".*");
  }

  /** The ways in which a stranger calls, each with the reason that the log line names. */
  enum Attack {
    WRONG_KEY("is refused: it is none of the trusted ones"),
    WRONG_NAME("may not speak for member \"c\""),
    EXPIRED("NotAfter"),
    NOT_YET_VALID("NotBefore"),
    WITHOUT_KEY("Empty client certificate chain"),
    BOGUS_ADDRESS_IN_CERTIFICATE("certificate of no name"),
    TLS_1_2("TLSv1.2"),
    PLAINTEXT("the caller sent plaintext, but this member accepts TLS only"),
    HALF_A_HANDSHAKE("no handshake within 2000 ms");

    private final String reason;

    Attack(String reason) {
      this.reason = reason;
    }

    /** Returns whether the other end refuses it. */
    boolean isRefusedBy(Member member) throws Exception {
      return switch (this) {
        case WRONG_KEY -> fails(Stranger.with(Path.of(strange.keyStore())), member, "TLSv1.3");
        case WRONG_NAME -> isRejected(Stranger.with(Path.of(ofB.keyStore())), "c", member);
        case EXPIRED, NOT_YET_VALID ->
            fails(Stranger.with(keys.resolve(name())), member, "TLSv1.3");
        case WITHOUT_KEY -> fails(Stranger.withoutKey(), member, "TLSv1.3");
        case BOGUS_ADDRESS_IN_CERTIFICATE -> fails(Stranger.with(bogus()), member, "TLSv1.3");
        case TLS_1_2 -> fails(Stranger.with(Path.of(shared.keyStore())), member, "TLSv1.2");
        case PLAINTEXT -> isClosed(member, ByteBuffer.allocate(8).putInt(4).array());
        case HALF_A_HANDSHAKE -> isClosed(member, new byte[] {22, 3, 1, 2, 0, 1, 0, 1});
      };
    }

    private static boolean fails(Stranger stranger, Member member, String version)
        throws IOException {
      try (SSLSocket socket = stranger.connect(member.host(), member.port(), version)) {
        socket.getOutputStream().write(new byte[] {0, 0, 0, 1, 1});
        return socket.getInputStream().read() < 0;
      } catch (SSLException | SocketException refused) {
        return true;
      }
    }

    private static boolean isRejected(Stranger thief, String name, Member member)
        throws IOException {
      try (RawPeer raw = RawPeer.over(thief.connect(member.host(), member.port(), "TLSv1.3"))) {
        Member claimed = new Member(name, 1, "127.0.0.1", 1);
        return raw.say(RawPeer.hello(claimed, member)).hear() instanceof Reject;
      }
    }

    private static boolean isClosed(Member member, byte[] bytes) throws IOException {
      try (RawPeer raw = RawPeer.connect(member)) {
        return raw.sendBytes(bytes).isClosedByOther();
      }
    }

    /** A new one each time: Java reads the names of each without complaint the second time. */
    private static Path bogus() {
      Path key = Path.of(strange.keyStore());
      return TestKeys.reissued(keys, "bogus.p12", key, "-ext", TestKeys.MASK_WITH_A_HOLE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesAStrangerWithOneLine_andTheMembersGoOn(Attack attack) throws Exception {
    TlsConfig config = trustingMore();
    try (TestNode a = TestNode.start("a", tls(config, "a"));
        TestNode b = TestNode.start("b", tls(config, "b"))) {
      connectBoth(a, b);
      a.awaitUp(b.member);
      b.awaitUp(a.member);

      String log =
          CapturedLog.awaiting(
              attack.reason, () -> assertThat(attack.isRefusedBy(a.member)).isTrue());

      assertThat(log.lines()).hasSize(1);
      assertThat(log)
          .containsAnyOf("closed the connection from 127.0.0.1: ", "refused the connection of c/");
      TransportStatistics seen = a.transport.statistics();
      assertThat(seen.connectionsMalformed() + seen.handshakesRejected()).isOne();
      b.transport.send(a.member, MARK);
      a.awaitFrames(1);
      assertThat(a.frames).containsExactly(MARK);
      assertThat(a.events).containsExactly("up b1");
      assertThat(b.events).containsExactly("up a1");
    }
  }

  /**
   * Returns the keys of the members, which also trust those of strangers that are out of date, and
   * one that speaks for one name only.
   */
  private static TlsConfig trustingMore() {
    Path expired = TestKeys.selfIn(keys, "EXPIRED", "c", "-startdate", "-20d", "-validity", "10");
    Path early = TestKeys.selfIn(keys, "NOT_YET_VALID", "c", "-startdate", "+20d");
    Path own = Path.of(shared.keyStore());
    Path named = Path.of(ofB.keyStore());
    return TestKeys.tls(own, TestKeys.trusting(keys, "all", own, expired, early, named));
  }

  @Test
  void usersNoticeNothing_whileEachAttackIsTried() throws Exception {
    TlsConfig config = trustingMore();
    try (TestCluster cluster = new TestCluster(2, node -> node.tls(config), shop -> shop)) {
      List<View> views = cluster.nodes.stream().map(ReplicationNode::view).toList();
      String log =
          CapturedLog.of(
              () -> CountingUsers.noticeNothing(cluster.shops, () -> tryEach(cluster.nodes)));

      assertThat(log.lines()).hasSizeLessThan(MOST_LINES);
      assertThat(cluster.nodes).extracting(ReplicationNode::view).isEqualTo(views);
    }
  }

  private static void tryEach(List<ReplicationNode> nodes) throws Exception {
    for (ReplicationNode node : nodes) {
      for (Attack attack : Attack.values()) {
        assertThat(attack.isRefusedBy(node.self())).as("%s", attack).isTrue();
      }
    }
  }

  /**
   * A stranger on the way between two nodes repeats, swaps, cuts or changes bytes once. That breaks
   * the stream, so a response may be unprotected until it is open again. No user loses what was
   * protected.
   */
  @ParameterizedTest
  @EnumSource
  void usersLoseNothing_whileAStrangerOnTheWayChangesTheBytes(Tampering how) throws Exception {
    try (TestCluster cluster = new TestCluster(2, TlsIT::patient, shop -> shop);
        StuckRelay relay = new StuckRelay(cluster.nodes.get(1).self().port())) {
      List<View> views = cluster.nodes.stream().map(ReplicationNode::view).toList();
      GrizzlyTransport calling = callThrough(relay, cluster.nodes.get(0), cluster.nodes.get(1));
      String log =
          CapturedLog.awaiting(
              "closed the connection from",
              () ->
                  CountingUsers.loseNothing(
                      cluster.shops,
                      MOST_WHILE_A_STREAM_BREAKS,
                      () -> {
                        long before = calling.statistics().connectionsOpened();
                        relay.tamper(how::change);
                        soon().until(() -> calling.statistics().connectionsOpened() > before);
                      }));

      assertThat(log.lines().filter(line -> line.contains("closed the connection from")))
          .singleElement()
          .asString()
          .contains(cluster.nodes.get(0).self().name(), "TLS: ");
      assertThat(cluster.nodes).extracting(ReplicationNode::view).isEqualTo(views);
    }
  }

  /**
   * The primary waits 2 s for an acknowledgement that was lost with a stream, and the acquirer of a
   * session 3 s for an answer before it takes the other node for silent.
   */
  private static NodeConfigBuilder patient(NodeConfigBuilder node) {
    return node.tls(shared)
        .ackTimeout(Duration.ofSeconds(2))
        .silenceTimeout(Duration.ofSeconds(3))
        .acquireTimeout(Duration.ofSeconds(10));
  }

  /** Has {@code from} call {@code to} through {@code relay}; returns the transport that calls. */
  private static GrizzlyTransport callThrough(
      StuckRelay relay, ReplicationNode from, ReplicationNode to)
      throws ReflectiveOperationException {
    Field field = ReplicationNode.class.getDeclaredField("transport");
    field.setAccessible(true);
    GrizzlyTransport calling = (GrizzlyTransport) field.get(from);
    Member called = to.self();
    Member behindRelay =
        new Member(
            called.name(),
            called.incarnation(),
            called.host(),
            relay.port(),
            called.zone(),
            called.version(),
            called.settings());
    long before = calling.statistics().connectionsOpened();
    calling.connectTo(Set.of()); // a stream to a listed member keeps its address
    calling.connectTo(Set.of(behindRelay));
    soon().until(() -> calling.statistics().connectionsOpened() > before);
    return calling;
  }

  /** No peer is known to cause such a failure. If one can, it must not fill the log. */
  @Test
  void logsOneLine_howeverOftenHandshakesFailForNoReasonOfTls() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    PeerSecurity security =
        TestKeys.security(
            shared,
            "a",
            () -> {
              if (broken.get()) {
                throw new IllegalStateException("broken on purpose");
              }
              return System.nanoTime();
            });
    try (TestNode a = TestNode.start("a", security)) {
      broken.set(true);
      String log =
          CapturedLog.awaiting(
              "TLS: java.lang.IllegalStateException: broken on purpose",
              () -> {
                for (int i = 0; i < 5; i++) {
                  try (RawPeer raw = RawPeer.connect(a.member)) {
                    assertThat(raw.sendBytes(WHOLE_RECORD).isClosedByOther()).isTrue();
                  }
                }
              });

      assertThat(log.lines().filter(line -> line.contains("a TLS handshake with"))).hasSize(1);
      assertThat(log.lines().filter(line -> line.contains("closed the connection from")))
          .hasSize(1);
    }
  }

  @Test
  void framesArrive_whileAHandshakeTakesLong() throws Exception {
    AtomicBoolean slow = new AtomicBoolean();
    CompletableFuture<String> thread = new CompletableFuture<>();
    CompletableFuture<Void> end = new CompletableFuture<>();
    PeerSecurity security =
        TestKeys.security(
            shared,
            "a",
            () -> {
              if (slow.getAndSet(false)) {
                thread.complete(Thread.currentThread().getName());
                end.join();
              }
              return System.nanoTime();
            });
    try (TestNode a = TestNode.start("a", security);
        TestNode b = TestNode.start("b", tls(shared, "b"))) {
      a.lists(b.member);
      b.connect(a.member);
      b.awaitUp(a.member);
      slow.set(true);
      try (RawPeer stranger = RawPeer.connect(a.member)) {
        stranger.sendBytes(WHOLE_RECORD);
        assertThat(thread.get(10, TimeUnit.SECONDS)).startsWith("holdfast-tls-");

        b.transport.send(a.member, MARK);

        a.awaitFrames(1);
      } finally {
        end.complete(null);
      }
    }
  }

  @Test
  void closesTheConnection_whenAPeerSendsNewKeysAndDoesNotReadTheAnswers() {
    String log = CapturedLog.awaiting("does not read the answers", TlsIT::sendNewKeysUntilClosed);

    assertThat(log.lines().filter(line -> line.contains("is down"))).hasSize(1);
  }

  private static void sendNewKeysUntilClosed() throws Exception {
    try (TestNode a = TestNode.start("a", tls(shared, "a"));
        ServerSocket server = Stranger.with(Path.of(shared.keyStore())).listen()) {
      Member b = new Member("b", 1, "127.0.0.1", server.getLocalPort());
      a.connect(b);
      try (RawPeer raw = RawPeer.accept(server)) {
        raw.hear();
        raw.say(new HandshakeMessage.Welcome(RawPeer.VERSION, b));
        a.awaitUp(b);
        for (int i = 0; i < 100; i++) {
          raw.sendNewKeys();
        }
        assertThat(a.transport.send(b, MARK)).isTrue();
        assertThat(raw.hearFrame()).as("behind answers that were read").isEqualTo(MARK);

        byte[] large = new byte[1 << 20];
        boolean accepted = true;
        while (accepted) {
          accepted = a.transport.send(b, large);
        }
        assertThatThrownBy(
                () -> {
                  while (true) { // what it has sent before the node closes may lie in buffers
                    raw.sendNewKeys();
                  }
                })
            .isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void connectsToEachNeighbour_duringAMigration() {
    try (TestNode none = TestNode.start("a", PeerSecurity.plaintext(Security.NONE));
        TestNode first = TestNode.start("b", PeerSecurity.of(Security.MIGRATE, shared, "b"));
        TestNode second = TestNode.start("c", PeerSecurity.of(Security.MIGRATE, shared, "c"));
        TestNode tls = TestNode.start("d", tls(shared, "d"))) {
      for (TestNode[] pair : new TestNode[][] {{none, first}, {first, second}, {second, tls}}) {
        TestNode one = pair[0];
        TestNode other = pair[1];
        one.events.clear();
        other.events.clear();
        connectBoth(one, other);
        soon()
            .until(
                () ->
                    one.events.contains("up " + other.member.name() + 1)
                        && other.events.contains("up " + one.member.name() + 1));
        int before = other.frames.size();
        one.transport.send(other.member, MARK);
        other.awaitFrames(before + 1);
      }
    }
  }
}
