// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.capacity.LimitingFactor;
import org.holdfast.drill.capacity.SurvivalCap;
import org.jspecify.annotations.Nullable;

/**
 * All that was found out about one contender.
 *
 * @param cores CPUs that count as each node's
 * @param cpuWords how CPUs are shared and counted
 * @param stages in the order of {@code result.stages()}
 * @param closerLook the stage that failed, run once more with thread dumps; null if none failed
 * @param threads what these dumps show
 * @param loss null if no node was to be killed
 * @param again what further searches found, each with nodes started anew
 */
record Outcome(
    Contender contender,
    double cores,
    String cpuWords,
    CapacityResult result,
    List<MeasuredStage> stages,
    LimitingFactor limit,
    @Nullable MeasuredStage closerLook,
    ThreadLook.Seen threads,
    @Nullable Loss loss,
    List<Search> again) {

  Outcome {
    stages = List.copyOf(stages);
    again = List.copyOf(again);
  }

  /** The same after a further search. */
  Outcome with(Search further) {
    List<Search> all = new ArrayList<>(again);
    all.add(further);
    return new Outcome(
        contender, cores, cpuWords, result, stages, limit, closerLook, threads, loss, all);
  }

  /** Of every search, in their order. */
  List<CapacityResult> rounds() {
    return Stream.concat(Stream.of(result), again.stream().map(Search::result)).toList();
  }

  /**
   * A further search.
   *
   * @param stages in the order of {@code result.stages()}
   */
  record Search(CapacityResult result, List<MeasuredStage> stages) {

    Search {
      stages = List.copyOf(stages);
    }
  }

  /**
   * What the loss of nodes did, or would do.
   *
   * @param tried null if it was not
   */
  record Loss(SurvivalCap cap, @Nullable Tried tried) {}

  /**
   * A loss that was tried.
   *
   * @param killed names of the nodes
   * @param settled when the survivors had settled, in words
   * @param afterwards what became of the nodes killed, in words; empty of those that the planner
   *     had started
   */
  record Tried(MeasuredStage stage, List<String> killed, String settled, String afterwards) {

    Tried {
      killed = List.copyOf(killed);
    }
  }
}
