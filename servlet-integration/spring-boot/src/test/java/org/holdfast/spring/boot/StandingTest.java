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
