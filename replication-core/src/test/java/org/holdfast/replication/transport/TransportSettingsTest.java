// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TransportSettingsTest {
  private final TransportSettings settings = TransportSettings.of("test");

  @Test
  void namesValueAndBound_whenASettingIsImpossible() {
    refused(
        () -> TransportSettings.of("a b"),
        "cluster must be 1 to 64 characters of [A-Za-z0-9._-], was \"a b\"");
    refused(
        () -> settings.withBind("127.0.0.1", 65_536),
        "port must be between 0 and 65,535, was 65,536");
    refused(() -> settings.withBind(" ", 0), "bindHost must be a host name or address, was blank");
    refused(
        () -> settings.withMaxFrameBytes(1),
        "maxFrameBytes must be between 1,024 and 1,073,741,824, was 1");
    refused(
        () -> settings.withMaxQueuedBytes(5),
        "maxQueuedBytes must be between 16,777,216 and 9,223,372,036,854,775,807, was 5");
    refused(
        () -> settings.withHandshakeTimeout(Duration.ofSeconds(-1)),
        "handshakeTimeout must be between 10 ms and 60,000 ms, was -1000 ms");
    refused(
        () -> settings.withHandshakeTimeout(Duration.ofSeconds(Long.MAX_VALUE)),
        "handshakeTimeout must be between 10 ms and 60,000 ms, was 9223372036854775807 s");
    refused(
        () -> settings.withBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)),
        "minBackoff must be between 1 ms and 1,000 ms, was 2000 ms");
    refused(
        () -> settings.withStallTimeout(Duration.ZERO),
        "stallTimeout must be between 60 ms and 60,000 ms, was 0 ms");
    refused(
        () -> settings.withSelectorThreads(0), "selectorThreads must be between 1 and 16, was 0");
  }

  private static void refused(ThrowingCallable change, String message) {
    assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
