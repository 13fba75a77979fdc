// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/PROTOCOL.md} lists the invariants that the design set, under its numbers: none is
 * exchanged for one that is easier to check.
 */
class InvariantHeadingsTest {
  private static final Path PROTOCOL =
      Path.of("").toAbsolutePath().getParent().resolve("docs/PROTOCOL.md");

  private static final List<String> INVARIANTS =
      List.of(
          "I1 an update acknowledged while protected survives any one failure",
          "I2 (epoch, version) never goes back while bytes or fence exist; equal labels mean equal"
              + " bytes",
          "I3 acknowledged updates of a session form one history, whoever was primary",
          "I4 after an acknowledged end no copy comes back, for the time of tombstones",
          "I5 listeners hear of an end exactly once, with no or one failure",
          "I6 secondaries never run application code; activation only at hand-over, or after a"
              + " crash",
          "I7 a fenced ex-primary's response is not a success",
          "I8 two nodes with one session at once: one wins, the other retries or fails loudly,"
              + " never a silent merge",
          "I9 an id change is atomic",
          "I10 a delta applies only on its base",
          "I11 rebalancing never leaves fewer copies than before it",
          "I12 queued bytes per peer are bounded",
          "I13 degraded is counted and exposed",
          "I14 unauthenticated, corrupt or undecodable input changes no state",
          "I15 after the faults every session is servable and protected, within a bounded time",
          "I16 no stray copies, fences or stubs after settling");

  @Test
  void listsTheInvariantsOfTheDesign_underTheirNumbers() throws IOException {
    assertThat(headings(Files.readAllLines(PROTOCOL))).isEqualTo(INVARIANTS);
  }

  @Test
  void findsTheFirstColumn_whateverFollowsIt() {
    assertThat(
            headings(List.of("| I1 one | `X` | each |", "|---|", "| rule 1 | I2 |", "| I2 two |")))
        .containsExactly("I1 one", "I2 two");
  }

  private static List<String> headings(List<String> lines) {
    return lines.stream()
        .filter(line -> line.matches("\\| I\\d+ .*"))
        .map(line -> line.split("\\|", -1)[1].strip())
        .toList();
  }
}
