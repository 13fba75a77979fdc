// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.fuzz.Corpus;
import org.holdfast.replication.fuzz.FuzzTarget;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.Stranger;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Strangers without a key hold all connections that a node with TLS keeps for them, and replace
 * them by others. Each sends the first byte of a handshake, which costs it nothing.
 */
@Timeout(60)
class ConnectionBoundIT {
  private static final String HOST = "127.0.0.1";
  private static final Member MEMBER = new Member("member", 5, HOST, 1);
  private static final int OF_ONE_ADDRESS =
      IncomingStreams.FROM_ONE_ADDRESS + IncomingStreams.FOR_EACH_MEMBER;
  private static final int OF_ALL = IncomingStreams.ADDRESSES * OF_ONE_ADDRESS;
  private static final byte[] FIRST_BYTE = {22};

  @TempDir Path keys;

  private final List<RawPeer> strangers = new ArrayList<>();
  private Path key;
  private TestNode node;

  @BeforeEach
  void start() {
    key = TestKeys.self(keys, TlsConfig.CLUSTER_NAME);
    node =
        TestNode.start(
            "node",
            TestNode.SETTINGS.withHandshakeTimeout(Duration.ofMinutes(1)),
            PeerSecurity.of(Security.TLS, TestKeys.tls(key), "node"));
    node.lists(MEMBER);
  }

  @AfterEach
  void close() throws IOException {
    for (RawPeer each : strangers) {
      each.close();
    }
    node.close();
  }

  @Test
  void welcomesAMember_whateverStrangersAtOtherAddressesHold() throws Exception {
    callFromElsewhere(OF_ALL);
    try (RawPeer member = member()) {
      callFromElsewhere(OF_ALL);

      awaitTheEndOf(OF_ALL);
      requireWelcome(member);
    }
  }

  @Test
  void welcomesAMember_whileStrangersAtItsOwnAddressKeepComing() throws Exception {
    callFrom(HOST, OF_ONE_ADDRESS);
    try (RawPeer member = member()) {
      callFrom(HOST, OF_ONE_ADDRESS / 2);

      awaitTheEndOf(OF_ONE_ADDRESS / 2 + 1);
      requireWelcome(member);
    }
  }

  @Test
  void endsNoHandshake_howeverManyStrangersOfTheSameAddressSendAByte() throws Exception {
    byte[] hello = Objects.requireNonNull(Corpus.of(FuzzTarget.TLS).get("hello"));
    try (RawPeer handshake = RawPeer.connect(node.member)) {
      assertThat(handshake.sendBytes(hello).hearBytes(1)).isEqualTo(FIRST_BYTE);

      callFrom(HOST, 2 * OF_ONE_ADDRESS);

      awaitTheEndOf(OF_ONE_ADDRESS + 1); // all of the excess
    }
  }

  private RawPeer member() throws Exception {
    return RawPeer.over(Stranger.with(key).connect(HOST, node.member.port(), "TLSv1.3"));
  }

  private void requireWelcome(RawPeer member) throws IOException {
    assertThat(member.say(RawPeer.hello(MEMBER, node.member)).hear())
        .isEqualTo(new Welcome(RawPeer.VERSION, node.member));
  }

  /** From more addresses than it takes for each to stay below its own bound. */
  private void callFromElsewhere(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      callFrom("127.0.1." + (1 + i % (IncomingStreams.ADDRESSES + 1)), 1);
    }
  }

  private void callFrom(String host, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      strangers.add(RawPeer.connectFrom(host, node.member).sendBytes(FIRST_BYTE));
    }
  }

  /** Waits until the node has closed so many connections of strangers, the oldest ones. */
  private void awaitTheEndOf(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      assertThat(strangers.get(i).isClosedByOther()).as("connection %d", i).isTrue();
    }
  }
}
