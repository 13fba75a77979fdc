// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.LongConsumer;

/**
 * The run with failures of one seed, if its plan is one where none but the side with the majority
 * may serve; else nothing. These are one in twelve.
 */
public final class ConsistentRuns implements LongConsumer {

  @Override
  public void accept(long seed) {
    if (Plan.ofSeed(seed).consistent) {
      Simulation.ofSeed(seed).run();
    }
  }
}
