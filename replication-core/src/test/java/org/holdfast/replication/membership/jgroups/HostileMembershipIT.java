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

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
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
                  ProtocolStack.open(settings, loopback(), Duration.ofMillis(600))) {
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
        .containsPattern("(?s)(stranger joined cluster shop without saying who it is.*){2}")
        .doesNotContainPattern("(?s)(stranger joined cluster shop without saying.*){3}");
  }

  @Test
  void refusesFramesOverTheBound() throws Exception {
    MemberUnderTest one = start("node-1");
    MembershipSettings settings =
        MembershipSettings.of("shop", "127.0.0.1", base, Discovery.local(), one.self);
    String log =
        CapturedLog.awaiting(
            "is bigger than the max accepted length",
            () -> {
              try (JChannel stranger =
                  ProtocolStack.open(settings, loopback(), Duration.ofMillis(600))) {
                stranger.connect("holdfast/shop");
                stranger.send(new BytesMessage(null, new byte[1_000_000]));
                MemberUnderTest two = start("node-2");
                one.awaitMembers(SOON, one.self, two.self);
              }
            });

    assertThat(log).contains("(1.00MB)", "is bigger than the max accepted length (262.14KB)");
  }

  @Test
  void keepsItsView_whenGarbageArrivesAtItsPort() throws Exception {
    MemberUnderTest one = start("node-1");
    MemberUnderTest two = start("node-2");
    one.awaitMembers(SOON, one.self, two.self);
    Random random = new Random(9);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[random.nextInt(2_000)];
      random.nextBytes(garbage);
      if (i % 2 == 0) {
        ByteBuffer.wrap(garbage.length < 4 ? new byte[4] : garbage).putInt(Integer.MAX_VALUE);
      }
      try (Socket socket = new Socket(loopback(), base);
          OutputStream out = socket.getOutputStream()) {
        out.write(garbage);
      }
    }
    MemberUnderTest three = start("node-3");

    one.awaitMembers(SOON, one.self, two.self, three.self);
    assertThat(one.views).hasSize(3);
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
