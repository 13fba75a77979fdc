// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TlsConnectionTest {
  @Test
  void aReasonCannotMakeLinesOfTheLog() {
    String reason = "certificate of \"nüde-1\" (SHA-256 0F:A1…)";
    assertThat(TlsConnection.printable(reason)).isEqualTo(reason);

    assertThat(TlsConnection.printable("CN=a\nb\u001b[2J\u2028c\u202ed\ud800"))
        .isEqualTo("CN=a?b?[2J?c?d?");
    assertThat(TlsConnection.printable("x".repeat(TlsConnection.MAX_REASON_CHARACTERS + 1)))
        .endsWith("x…")
        .hasSize(TlsConnection.MAX_REASON_CHARACTERS + 1);
  }
}
