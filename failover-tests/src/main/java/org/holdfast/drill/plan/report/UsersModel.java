// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.util.List;

/**
 * Prediction for other numbers of users, by mean value analysis, and its test: the stage with the
 * most users, predicted from the others.
 *
 * @param heldOutUsers of that stage
 * @param error of the throughput predicted for it, as a share of what was measured; small where
 *     users think much longer than they wait, whatever the model is worth
 * @param predictedCpuShare of the busiest node in it
 * @param measuredCpuShare of the busiest node in it
 * @param predictedMeanMillis mean response in it
 * @param measuredMeanMillis mean response in it
 */
public record UsersModel(
    int heldOutUsers,
    double predictedPerSecond,
    double measuredPerSecond,
    double error,
    double predictedCpuShare,
    double measuredCpuShare,
    double predictedMeanMillis,
    double measuredMeanMillis,
    List<UsersPrediction> predictions) {

  public UsersModel {
    predictions = List.copyOf(predictions);
  }
}
