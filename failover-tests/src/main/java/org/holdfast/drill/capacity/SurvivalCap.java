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

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.format;
import static org.holdfast.drill.capacity.Figures.percent;
import static org.holdfast.drill.capacity.Figures.seconds;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the CPU cap leaves room for losing nodes: what the survivors would have to carry by
 * arithmetic, and what they did when it was tried.
 *
 * @param nodes before the loss
 * @param lost nodes lost at the same time
 * @param survivorMost share of its CPU that a survivor may use
 * @param capAsked cap that the capacity was searched with
 * @param safeCap cap from which survivors reach {@code survivorMost} if load and cost are spread
 *     evenly: {@code survivorMost * (nodes - lost) / nodes}
 * @param measuredCap cap from which they would have reached it by what was measured; null if
 *     nothing was
 * @param survived whether bound, updates and the survivors' CPU were kept when it was tried; null
 *     if it was not
 * @param verdict in words, with figures
 */
public record SurvivalCap(
    int nodes,
    int lost,
    double survivorMost,
    double capAsked,
    double safeCap,
    @Nullable Double measuredCap,
    @Nullable Boolean survived,
    String verdict) {

  /** From here on survivors could not have used more CPU, so that the load may have wanted more. */
  private static final double SATURATED = 0.97;

  /** Rounding must not make a cap of 60 % unsafe. */
  private static final double SLACK = 1e-9;

  /**
   * What was measured when nodes were killed at the load found.
   *
   * @param cpuBefore CPU share of the busiest node before, over 0
   * @param survivors what the survivors used afterwards, steady again
   * @param percentileResponseSeconds response of the goal's percentile afterwards
   * @param boundHeld whether it was within the bound
   * @param lostUpdates answered updates lost
   */
  public record Measured(
      double cpuBefore,
      List<NodeUsage> survivors,
      double percentileResponseSeconds,
      boolean boundHeld,
      long lostUpdates) {

    /**
     * @throws IllegalArgumentException if there is no survivor, or a figure is not one
     */
    public Measured {
      Figures.positive("CPU share before the kill", cpuBefore);
      Figures.within("CPU share before the kill", cpuBefore, 0, 1.2);
      Figures.positive("percentile response in seconds after the kill", percentileResponseSeconds);
      Figures.atLeast("lost updates", lostUpdates, 0);
      Figures.atLeast("survivors measured", survivors.size(), 1);
      survivors = List.copyOf(survivors);
    }

    private NodeUsage busiest() {
      NodeUsage busiest = survivors.get(0);
      for (NodeUsage node : survivors) {
        busiest = node.cpuShare() > busiest.cpuShare() ? node : busiest;
      }
      return busiest;
    }
  }

  /**
   * The highest CPU share before the loss of {@code lost} of {@code nodes} with which survivors
   * stay at {@code survivorMost}: with 0.9 and one lost 45 % for 2 nodes, 60 % for 3, 67.5 % for 4.
   *
   * @throws IllegalArgumentException unless a node survives and the share is over 0 to 1
   */
  public static double safeCap(int nodes, int lost, double survivorMost) {
    Figures.atLeast("nodes", nodes, 1);
    Figures.within("nodes lost", lost, 0, nodes - 1);
    Figures.positive("share of CPU that survivors may use", survivorMost);
    Figures.within("share of CPU that survivors may use", survivorMost, 0, 1);
    return survivorMost * (nodes - lost) / nodes;
  }

  /** Judges a cap by arithmetic alone. */
  public static SurvivalCap of(int nodes, int lost, double survivorMost, double capAsked) {
    double safe = safeCap(nodes, lost, survivorMost);
    return new SurvivalCap(
        nodes,
        lost,
        survivorMost,
        capAsked,
        safe,
        null,
        null,
        asked(nodes, lost, survivorMost, capAsked, safe) + ". Not tried");
  }

  /** Judges a cap by arithmetic and by what happened. */
  public static SurvivalCap of(
      int nodes, int lost, double survivorMost, double capAsked, Measured measured) {
    double safe = safeCap(nodes, lost, survivorMost);
    NodeUsage busiest = measured.busiest();
    double cap = survivorMost * Math.min(1, measured.cpuBefore() / busiest.cpuShare());
    List<String> broken = new ArrayList<>();
    if (!measured.boundHeld()) {
      broken.add(
          format("the bound was missed (%s)", seconds(measured.percentileResponseSeconds())));
    }
    if (measured.lostUpdates() > 0) {
      broken.add(format("%,d answered updates were lost", measured.lostUpdates()));
    }
    if (busiest.cpuShare() > survivorMost + SLACK) {
      broken.add(
          format(
              "%s went to %s of its CPU, over %s",
              busiest.node(), percent(busiest.cpuShare()), percent(survivorMost)));
    }
    boolean saturated = busiest.cpuShare() >= SATURATED;
    String tried =
        format(
            "Tried: CPU went from %s to %s on %s, so the cap that would have been safe is %s%s; %s",
            percent(measured.cpuBefore()),
            percent(busiest.cpuShare()),
            busiest.node(),
            saturated ? "less than " : "",
            tenths(cap),
            broken.isEmpty()
                ? format(
                    "bound held (%s) and no update lost",
                    seconds(measured.percentileResponseSeconds()))
                : "not survived: " + String.join("; ", broken));
    return new SurvivalCap(
        nodes,
        lost,
        survivorMost,
        capAsked,
        safe,
        cap,
        broken.isEmpty(),
        asked(nodes, lost, survivorMost, capAsked, safe) + ". " + tried);
  }

  /** Whether the cap asked for is no higher than the safe one, by arithmetic. */
  public boolean capIsSafe() {
    return capAsked <= safeCap + SLACK;
  }

  private static String asked(
      int nodes, int lost, double survivorMost, double capAsked, double safe) {
    return format(
        "the cap of %s is %s: of %d nodes losing %d, survivors stay at %s from a cap of %s",
        percent(capAsked),
        capAsked <= safe + SLACK ? "safe" : "too high",
        nodes,
        lost,
        percent(survivorMost),
        tenths(safe));
  }

  private static String tenths(double share) {
    return format("%.1f %%", 100 * share);
  }
}
