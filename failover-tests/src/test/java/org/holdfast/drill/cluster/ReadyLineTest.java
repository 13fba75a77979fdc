// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyLineTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast node n1 ready http=127.0.0.1:8080 replication=127.0.0.1:9000",
        "holdfast node n1 ready http=127.0.0.1:8080 replication=off"
      })
  void readsWhatItWrote(String line) {
    assertThat(ReadyLine.parse(line + " ").map(ReadyLine::toString)).hasValue(line);
  }

  @Test
  void knowsTheAddresses_whenRead() {
    ReadyLine line =
        ReadyLine.parse("holdfast node n1 ready http=0.0.0.0:1 replication=10.0.0.2:2")
            .orElseThrow();

    assertThat(line.http().getPort()).isEqualTo(1);
    assertThat(line.replication().orElseThrow().getHostString()).isEqualTo("10.0.0.2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "holdfast node n1 ready http=127.0.0.1:8080",
        "holdfast node n1 starting http=127.0.0.1:8080 replication=off",
        "WARNING holdfast node n1 ready http=127.0.0.1:8080 replication=off",
        "holdfast node n1 ready http=127.0.0.1:808080 replication=off"
      })
  void ignoresTheLine_whenItSaysSomethingElse(String line) {
    assertThat(ReadyLine.parse(line)).isEmpty();
  }
}
