// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.load.Routing;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
  @Test
  void saysWhatIsMissing_whenUsersNeedMoreThanTheProcessMayOpen() {
    assertThatThrownBy(() -> OpenFiles.require(users(20_000), 3, 20_000))
        .hasMessage(
            "20000 users need some 20500 open files, and this process may have 20000: see ulimit"
                + " -n, or have them close their connections with --keep-alive-ms");
  }

  @Test
  void letsUsersIn_whenThereIsRoomOrNoLimit() {
    assertThatCode(() -> OpenFiles.require(users(19_500), 3, 20_000)).doesNotThrowAnyException();
    assertThatCode(() -> OpenFiles.require(users(20_000), 3, -1)).doesNotThrowAnyException();
  }

  @Test
  void countsThoseWhoKeepTheirConnections_whereOthersCloseThem() {
    LoadSettings closing = users(40_000).withKeepAlive(Duration.ofSeconds(1));

    assertThatCode(() -> OpenFiles.require(closing, 3, 10_500)).doesNotThrowAnyException();
    assertThatThrownBy(() -> OpenFiles.require(closing, 3, 10_499))
        .hasMessageStartingWith("40000 users need some 10500 open files");
    LoadSettings longEnough = users(40_000).withKeepAlive(Duration.ofSeconds(30));
    assertThatThrownBy(() -> OpenFiles.require(longEnough, 3, 10_500))
        .as("nobody ever thinks for that long")
        .hasMessageStartingWith("40000 users need some 40500 open files");
  }

  @Test
  void countsAConnectionToEachNode_whereUsersGoRound() {
    LoadSettings round = users(4_000).withRouting(Routing.ROUND_ROBIN).withParallel(2);

    assertThatThrownBy(() -> OpenFiles.require(round, 3, 24_499))
        .hasMessageStartingWith("4000 users need some 24500 open files");
    assertThatCode(() -> OpenFiles.require(round.withKeepAlive(Duration.ZERO), 3, 500))
        .as("nobody watches one of them")
        .doesNotThrowAnyException();
  }

  /** Every fourth turns at once when its node goes away. */
  private static LoadSettings users(int users) {
    return new LoadSettings(
        users,
        "/counter",
        new ThinkTime(ThinkTime.Distribution.UNIFORM, Duration.ofSeconds(20)),
        Duration.ofSeconds(1),
        Duration.ofMillis(50),
        1,
        4,
        0);
  }
}
