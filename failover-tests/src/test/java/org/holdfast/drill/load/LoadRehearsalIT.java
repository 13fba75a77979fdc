// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LoadRehearsalIT {
  /** How many depends on the machine: the rehearsal ends after 2 s. */
  @Test
  void losesConnections() throws Exception {
    assertThat(LoadRehearsal.run()).isBetween(1L, 400L);
  }

  @Test
  void leavesNoThread() throws Exception {
    long unused = LoadRehearsal.run();

    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("holdfast-rehearsal")));
  }
}
