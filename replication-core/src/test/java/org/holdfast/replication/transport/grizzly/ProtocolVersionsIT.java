// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members of releases that speak other versions of the protocol, in one cluster. */
@Timeout(30)
class ProtocolVersionsIT {

  @Test
  void useTheNewestVersionThatBothSpeak_inEachPairAndDirection() {
    try (TestNode old = TestNode.start("old", 1, 2, 2);
        TestNode between = TestNode.start("between", 1, 2, 3);
        TestNode alsoBetween = TestNode.start("also-between", 1, 2, 3);
        TestNode newest = TestNode.start("newest", 1, 3, 4)) {
      assertThat(old.transport.protocolVersion()).as("alone").isEqualTo(2);
      assertThat(between.transport.protocolVersion()).as("alone").isEqualTo(3);

      assertThat(versionBetween(old, between)).isEqualTo(2);
      assertThat(versionBetween(between, old)).isEqualTo(2);
      assertThat(versionBetween(between, alsoBetween)).isEqualTo(3);
      assertThat(versionBetween(between, newest)).isEqualTo(3);
      assertThat(versionBetween(newest, between)).isEqualTo(3);

      between.connect(alsoBetween.member, newest.member, old.member);
      await().until(() -> between.transport.protocolVersion() == 2);
      between.connect(alsoBetween.member, newest.member);
      await().until(() -> between.transport.protocolVersion() == 3);
    }
  }

  @Test
  void agreeAnew_whenAMemberComesBackInAnotherVersion() {
    try (TestNode node = TestNode.start("node", 1, 2, 3)) {
      for (int newest = 2; newest <= 3; newest++) {
        try (TestNode peer = TestNode.start("peer", newest, 2, newest)) {
          assertThat(versionBetween(node, peer)).isEqualTo(newest);
        }
      }
      try (TestNode back = TestNode.start("peer", 9, 2, 2)) {
        assertThat(versionBetween(node, back)).isEqualTo(2);
      }
    }
  }

  @Test
  void refuseEachOtherAndSayWhy_whenTheyHaveNoVersionInCommon() throws Exception {
    try (TestNode old = TestNode.start("old", 1, 1, 2);
        TestNode newest = TestNode.start("newest", 1, 3, 4)) {
      String log =
          CapturedLog.awaiting(
              "stream to ",
              () -> {
                newest.connect(old.member);
                newest.awaitEvents("down old1");
                old.connect(newest.member);
                old.awaitEvents("down newest1");
              });

      assertThat(log)
          .contains(
              "stream to "
                  + old.member
                  + " is down: refused: no common protocol version: this member speaks 1 to 2, the caller 3"
                  + " to 4")
          .contains(
              "stream to "
                  + newest.member
                  + " is down: refused: no common protocol version: this member speaks 3 to 4, the"
                  + " caller 1 to 2");
    }
  }

  /** Connects one with another alone, shows that a frame gets through, and asks what is spoken. */
  private static int versionBetween(TestNode from, TestNode to) {
    int before = to.frames.size();
    to.lists(from.member);
    from.connect(to.member);
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> from.events.contains("up " + to.member.name() + to.member.incarnation()));
    assertThat(from.transport.send(to.member, new byte[] {1})).isTrue();
    to.awaitFrames(before + 1);
    return from.transport.protocolVersion();
  }
}
