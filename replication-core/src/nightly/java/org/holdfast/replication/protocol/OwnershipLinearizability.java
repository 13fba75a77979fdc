// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.junit.jupiter.api.Test;

/**
 * Whether acquire, hand-over, takeover and acknowledgement together let a session look as if it
 * were in one place. That the runs would show it if a rule of the protocol were left out: {@link
 * HandedOverInMidRequestLinearizability} and the others, each in a process of its own, since
 * Lincheck keeps the classes that it has rewritten by name and would run the one build for the
 * other.
 */
class OwnershipLinearizability {
  @Test
  void countsAsOneNodeWould_whenNothingFails() {
    OwnershipRuns.checkCounter();
  }

  @Test
  void remembersAsOneNodeWould_whenANodeDies() {
    OwnershipRuns.checkSet();
  }
}
