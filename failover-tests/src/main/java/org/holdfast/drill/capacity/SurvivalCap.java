// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.format;
import static org.holdfast.drill.capacity.Figures.percent;
import static org.holdfast.drill.capacity.Figures.plainPercent;
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
 * @param survived whether bound, updates, requests and the survivors' CPU were kept when it was
 *     tried; null if it was not, or if what was measured does not say
 * @param misses what was not kept; or, where it was tried and {@code survived} is null, why nobody
 *     can say. Empty otherwise
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
    List<String> misses,
    String verdict) {

  /** From here on survivors could not have used more CPU, so that the load may have wanted more. */
  private static final double SATURATED = 0.97;

  /** Rounding must not make a cap of 60 % unsafe. */
  private static final double SLACK = 1e-9;

  public SurvivalCap {
    misses = List.copyOf(misses);
  }

  /**
   * What was measured when nodes were killed at the load found.
   *
   * @param cpuBefore CPU share of the busiest node before; 0 if there was none to measure
   * @param survivors what the survivors used afterwards, steady again; fewer than there are, or
   *     none, if that could not be measured
   * @param percentileResponseSeconds response of the goal's percentile afterwards; null if nothing
   *     was answered
   * @param boundHeld whether it was within the bound
   * @param updatesFollowed whether answers show updates, so that lost ones would have been seen
   * @param lostUpdates answered updates lost
   * @param failures requests that failed, and how many of them may have
   * @param broken what else shows that the survivors did not serve, in words
   * @param doubts why the driver may have missed the bound or the requests by itself, in words
   */
  public record Measured(
      double cpuBefore,
      List<NodeUsage> survivors,
      @Nullable Double percentileResponseSeconds,
      boolean boundHeld,
      boolean updatesFollowed,
      long lostUpdates,
      Failures failures,
      List<String> broken,
      List<String> doubts) {

    /**
     * @throws IllegalArgumentException if a figure is not one
     */
    public Measured {
      Figures.within("CPU share before the kill", cpuBefore, 0, NodeUsage.SHARE_MOST);
      if (percentileResponseSeconds != null) {
        Figures.positive(
            "percentile response in seconds after the kill", percentileResponseSeconds);
      }
      Figures.atLeast("lost updates", lostUpdates, 0);
      survivors = List.copyOf(survivors);
      broken = List.copyOf(broken);
      doubts = List.copyOf(doubts);
    }
  }

  /**
   * Requests that failed when nodes were killed.
   *
   * @param requests that failed
   * @param explained how many of them the kill, and what was allowed anyway, explain
   */
  public record Failures(long requests, long explained) {

    /**
     * @throws IllegalArgumentException if one is negative
     */
    public Failures {
      Figures.atLeast("failed requests", requests, 0);
      Figures.atLeast("failed requests that the kill explains", explained, 0);
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
    return untried(nodes, lost, survivorMost, capAsked, "Not tried", List.of());
  }

  /**
   * Judges a cap by arithmetic alone, as something prevented a try that was asked for.
   *
   * @param why for example "node-2 had ended before"
   */
  public static SurvivalCap prevented(
      int nodes, int lost, double survivorMost, double capAsked, String why) {
    return untried(nodes, lost, survivorMost, capAsked, "Not tried: " + why, List.of(why));
  }

  private static SurvivalCap untried(
      int nodes,
      int lost,
      double survivorMost,
      double capAsked,
      String words,
      List<String> misses) {
    double safe = safeCap(nodes, lost, survivorMost);
    return new SurvivalCap(
        nodes,
        lost,
        survivorMost,
        capAsked,
        safe,
        null,
        null,
        misses,
        asked(nodes, lost, survivorMost, capAsked, safe) + ". " + words);
  }

  /**
   * Judges a cap by arithmetic and by what happened. Lost updates, survivors that ended and those
   * that used too much CPU are not survived however badly the load was driven; a missed bound and
   * failed requests are not if the driver has no doubts of itself. Survived is what broke nothing
   * and was measured whole.
   */
  public static SurvivalCap of(
      int nodes, int lost, double survivorMost, double capAsked, Measured measured) {
    double safe = safeCap(nodes, lost, survivorMost);
    List<String> broken = new ArrayList<>(measured.broken());
    List<String> doubtful = new ArrayList<>();
    Double response = measured.percentileResponseSeconds();
    if (response == null) {
      doubtful.add("nothing was answered");
    } else if (!measured.boundHeld()) {
      doubtful.add(format("the bound was missed (%s)", seconds(response)));
    }
    Failures failures = measured.failures();
    if (failures.requests() > failures.explained()) {
      doubtful.add(
          format(
              "%,d requests failed, of which the kill explains %,d",
              failures.requests(), failures.explained()));
    }
    if (measured.lostUpdates() > 0) {
      broken.add(format("%,d answered updates were lost", measured.lostUpdates()));
    }
    NodeUsage busiest = NodeUsage.busiest(measured.survivors());
    if (busiest != null && busiest.cpuShare() > survivorMost + SLACK) {
      broken.add(
          format(
              "%s went to %s of its CPU, over %s",
              busiest.node(),
              percent(busiest.cpuShare(), survivorMost),
              plainPercent(survivorMost)));
    }
    List<String> unknown = new ArrayList<>(measured.doubts());
    if (measured.survivors().size() < nodes - lost) {
      unknown.add("CPU of the survivors could not be measured");
    }
    boolean isBroken = !broken.isEmpty() || (!doubtful.isEmpty() && measured.doubts().isEmpty());
    Boolean survived = isBroken ? Boolean.FALSE : unknown.isEmpty() ? Boolean.TRUE : null;
    List<String> misses = new ArrayList<>(doubtful);
    misses.addAll(broken);
    if (survived == null) {
      misses.addAll(unknown);
    }
    Double cap =
        busiest == null || measured.cpuBefore() == 0
            ? null
            : Double.valueOf(survivorMost * Math.min(1, measured.cpuBefore() / busiest.cpuShare()));
    return new SurvivalCap(
        nodes,
        lost,
        survivorMost,
        capAsked,
        safe,
        cap,
        survived,
        misses,
        format(
            "%s. Tried: %s; %s",
            asked(nodes, lost, survivorMost, capAsked, safe),
            cpu(measured, busiest, cap, survivorMost),
            outcome(survived, misses, measured)));
  }

  private static String cpu(
      Measured measured, @Nullable NodeUsage busiest, @Nullable Double cap, double survivorMost) {
    if (busiest == null) {
      return "CPU of the survivors could not be measured";
    }
    String share = percent(busiest.cpuShare(), survivorMost);
    return cap == null
        ? format("CPU went to %s on %s", share, busiest.node())
        : format(
            "CPU went from %s to %s on %s, so the cap that would have been safe is %s%s",
            percent(measured.cpuBefore()),
            share,
            busiest.node(),
            busiest.cpuShare() >= SATURATED ? "less than " : "",
            tenths(cap));
  }

  private static String outcome(
      @Nullable Boolean survived, List<String> misses, Measured measured) {
    if (survived == null) {
      return "whether it was survived is not known: " + String.join("; ", misses);
    }
    if (!survived) {
      return "not survived: " + String.join("; ", misses);
    }
    Double response = measured.percentileResponseSeconds();
    long failed = measured.failures().requests();
    return format(
        "bound held (%s) and %s%s",
        response == null ? "?" : seconds(response),
        measured.updatesFollowed() ? "no update lost" : "updates were not followed",
        failed == 0 ? "" : format("; %,d requests failed, which the kill explains", failed));
  }

  /** Whether the cap asked for is no higher than the safe one, by arithmetic. */
  public boolean capIsSafe() {
    return capAsked <= safeCap + SLACK;
  }

  private static String asked(
      int nodes, int lost, double survivorMost, double capAsked, double safe) {
    return format(
        "the cap of %s is %s: of %d nodes losing %d, survivors stay at %s from a cap of %s",
        plainPercent(capAsked),
        capAsked <= safe + SLACK ? "safe" : "too high",
        nodes,
        lost,
        plainPercent(survivorMost),
        tenths(safe));
  }

  private static String tenths(double share) {
    return format("%.1f %%", 100 * share);
  }
}
