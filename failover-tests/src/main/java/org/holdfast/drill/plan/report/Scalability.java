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

package org.holdfast.drill.plan.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Universal Scalability Law over the users sustained.
 *
 * @param lambda users of one node
 * @param sigma contention
 * @param kappa coherency
 * @param peakNodes nodes beyond which more do less; null if the law sees none
 * @param heldOutNodes the largest number, predicted from the others
 * @param heldOutError of that prediction, as a share of what was measured
 */
public record Scalability(
    double lambda,
    double sigma,
    Interval sigmaInterval,
    double kappa,
    Interval kappaInterval,
    @Nullable Double peakNodes,
    int heldOutNodes,
    double heldOutError,
    List<NodesPrediction> predictions) {

  public Scalability {
    predictions = List.copyOf(predictions);
  }
}
