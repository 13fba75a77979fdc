// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;
import java.util.Locale;

/**
 * Which users were contradicted or kept waiting, and how: the sums of {@link TruthReport} and of
 * the incidents by user, what may be lost included.
 *
 * @param users how many there are
 * @param note says that {@code list} holds only some of them; empty if it holds all
 * @param list those with the most of it first, at most {@value #MOST}
 */
public record AffectedReport(int users, String note, List<User> list) {
  public static final int MOST = 1_000;

  public AffectedReport {
    list = List.copyOf(list);
  }

  /** Of all that are affected, the worst first. */
  public static AffectedReport of(List<User> worstFirst) {
    int users = worstFirst.size();
    return new AffectedReport(
        users,
        users <= MOST
            ? ""
            : String.format(Locale.ROOT, "the %,d with the most of it, of %,d", MOST, users),
        worstFirst.subList(0, Math.min(MOST, users)));
  }

  /**
   * What befell one user; the fields are those of {@link TruthReport}, but for the last two.
   *
   * @param user its number, from 0
   * @param withoutRightAnswer incidents after which it asked and had no right answer
   * @param overBound incidents after which it waited longer for one than the recovery bound
   */
  public record User(
      int user,
      long lostUpdates,
      long lostUpdatesAllowed,
      long staleAnswers,
      long resetSessions,
      long resetSessionsAllowed,
      long duplicatedAnswers,
      long resurrectedAnswers,
      long contradictedAnswers,
      long regressedAnswers,
      long withoutRightAnswer,
      long overBound) {

    /** How often anything befell it. */
    public long times() {
      return lostUpdates
          + staleAnswers
          + resetSessions
          + duplicatedAnswers
          + resurrectedAnswers
          + contradictedAnswers
          + regressedAnswers
          + withoutRightAnswer
          + overBound;
    }
  }
}
