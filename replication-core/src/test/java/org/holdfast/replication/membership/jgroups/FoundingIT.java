// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a member that finds nobody waits before it founds its cluster. */
@Timeout(60)
class FoundingIT {
  /** A join time-out by which waiting and not waiting can be distinguished on a busy machine. */
  private static final Duration LONG = Duration.ofSeconds(5);

  private final int base = MemberUnderTest.freePorts(Discovery.LOCAL_PORTS);

  @Test
  void foundsItsClusterAtOnce_whenNobodyListensAtTheOthersAddresses() {
    Discovery hosts = Discovery.parse("static:127.0.0.1:%d,127.0.0.1:%d".formatted(base, base + 1));

    assertThat(startAndTime(hosts)).isLessThan(LONG);
    assertThat(startAndTime(Discovery.local())).isLessThan(LONG);
  }

  @Test
  void waitsForAnswers_whenSomebodyListensAtTheOthersAddress() throws Exception {
    try (ServerSocket silent = new ServerSocket(base + 1, 5, InetAddress.getByName("127.0.0.1"))) {
      Discovery hosts =
          Discovery.parse("static:127.0.0.1:%d,127.0.0.1:%d".formatted(base, base + 1));

      assertThat(silent.isBound()).isTrue();
      assertThat(startAndTime(hosts)).isGreaterThanOrEqualTo(LONG);
    }
  }

  private Duration startAndTime(Discovery hosts) {
    MembershipSettings settings =
        MembershipSettings.of(
            "shop", "127.0.0.1", base, hosts, new Member("node-1", 1, "host", 9_000));
    JGroupsMembership alone = new JGroupsMembership(settings, MemberUnderTest.streams(settings));
    long start = System.nanoTime();
    try {
      alone.start(view -> {}, LONG);
      return Duration.ofNanos(System.nanoTime() - start);
    } finally {
      alone.close();
    }
  }
}
