// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
  private static SessionSettings settings(Duration maxInactive) {
    return SessionSettings.first("shop", "secret", 0, maxInactive);
  }

  private static Duration elsewhere(Duration maxInactive) {
    return SessionSettings.of(settings(maxInactive).toBytes(0, 0), -1, 0).maxInactive();
  }

  @Test
  void expiresElsewhere_howeverShortTheIntervalIs() {
    assertThat(elsewhere(Duration.ofNanos(1))).isEqualTo(Duration.ofMillis(1));
    assertThat(elsewhere(Duration.ofMinutes(30))).isEqualTo(Duration.ofMinutes(30));
    assertThat(elsewhere(Duration.ZERO)).isEqualTo(Duration.ZERO);
    assertThat(elsewhere(Duration.ofSeconds(-1))).isEqualTo(Duration.ofSeconds(-1));
  }

  @Test
  void takesAnyInterval() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);

    assertThat(settings(longest).leaseNanos()).isEqualTo(settings(Duration.ZERO).leaseNanos());
    assertThat(elsewhere(longest)).isGreaterThan(Duration.ofDays(36_000));
    assertThat(elsewhere(longest.negated())).isNegative();
  }

  @Test
  void endWithTheSettingsOfTheApplication_whichEarlierReleasesDoNotReadOrWrite() {
    SessionSettings before = settings(Duration.ZERO).withSecret("next", 0);
    byte[] old = before.toBytes(0, 0);
    byte[] written = before.withCompared("codec=jdk").toBytes(0, 0);

    assertThat(Arrays.copyOf(written, old.length)).isEqualTo(old);
    assertThat(SessionSettings.of(old, -1, 0).compared()).isNull();
    assertThat(SessionSettings.of(written, -1, 0).compared()).isEqualTo("codec=jdk");
    assertThat(SessionSettings.of(written, -1, 0).secret()).isEqualTo("next");
  }
}
