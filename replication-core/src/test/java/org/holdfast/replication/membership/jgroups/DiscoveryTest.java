// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.holdfast.replication.membership.jgroups.Discovery.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
  @Test
  void readsEachKind() {
    assertThat(Discovery.parse("local")).isEqualTo(Discovery.local());
    assertThat(Discovery.parse(" dns:holdfast.shop.svc "))
        .isEqualTo(Discovery.dns("holdfast.shop.svc"));
    assertThat(Discovery.parse("static:a:7800, b[7801],[::1]:7802"))
        .isEqualTo(
            Discovery.hosts(
                List.of(
                    new HostPort("a", 7800), new HostPort("b", 7801), new HostPort("::1", 7802))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "dns:holdfast", "static:a:7800,b:7801,[::1]:7802"})
  void printsWhatItReads(String text) {
    assertThat(Discovery.parse(text)).hasToString(text);
  }

  @Test
  void countsAHostOnce_whenItIsListedTwice() {
    assertThat(Discovery.parse("static:a:7800,a[7800]")).hasToString("static:a:7800");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "multicast | discovery must be local, static:HOST:PORT,… or dns:NAME, was \"multicast\"",
        "'' | discovery must be local, static:HOST:PORT,… or dns:NAME, was \"\"",
        "static: | host of static discovery must be HOST:PORT, HOST[PORT] or [ADDRESS]:PORT, was"
            + " \"\"",
        "static:a | host of static discovery must be HOST:PORT, HOST[PORT] or [ADDRESS]:PORT, was"
            + " \"a\"",
        "static:a:1,,b:2 | host of static discovery must be HOST:PORT, HOST[PORT] or"
            + " [ADDRESS]:PORT, was \"\"",
        "static:a:x | host of static discovery must be HOST:PORT, HOST[PORT] or [ADDRESS]:PORT, was"
            + " \"a:x\"",
        "static:a:0 | port of a must be 1 to 65535, was 0",
        "static:a:65536 | port of a must be 1 to 65535, was 65536",
        "static:a b:7800 | host must be 1 to 253 characters of [A-Za-z0-9._:%-], was \"a b\"",
        "dns: | DNS name must be 1 to 253 characters of [A-Za-z0-9._:%-], was \"\"",
        "dns:a,b | DNS name must be 1 to 253 characters of [A-Za-z0-9._:%-], was \"a,b\"",
      })
  void saysWhatIsWrong_whenTheTextIsNoDiscovery(String text, String message) {
    assertThatThrownBy(() -> Discovery.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesAnEmptyListOfHosts() {
    assertThatThrownBy(() -> Discovery.hosts(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs at least 1 host");
  }
}
