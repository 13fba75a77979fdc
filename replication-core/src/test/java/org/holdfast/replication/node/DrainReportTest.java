// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.DrainState;
import org.junit.jupiter.api.Test;

class DrainReportTest {
  private static final Member SELF = new Member("a", 1, "127.0.0.1", 1);
  private static final long SECOND = 1_000_000_000L;

  private final List<String> said = new ArrayList<>();
  private final List<String> warned = new ArrayList<>();
  private final DrainReport report =
      new DrainReport(
          SELF, NodeConfig.builder("shop").build(), Duration.ofSeconds(26), said::add, warned::add);

  private static DrainState state(int served, int copies, int successors, boolean enough) {
    return new DrainState(served, copies, 0, successors, enough, true);
  }

  @Test
  void tellsOfProgressOnceASecond() {
    long start = Long.MAX_VALUE - SECOND / 2;
    for (int i = 0; i <= 20; i++) {
      report.progress(state(200 - 10 * i, 7, 2, true), start + i * SECOND / 10);
    }

    assertThat(said).hasSize(3);
    assertThat(said.get(0))
        .contains("served here: 200", "sessions: 7", "take them: 2", "0 s of at most 26");
    assertThat(said.get(2)).contains("served here: 0", "2 s of at most 26");
    assertThat(warned).isEmpty();
  }

  @Test
  void tellsWhatIsLeftBehind() {
    report.end(state(0, 0, 2, true));
    assertThat(said).singleElement().asString().contains("no session is left");

    report.end(state(3, 4, 0, false));
    report.end(state(0, 5, 1, false));
    report.end(state(6, 8, 2, true));
    assertThat(warned.get(0)).contains("last member, and these sessions are lost: 7");
    assertThat(warned.get(1)).contains("copy less now: 5");
    assertThat(warned.get(2)).contains("before it is drained", "served here: 6", "sessions: 8");
    assertThat(warned.get(2))
        .contains("after 26000 ms (drainTimeout of 30000 ms", "Raise drainTimeout");
  }
}
