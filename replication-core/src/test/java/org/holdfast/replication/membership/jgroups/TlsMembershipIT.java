// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.TestCluster;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The processes that become members if members prove themselves. */
@Timeout(60)
class TlsMembershipIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir static Path keys;

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
  void letsOnlyMembersIn_thatHoldATrustedKey() {
    MemberUnderTest one = start("node-1", shared("node-1"));
    MemberUnderTest plaintext = start("node-2", PeerSecurity.plaintext(Security.LOOPBACK));
    Path other = TestKeys.selfIn(keys, "other.p12", TlsConfig.CLUSTER_NAME);
    MemberUnderTest untrusted =
        start("node-3", PeerSecurity.of(Security.TLS, TestKeys.tls(other), "node-3"));
    MemberUnderTest two = start("node-4", shared("node-4"));

    one.awaitMembers(SOON, one.self, two.self);
    two.awaitMembers(SOON, one.self, two.self);
    assertThat(plaintext.last().members()).containsExactly(plaintext.self);
    assertThat(untrusted.last().members()).containsExactly(untrusted.self);
    assertThat(one.views).allMatch(view -> view.members().size() <= 2);
  }

  @Test
  void joinsAtOnce_whereTheOthersSpeakPlaintext() {
    MemberUnderTest one = start("node-1", PeerSecurity.plaintext(Security.NONE));
    Path key = TestKeys.self(keys, TlsConfig.CLUSTER_NAME);

    MemberUnderTest two =
        start("node-2", PeerSecurity.of(Security.MIGRATE, TestKeys.tls(key), "node-2"));

    assertThat(two.views.get(0).members()).as("first view").containsExactly(one.self, two.self);
    one.awaitMembers(SOON, one.self, two.self);
  }

  @Test
  void letsNobodyIn_underANameThatItsCertificateDoesNotHave() throws Exception {
    Path first = TestKeys.self(keys, "node-1");
    Path second = TestKeys.self(keys, "node-2");
    Path both = TestKeys.trusting(keys, "both.p12", first, second);
    PeerSecurity ofFirst = PeerSecurity.of(Security.TLS, TestKeys.tls(first, both), "node-1");
    PeerSecurity ofSecond = PeerSecurity.of(Security.TLS, TestKeys.tls(second, both), "node-2");
    MemberUnderTest one = start("node-1", ofFirst);

    MemberUnderTest thief = start("node-3", ofSecond);
    MembershipSettings settings =
        MembershipSettings.of("shop", "127.0.0.1", base, Discovery.local(), one.self);
    try (JChannel nameless =
        ProtocolStack.open(
            settings, MemberUnderTest.streams(settings, ofSecond), Duration.ofMillis(600))) {
      nameless.connect("holdfast/shop");
    }
    MemberUnderTest two = start("node-2", ofSecond);

    one.awaitMembers(SOON, one.self, two.self);
    assertThat(one.views).allMatch(view -> List.of(one.self, two.self).containsAll(view.members()));
    assertThat(thief.views).allMatch(view -> !view.members().contains(one.self));
  }

  /**
   * Some say nothing, some begin a handshake. Another member has joined before: the first handshake
   * of a process takes longer.
   */
  @Test
  void letsAMemberJoinInItsUsualTime_whileStrangersKeepComing() throws Exception {
    MemberUnderTest one = start("node-1", shared("node-1"));
    MemberUnderTest two = start("node-2", shared("node-2"));
    one.awaitMembers(SOON, one.self, two.self);
    byte[] half = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};
    try (SilentStrangers unused = SilentStrangers.at(base, new byte[0], half)) {
      boolean joined = false;
      // On a busy machine a member may be late without any stranger, but not each time.
      for (int attempt = 0; attempt < 4 && !joined; attempt++) {
        String name = "node-" + (3 + attempt);
        MemberUnderTest joining = start(name, shared(name));
        joined = joining.views.get(0).members().containsAll(List.of(one.self, two.self));
      }

      assertThat(joined).as("one of four had both in its first view").isTrue();
    }
  }

  /**
   * The same with nodes: where these replicate, the port bounds connections before it knows which
   * ones are of membership.
   */
  @Test
  void letsANodeJoinInItsUsualTime_whileStrangersKeepComing() throws Exception {
    TlsConfig tls = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    byte[] firstByte = {22};
    try (TestCluster cluster = new TestCluster(2, node -> node.tls(tls), shop -> shop)) {
      int port = cluster.nodes.get(0).self().port();
      cluster.stop(1);
      try (SilentStrangers unused = SilentStrangers.at(port, new byte[0], firstByte)) {
        cluster.restart(1);

        assertThat(cluster.nodes.get(2).view().members())
            .as("first view")
            .contains(cluster.nodes.get(0).self());
      }
    }
  }

  private static PeerSecurity shared(String name) {
    Path key = TestKeys.self(keys, TlsConfig.CLUSTER_NAME);
    return PeerSecurity.of(Security.TLS, TestKeys.tls(key), name);
  }

  private MemberUnderTest start(String name, PeerSecurity security) {
    MemberUnderTest member = MemberUnderTest.start(base, name, security);
    started.add(member);
    return member;
  }
}
