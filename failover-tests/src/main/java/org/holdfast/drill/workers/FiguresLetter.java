// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.holdfast.drill.crowd.CrowdFigures;

/** Figures of a worker as a letter, and back. */
final class FiguresLetter {
  private FiguresLetter() {}

  static Letter.Figures of(long question, DriverFigures driver) {
    CrowdFigures phase = driver.phase();
    return new Letter.Figures(
        question,
        driver.machine(),
        driver.cores(),
        phase.name(),
        phase.endNanos() - phase.startNanos(),
        LetterCodec.text(phase.fromSendMicros()),
        LetterCodec.text(phase.fromDueMicros()),
        LetterCodec.text(phase.latenessMicros()),
        phase.responseSeconds(),
        phase.failedSeconds(),
        phase.pauses(),
        phase.plannedPauseSeconds(),
        phase.measuredPauseSeconds(),
        phase.delaySeconds(),
        phase.wholeCycleSeconds(),
        phase.longestGapSeconds(),
        phase.failures(),
        phase.failedRequests(),
        phase.idleCloses(),
        phase.sessions(),
        phase.notOpened(),
        phase.wrongAnswer(),
        driver.tally(),
        driver.cpuNanos(),
        driver.busiestThreadNanos(),
        driver.heapBytes(),
        driver.residentBytes(),
        driver.waitingArrivals(),
        driver.answersOfRun(),
        driver.unansweredOfRun(),
        driver.countersWrongOfRun());
  }

  /**
   * The figures that {@code letter} tells.
   *
   * @param name of the worker that wrote it
   * @throws IOException if it cannot be meant
   */
  static DriverFigures read(String name, Letter.Figures letter) throws IOException {
    boolean hasCores = letter.cores() > 0 && Double.isFinite(letter.cores());
    if (!hasCores || letter.phaseNanos() < 0) {
      throw new IOException(
          "figures of "
              + name
              + " with "
              + letter.cores()
              + " cores and a phase of "
              + letter.phaseNanos()
              + " ns");
    }
    if (Stream.of(
                letter.phase(),
                letter.failures(),
                letter.sessions(),
                letter.notOpened(),
                letter.wrongAnswer())
            .anyMatch(Objects::isNull)
        || Objects.isNull(letter.sessions().otherCookie())
        || Objects.isNull(letter.tally())
        || Objects.isNull(letter.tally().underWay())) {
      throw new IOException("figures of " + name + " of which a part is null");
    }
    CrowdFigures phase =
        new CrowdFigures(
            letter.phase(),
            0,
            letter.phaseNanos(),
            LetterCodec.histogram(letter.fromSend()),
            LetterCodec.histogram(letter.fromDue()),
            LetterCodec.histogram(letter.lateness()),
            letter.responseSeconds(),
            letter.failedSeconds(),
            letter.pauses(),
            letter.plannedPauseSeconds(),
            letter.measuredPauseSeconds(),
            letter.delaySeconds(),
            letter.wholeCycleSeconds(),
            letter.longestGapSeconds(),
            letter.failures(),
            letter.failedRequests(),
            letter.idleCloses(),
            letter.sessions(),
            letter.notOpened(),
            letter.wrongAnswer());
    return new DriverFigures(
        name,
        letter.machine(),
        letter.cores(),
        phase,
        letter.tally(),
        letter.cpuNanos(),
        letter.busiestThreadNanos(),
        letter.heapBytes(),
        letter.residentBytes(),
        letter.waitingArrivals(),
        letter.answersOfRun(),
        letter.unansweredOfRun(),
        letter.countersWrongOfRun());
  }
}
