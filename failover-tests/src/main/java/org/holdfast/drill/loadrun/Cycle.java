// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.time.Duration;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.ThinkFrom;

/**
 * A user's mean time from request to request. A steady state lasts a whole number of them: users
 * that move in step, as those with fixed think times do, would otherwise be counted once more, or
 * once less, than the time allows.
 *
 * @param seconds 0 if users have none, as in the open model
 */
record Cycle(double seconds) {
  /** How far a whole number may be missed without one more cycle. */
  private static final double SLACK = 0.01;

  /**
   * The cycle of users that think as planned and wait as they did lately.
   *
   * @param before figures of the phase a while ago
   * @param now figures of the same phase now
   */
  static Cycle of(CrowdPlan plan, CrowdFigures before, CrowdFigures now) {
    if (plan.isOpen()) {
      return new Cycle(0);
    }
    long answers = now.answers() - before.answers();
    double waited = now.responseSeconds() - before.responseSeconds();
    double response = answers > 0 ? Math.max(0, waited) / answers : 0;
    double think = plan.thinkTime().mean().toNanos() / 1e9;
    return new Cycle(
        plan.thinkFrom() == ThinkFrom.CYCLE ? Math.max(think, response) : think + response);
  }

  /** The shortest time of whole cycles, one at least, that is not shorter than {@code asked}. */
  Duration whole(Duration asked) {
    if (seconds <= 0) {
      return asked;
    }
    double cycles = Math.max(1, Math.ceil(asked.toNanos() / 1e9 / seconds - SLACK));
    return Duration.ofNanos(Math.round(cycles * seconds * 1e9));
  }
}
