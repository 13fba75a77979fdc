// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of meters. */
class MeterNameTest {
  @ParameterizedTest
  @CsvSource({
    "created, holdfast.created, ",
    "handOvers, holdfast.hand.overs, ",
    "bytesSent, holdfast.sent.bytes, bytes",
    "writes, holdfast.writes, writes",
    "handshakesRejected, holdfast.rejected.handshakes, handshakes",
    "connectionsMalformed, holdfast.malformed.connections, connections",
    "unreadableAttributes, holdfast.unreadable.attributes, attributes"
  })
  void endsInItsUnit_whereItHasOne(String counter, String name, String unit) {
    assertThat(MeterName.of(counter)).isEqualTo(new MeterName(name, unit));
  }
}
