// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
