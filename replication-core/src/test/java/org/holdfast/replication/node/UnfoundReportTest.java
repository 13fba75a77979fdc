// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

class UnfoundReportTest {
  private static final Member SELF = new Member("node-1", 1, "127.0.0.1", 9_000);
  private static final Member OTHER = new Member("node-2", 1, "127.0.0.1", 9_001);
  private static final long PATIENCE = 30_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final UnfoundReport report = new UnfoundReport(SELF, lines::add);

  private void view(long number, Member... members) {
    report.onView(View.of(number, "node-2", List.of(members)), number * SECOND);
  }

  @Test
  void saysOnce_thatTheNodeJoinedOthersThatMissTheRest() {
    view(2, SELF, OTHER);
    report.tick(false, PATIENCE, 4 * SECOND);
    assertThat(lines).isEmpty();

    report.tick(true, PATIENCE, 4 * SECOND);
    report.tick(true, PATIENCE, 4 * SECOND);
    view(5, SELF, OTHER);
    report.tick(true, PATIENCE, 6 * SECOND);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("node-1", "for 30 s, or until it finds one", "answers 503");
  }

  @Test
  void saysNothing_whileAMemberThatKnowsTheRestMayStillReport() {
    view(2, SELF, OTHER);
    report.tick(true, PATIENCE, 3 * SECOND - 1);
    assertThat(lines).isEmpty();

    report.tick(true, PATIENCE, 3 * SECOND);
    assertThat(lines).hasSize(1);
  }

  @Test
  void saysNothing_whenTheNodeFoundedItsClusterItself() {
    view(1, SELF);
    report.tick(true, PATIENCE, 3 * SECOND);
    view(4, SELF, OTHER);
    report.tick(true, PATIENCE, 6 * SECOND);

    assertThat(lines).isEmpty();
  }
}
