// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.LongConsumer;

/** All runs of one seed, so that they can be started from outside the protocol's class loader. */
public final class SeededRuns implements LongConsumer {

  /** The quick run first. */
  @Override
  public void accept(long seed) {
    QuietSimulation.ofSeed(seed).run();
    Simulation.ofSeed(seed).run();
  }
}
