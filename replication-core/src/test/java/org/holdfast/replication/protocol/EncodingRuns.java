/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
