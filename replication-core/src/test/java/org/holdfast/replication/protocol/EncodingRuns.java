// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.LongConsumer;

/**
 * The run with failures of one seed, if its plan is one where values cannot be encoded now and
 * then; else nothing. These are one in four, {@linkplain Plan#FIRST_OF_ALL_KINDS from some seed
 * on}.
 */
public final class EncodingRuns implements LongConsumer {

  @Override
  public void accept(long seed) {
    if (Plan.ofSeed(seed).encodingFailure > 0) {
      Simulation.ofSeed(seed).run();
    }
  }
}
