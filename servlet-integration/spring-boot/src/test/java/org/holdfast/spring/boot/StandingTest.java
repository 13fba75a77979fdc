// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.junit.jupiter.api.Test;

class StandingTest {
  private static Standing standing(int members, Map<String, String> set) {
    Settings settings =
        SettingsReader.of(List.of(SettingsSource.own("test", set.keySet(), set::get))).read();
    return Standing.of(
        members,
        settings.node("node-1"),
        settings.application("shop", StandingTest.class.getClassLoader()));
  }

  @Test
  void isUp_withoutAPeer() {
    assertThat(standing(1, Map.of())).isEqualTo(Standing.UP);
  }

  @Test
  void isOutOfService_withoutAPeer_whenUnprotectedResponsesAreRefused() {
    assertThat(standing(1, Map.of("degraded", "fail"))).isEqualTo(Standing.OUT_OF_SERVICE);
    assertThat(standing(1, Map.of("degraded", "wait"))).isEqualTo(Standing.OUT_OF_SERVICE);
    assertThat(standing(2, Map.of("degraded", "fail"))).isEqualTo(Standing.UP);
  }

  @Test
  void isOutOfService_beforeTheMajorityOfTheExpectedNodesIsThere() {
    Map<String, String> consistent = Map.of("partition", "consistent", "expectedNodes", "4");

    assertThat(standing(2, consistent)).isEqualTo(Standing.OUT_OF_SERVICE);
    assertThat(standing(3, consistent)).isEqualTo(Standing.UP);
  }
}
