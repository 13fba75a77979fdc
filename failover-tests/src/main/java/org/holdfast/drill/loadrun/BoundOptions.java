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

package org.holdfast.drill.loadrun;

import org.holdfast.drill.stage.Bound;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what responses have to hold. */
public final class BoundOptions {

  @Option(
      names = {"-t", "--bound"},
      paramLabel = "PERCENTILE:MS",
      defaultValue = "800ms",
      description =
          "What responses have to hold, from due to answer; also 800ms or 0.8s, with --percentile"
              + " (default: 90:800).")
  private String bound = "";

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description = "Percentile of a --bound that names none (default: 90).")
  private @Nullable Double percentile;

  @Option(
      names = "--max-errors",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description =
          "Failed attempts allowed of 100 requests, 0 to 100 (default: ${DEFAULT-VALUE}).")
  private double maxErrorPercent;

  /**
   * @throws IllegalArgumentException if one has an impossible value
   */
  public Bound read() {
    return BoundOption.parse(bound, percentile, maxErrorPercent);
  }
}
