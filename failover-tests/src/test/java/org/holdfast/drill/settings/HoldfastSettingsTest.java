// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.junit.jupiter.api.Test;

/** Settings that a scenario gives to its nodes. */
class HoldfastSettingsTest {
  @Test
  void areReadByANode_fromItsEnvironment() {
    assertThat(HoldfastSettings.allowed()).contains("sessionIdSecret", "ackTimeoutMillis");
    for (String name : HoldfastSettings.allowed()) {
      Map<String, String> variables = HoldfastSettings.of(Map.of(name, "7")).environment("");

      Settings read = SettingsReader.of(List.of(SettingsSource.environment(variables))).read();
      assertThat(read.get(name)).as(name).isEqualTo("7");
    }
  }

  @Test
  void areChangedOneByOne_andAnEmptyOneIsTakenAway() {
    HoldfastSettings before = HoldfastSettings.of(Map.of("zone", "a", "verify", "every-write"));

    HoldfastSettings after =
        before.with(HoldfastSettings.of(Map.of("zone", "", "codec", "jdk", "maxDepth", "")));

    assertThat(after)
        .isEqualTo(HoldfastSettings.of(Map.of("verify", "every-write", "codec", "jdk")))
        .isNotEqualTo(before);
    assertThat(before.environment("")).containsEntry("HOLDFAST_ZONE", "a");
  }

  @Test
  void nameTheDirectoryOfKeyFiles_asTheNodeSeesIt() {
    HoldfastSettings settings = HoldfastSettings.of(Map.of("zone", "${keys}/a.p12"));

    assertThat(settings.nameKeys()).isTrue();
    assertThat(settings.environment("/srv/drill/keys"))
        .containsExactly(Map.entry("HOLDFAST_ZONE", "/srv/drill/keys/a.p12"));
    assertThat(HoldfastSettings.of(Map.of("zone", "keys")).nameKeys()).isFalse();
    assertThatThrownBy(() -> HoldfastSettings.of(Map.of("zone", "a${key}")))
        .hasMessage("zone: the only placeholder is ${keys}, the directory of the node's key files");
  }

  @Test
  void startANodeBeyondLoopback_whereNobodySaidHowItIsSecured() {
    assertThat(HoldfastSettings.NONE.environmentBeyondLoopback(""))
        .containsExactly(Map.entry("HOLDFAST_SECURITY", "none"));
    assertThat(HoldfastSettings.of(Map.of("keyStore", "a.p12")).environmentBeyondLoopback(""))
        .containsExactly(Map.entry("HOLDFAST_KEY_STORE", "a.p12"));
    assertThat(HoldfastSettings.of(Map.of("security", "loopback")).environmentBeyondLoopback(""))
        .containsExactly(Map.entry("HOLDFAST_SECURITY", "loopback"));
  }

  @Test
  void showNoValue() {
    HoldfastSettings settings =
        HoldfastSettings.of(Map.of("sessionIdSecret", "horse battery", "zone", "stable"));

    assertThat(settings).hasToString("sessionIdSecret, zone");
    assertThatThrownBy(() -> settings.requireUsable(0))
        .hasMessageStartingWith("sessionIdSecret must have 16 to 1024 characters")
        .hasMessageNotContaining("horse");
  }

  @Test
  void areJudgedWithWhatTheScenarioSays() {
    HoldfastSettings leased = HoldfastSettings.of(Map.of("servingLease", "true"));

    leased.requireUsable(3);
    assertThatThrownBy(() -> leased.requireUsable(0))
        .hasMessageStartingWith("servingLease is true, which needs partition to be CONSISTENT");
    // Perhaps the file of the other setting makes up for it.
    leased.with(HoldfastSettings.of(Map.of("zone", "${keys}"))).requireUsable(0);
  }
}
