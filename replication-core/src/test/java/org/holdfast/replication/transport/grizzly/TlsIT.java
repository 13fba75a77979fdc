/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.awaitility.core.ConditionFactory;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.TestKeys;
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

  /** What somebody on the way does to the bytes of a connection. */
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
  void connectsAgainAndDeliversNothingTwiceOrChanged_whenTheBytesAre(Tampering how)
      throws IOException {
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
  void takesAPeerForNoOtherMember_thanItsCertificateNames() throws IOException {
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

  @Test
  void refusesPlaintextAndEarlierVersions_withALineForEach() throws Exception {
    String log =
        CapturedLog.of(
            () -> {
              try (TestNode a = TestNode.start("a", tls(shared, "a"))) {
                Member stranger = new Member("stranger", 7, "127.0.0.1", 1);
                a.lists(stranger);
                try (RawPeer plaintext = RawPeer.connect(a.member)) {
                  plaintext.say(RawPeer.hello(stranger, a.member));
                  assertThat(plaintext.isClosedByOther()).isTrue();
                }
                assertThat(a.transport.statistics().connectionsMalformed()).isOne();
                assertThat(a.transport.statistics().framesReceived()).isZero();
              }
            });
    assertThat(log).contains("plaintext, and this member takes TLS only");
    String ofOldTls =
        CapturedLog.of(
            () -> {
              try (TestNode a = TestNode.start("a", tls(shared, "a"));
                  SSLSocket old = clientWithoutKey(a.member, "TLSv1.2")) {
                assertThat(fails(old)).isTrue();
                soon().until(() -> a.transport.statistics().connectionsMalformed() == 1);
              }
            });
    assertThat(ofOldTls).contains("TLS: ").contains("TLSv1.2");
  }

  @Test
  void refusesAClientWithoutAKey_andReadsNothingOfIt() throws Exception {
    try (TestNode a = TestNode.start("a", tls(shared, "a"));
        SSLSocket client = clientWithoutKey(a.member, "TLSv1.3")) {
      assertThat(fails(client)).isTrue();
      soon().until(() -> a.transport.statistics().connectionsMalformed() == 1);
    }
  }

  private static boolean fails(SSLSocket socket) {
    try {
      socket.startHandshake();
      return socket.getInputStream().read() < 0;
    } catch (IOException refused) {
      return true;
    }
  }

  private static SSLSocket clientWithoutKey(Member member, String version) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance(version);
      context.init(null, new TrustManager[] {new Credulous()}, null);
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(member.host(), member.port());
      socket.setEnabledProtocols(new String[] {version});
      socket.setSoTimeout(10_000);
      return socket;
    } catch (java.security.GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static final class Credulous implements X509TrustManager {
    @Override
    public void checkClientTrusted(
        java.security.cert.X509Certificate[] chain, String authenticationType) {}

    @Override
    public void checkServerTrusted(
        java.security.cert.X509Certificate[] chain, String authenticationType) {}

    @Override
    public java.security.cert.X509Certificate[] getAcceptedIssuers() {
      return new java.security.cert.X509Certificate[0];
    }
  }

  /** Four strangers, who call again as soon as they are let go of, or after a few milliseconds. */
  @Test
  void letsAMemberConnect_whileStrangersKeepCalling() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger called = new AtomicInteger();
    List<Thread> strangers = new ArrayList<>();
    try (TestNode a = TestNode.start("a", tls(shared, "a"));
        TestNode b = TestNode.start("b", tls(shared, "b"))) {
      for (int i = 0; i < 4; i++) {
        boolean silent = i % 2 == 0;
        Thread stranger = new Thread(() -> call(b.member, silent, over, called));
        stranger.start();
        strangers.add(stranger);
      }
      soon().until(() -> called.get() > 200);

      connectBoth(a, b);
      a.awaitUp(b.member);
      a.transport.send(b.member, MARK);

      b.awaitFrames(1);
      assertThat(b.frames.peek()).containsExactly(MARK);
    } finally {
      over.set(true);
      for (Thread stranger : strangers) {
        stranger.join();
      }
    }
  }

  private static void call(
      Member member, boolean silent, AtomicBoolean over, AtomicInteger called) {
    Deque<Socket> held = new ArrayDeque<>();
    while (!over.get()) {
      try {
        Socket socket = new Socket(member.host(), member.port());
        held.add(socket);
        called.incrementAndGet();
        if (!silent) {
          socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
        }
        if (held.size() > 100) {
          held.remove().close();
        }
      } catch (IOException refused) {
        // Called again.
      }
      LockSupport.parkNanos(4_000_000);
    }
    for (Socket socket : held) {
      try {
        socket.close();
      } catch (IOException closed) {
        // By the other end.
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
