// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A stage, and which of several searches it belongs to.
 *
 * @param round from 1
 */
record RoundStage(int round, Stage stage) {

  /** Every stage, round by round; a closer look and a loss end the first, of which they are. */
  static List<RoundStage> all(ContenderReport contender) {
    Loss loss = contender.loss();
    return stages(contender, contender.closerLook(), loss == null ? null : loss.stage());
  }

  /** The stages of all searches, and nothing but these. */
  static List<RoundStage> searched(ContenderReport contender) {
    return stages(contender, null, null);
  }

  private static List<RoundStage> stages(
      ContenderReport contender, @Nullable Stage closer, @Nullable Stage lost) {
    List<RoundStage> all = new ArrayList<>();
    contender.stages().forEach(stage -> all.add(new RoundStage(1, stage)));
    if (closer != null) {
      all.add(new RoundStage(1, closer));
    }
    if (lost != null) {
      all.add(new RoundStage(1, lost));
    }
    List<CapacityReport.Round> rounds = contender.capacity().rounds();
    for (int i = 0; i < rounds.size(); i++) {
      int round = i + 1;
      // Those of the first are told of its contender, and empty here.
      rounds.get(i).stages().forEach(stage -> all.add(new RoundStage(round, stage)));
    }
    return List.copyOf(all);
  }
}
