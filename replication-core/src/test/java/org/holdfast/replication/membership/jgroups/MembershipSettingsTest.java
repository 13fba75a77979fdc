// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MembershipSettingsTest {
  private static final Member SELF = new Member("node-1", 1, "127.0.0.1", 9000);

  @ParameterizedTest
  @ValueSource(strings = {"", "shop prod", "shop/prod", "caf\u00e9"})
  void refusesClusterNamesOutsideTheAlphabet(String cluster) {
    assertThatThrownBy(
            () -> MembershipSettings.of(cluster, "127.0.0.1", 7800, Discovery.local(), SELF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "cluster name must be 1 to 64 characters of [A-Za-z0-9._-], was \"" + cluster + "\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void refusesPortsOutOfRange(int port) {
    assertThatThrownBy(
            () -> MembershipSettings.of("shop", "127.0.0.1", port, Discovery.dns("shop"), SELF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bindPort must be 1 to 65535, was " + port);
  }

  @Test
  void refusesALocalRangeThatPassesTheLastPort() {
    assertThatThrownBy(
            () -> MembershipSettings.of("shop", "127.0.0.1", 65_527, Discovery.local(), SELF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be at most 65526 for local discovery");
    assertThat(
            MembershipSettings.of("shop", "127.0.0.1", 65_526, Discovery.local(), SELF).bindPort())
        .isEqualTo(65_526);
  }

  @Test
  void refusesAReplicationHostThatCannotBePublished() {
    Member self = new Member("node-1", 1, "no host", 9000);

    assertThatThrownBy(
            () -> MembershipSettings.of("shop", "127.0.0.1", 7800, Discovery.local(), self))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("replication host of member node-1 must be");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "499 | 100 | 500 | timeout must be between 500 ms and 300000 ms, was 499 ms",
        "3000 | 1001 | 500 | interval must be between 50 ms and 1000 ms, was 1001 ms",
        "3000 | 0 | 500 | interval must be between 50 ms and 1000 ms, was 0 ms",
        "3000 | 500 | -1 | verifyTimeout must be between 50 ms and 30000 ms, was -1 ms",
      })
  void refusesFailureDetectionThatCannotWork(
      long timeout, long interval, long verify, String message) {
    assertThatThrownBy(
            () ->
                new FailureDetection(
                    Duration.ofMillis(timeout),
                    Duration.ofMillis(interval),
                    Duration.ofMillis(verify)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("failure detection " + message);
  }
}
