// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.stream.LongStream;

/**
 * How evenly answers fell to users.
 *
 * @param users how many users there were
 * @param meanAnswers answers of a user on average
 * @param fewestAnswers answers of the user with the fewest
 * @param jain Jain's index: 1 if all had the same number, 1/n if one had all
 * @param slowestUserSeconds mean response from due of the user for whom it was longest
 * @param usualSeconds the same without the slowest answer of each user, of those with three at
 *     least; 0 without any
 * @param usualAnswers of the user for whom that was longest
 * @see <a href="https://arxiv.org/abs/cs/9809099">Jain, Chiu and Hawe, 1984</a>
 */
public record Fairness(
    int users,
    double meanAnswers,
    long fewestAnswers,
    double jain,
    double slowestUserSeconds,
    double usualSeconds,
    long usualAnswers) {

  /**
   * Sums users up.
   *
   * @param answers of each user, not empty
   */
  public static Fairness of(long[] answers, double slowestUserSeconds) {
    return of(
        answers.length,
        (double) LongStream.of(answers).sum(),
        LongStream.of(answers).mapToDouble(each -> (double) each * each).sum(),
        LongStream.of(answers).min().orElse(0),
        slowestUserSeconds,
        0,
        0);
  }

  /** The same from sums over all users. */
  public static Fairness of(
      long users,
      double answers,
      double squaredAnswers,
      long fewest,
      double slowestUserSeconds,
      double usualSeconds,
      long usualAnswers) {
    return new Fairness(
        (int) users,
        users == 0 ? 0 : answers / users,
        fewest,
        squaredAnswers == 0 ? 1 : answers * answers / (users * squaredAnswers),
        slowestUserSeconds,
        usualSeconds,
        usualAnswers);
  }

  /**
   * How long the user that is always slow may wait on average by chance: what it waited but for its
   * slowest answer is a mean of so many answers, each of which scatters as those of all users do.
   * Six standard deviations of such a mean, and more where answers are few, as response times have
   * long tails.
   *
   * @param meanSeconds of the answers of all users
   * @param scatterSeconds their standard deviation
   */
  public double mostUsualSeconds(double meanSeconds, double scatterSeconds) {
    double rest = Math.max(1, usualAnswers - 1.0);
    return meanSeconds + scatterSeconds * Math.max(20 / rest, 6 / Math.sqrt(rest));
  }

  /**
   * The index that is still fair: nine tenths of what pure chance would give users whose requests
   * come independently of each other, or less where users are so few that what they scatter by
   * scatters itself: six standard deviations of that.
   */
  public double leastJain() {
    if (meanAnswers <= 0) {
      return 0;
    }
    double ofMany = (1 + 1 / meanAnswers) / 0.9;
    double ofFew = 1 + (1 + 6 * Math.sqrt(2.0 / users)) / meanAnswers;
    return 1 / Math.max(ofMany, ofFew);
  }

  /**
   * Answers that the slowest user has by all chance: six standard deviations below the mean, and a
   * quarter below it where that is less, as users without think time share a server by turns that
   * are not independent.
   */
  public double leastAnswers() {
    double least = Math.min(meanAnswers - 6 * Math.sqrt(meanAnswers), 0.75 * meanAnswers);
    return Math.max(least, meanAnswers >= 20 ? 1 : 0);
  }
}
