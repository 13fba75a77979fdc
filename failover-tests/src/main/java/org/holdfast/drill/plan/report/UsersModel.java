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
