// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeConfigTest {
  private static NodeConfigBuilder consistent() {
    return NodeConfig.builder("node").partition(PartitionPolicy.CONSISTENT).expectedNodes(3);
  }

  @Test
  void takesAServingLease_whereAMajorityIsNeeded() {
    assertThat(consistent().servingLease(true).build().servingLease()).isTrue();
    assertThat(consistent().build().servingLease()).isFalse();
  }

  @Test
  void refusesAServingLease_whereBothSidesGoOn() {
    NodeConfigBuilder available = NodeConfig.builder("node").servingLease(true);

    assertThatThrownBy(available::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("servingLease")
        .hasMessageContaining("CONSISTENT");
  }

  @Test
  void refusesAServingLease_thatNoTakeoverCouldWaitOut() {
    NodeConfigBuilder hasty =
        consistent()
            .servingLease(true)
            .silenceTimeout(Duration.ofMillis(50))
            .acquireTimeout(Duration.ofMillis(399));

    assertThatThrownBy(hasty::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("acquireTimeout is 399 ms");
    assertThat(hasty.acquireTimeout(Duration.ofMillis(400)).build().servingLease()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "127.0.0.1:9100", "[::1]:9100", "admin.example:0"})
  void takesAnAddressForTheStatus(String address) {
    assertThat(NodeConfig.builder("node").statusAddress(address).build().statusAddress())
        .isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource({
    "9100, 'statusAddress must be host:port, [host]:port or empty, was \"9100\"'",
    "::1:9100, 'statusAddress must be host:port, [host]:port or empty, was \"::1:9100\"'",
    "127.0.0.1:, 'statusAddress must be host:port, [host]:port or empty, was \"127.0.0.1:\"'",
    "127.0.0.1:65536, 'port of statusAddress must be between 0 and 65535, was 65536'"
  })
  void refusesAnotherAddressForTheStatus(String address, String message) {
    NodeConfigBuilder wrong = NodeConfig.builder("node").statusAddress(address);

    assertThatThrownBy(wrong::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"correct horse battery", "correct-horse\nbattery", "correct-h\u00f6rse-battery"})
  void refusesATokenThatNoHeaderCarries_andDoesNotShowIt(String token) {
    NodeConfigBuilder wrong = NodeConfig.builder("node").statusToken(token);

    assertThatThrownBy(wrong::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("statusToken must have visible ASCII characters only")
        .hasMessageNotContaining("correct");
  }

  @Test
  void letsAtLeastOneRequestWait() {
    NodeConfigBuilder none = NodeConfig.builder("node").maxWaitingRequests(0);

    assertThatThrownBy(none::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxWaitingRequests must be between 1 and 1000000, was 0");
    assertThat(none.maxWaitingRequests(1).build().maxWaitingRequests()).isEqualTo(1);
  }

  @Test
  void takesNoBoundOfHeldBytes_thatASingleSessionMayNotFitInto() {
    NodeConfigBuilder small = NodeConfig.builder("node").maxHeldBytes(1_000);

    assertThatThrownBy(small::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxHeldBytes (0 for a quarter of the heap, -1 for no bound)")
        .hasMessageContaining("was 1000");
    assertThat(small.maxHeldBytes(0).build().maxHeldBytes()).isZero();
    assertThat(small.maxHeldBytes(NodeConfig.UNBOUNDED).build().maxHeldBytes()).isEqualTo(-1);
    assertThat(small.maxHeldBytes(16 << 20).build().maxHeldBytes()).isEqualTo(16 << 20);
  }
}
