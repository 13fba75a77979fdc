// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
