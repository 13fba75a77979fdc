// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words predictions: never without how far off the model was where it could be tested. */
final class PredictionText {
  private PredictionText() {}

  static List<String> users(UsersModel model) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "tested on %,d users: %,.0f requests/s predicted from fewer, %,.0f measured (%+.1f %%);"
                + " CPU %.0f %% predicted, %.0f %% measured; mean response %.1f ms predicted, %.1f ms"
                + " measured",
            model.heldOutUsers(),
            model.predictedPerSecond(),
            model.measuredPerSecond(),
            100 * model.error(),
            100 * model.predictedCpuShare(),
            100 * model.measuredCpuShare(),
            model.predictedMeanMillis(),
            model.measuredMeanMillis()));
    for (UsersPrediction one : model.predictions()) {
      String refusal = one.refusal();
      lines.add(
          refusal != null
              ? "refused: " + refusal
              : format(
                  "%,d users: %s requests/s%s, mean response %s ms%s, CPU of the busiest node %s"
                      + " %%%s",
                  one.users(),
                  figure(one.requestsPerSecond(), 1, "%,.0f"),
                  between(one.requestsPerSecondInterval(), 1, "%,.0f"),
                  figure(one.meanMillis(), 1, "%.1f"),
                  between(one.meanMillisInterval(), 1, "%.1f"),
                  figure(one.cpuShare(), 100, "%.0f"),
                  between(one.cpuShareInterval(), 100, "%.0f")));
    }
    return lines;
  }

  static List<String> nodes(Scalability law) {
    List<String> lines = new ArrayList<>();
    Double peak = law.peakNodes();
    lines.add(
        format(
            "scalability law: %,.0f users on one node, contention %.3f%s, coherency %.4f%s%s",
            law.lambda(),
            law.sigma(),
            between(law.sigmaInterval(), "%.3f"),
            law.kappa(),
            between(law.kappaInterval(), "%.4f"),
            peak == null ? "" : format(", no gain beyond %.1f nodes", peak)));
    lines.add(
        format(
            "tested on %d nodes, predicted from fewer: %+.1f %%",
            law.heldOutNodes(), 100 * law.heldOutError()));
    for (NodesPrediction one : law.predictions()) {
      String refusal = one.refusal();
      lines.add(
          refusal != null
              ? "refused: " + refusal
              : format(
                  "%d nodes: %s users%s",
                  one.nodes(), figure(one.users(), 1, "%,.0f"), between(one.interval(), "%,.0f")));
    }
    return lines;
  }

  private static String between(@Nullable Interval interval, String form) {
    return between(interval, 1, form);
  }

  private static String between(@Nullable Interval interval, double factor, String form) {
    return interval == null
        ? ""
        : " ("
            + format(form, factor * interval.low())
            + " to "
            + format(form, factor * interval.high())
            + ")";
  }

  private static String figure(@Nullable Double value, double factor, String form) {
    return value == null ? "?" : format(form, factor * value);
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
