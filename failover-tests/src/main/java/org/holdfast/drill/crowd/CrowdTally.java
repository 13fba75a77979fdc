// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.List;

/**
 * What the users of a crowd have to show since their tally began, summed up so that the sums of
 * several crowds add up to those of all their users.
 *
 * @param users how many there are
 * @param answers they had in all
 * @param squaredAnswers sum of the squares of each user's answers
 * @param fewestAnswers answers of the user with the fewest
 * @param slowestUserSeconds mean time from due of the user for whom it was longest, 0 without any
 * @param usualSeconds mean time from due without the slowest answer of each user, of the user for
 *     whom it was longest; one slow answer makes nobody a slow user. 0 without users of three
 *     answers
 * @param usualAnswers that user's
 * @param open users that wait for an answer, and requests that wait for a user
 * @param oldestOpenSeconds for how long the first of them has since it was due, 0 without any
 * @param underWay what users have behind them of the cycles in which they are
 */
public record CrowdTally(
    long users,
    long answers,
    double squaredAnswers,
    long fewestAnswers,
    double slowestUserSeconds,
    double usualSeconds,
    long usualAnswers,
    long open,
    double oldestOpenSeconds,
    UnderWay underWay) {
  /** Of no users. */
  public static final CrowdTally NONE = new CrowdTally(0, 0, 0, 0, 0, 0, 0, 0, 0, UnderWay.NONE);

  /**
   * Cycles that have begun and not ended. A request counts for as long as the slowest answer since
   * the tally began at most: what nobody will answer is not a user's waiting.
   *
   * @param waiting users that wait for an answer, each of which has had its pause before
   * @param waitingSeconds sum of what they have waited since they acted
   * @param thinkingSeconds sum of what the others have thought
   */
  public record UnderWay(long waiting, double waitingSeconds, double thinkingSeconds) {
    public static final UnderWay NONE = new UnderWay(0, 0, 0);

    private static UnderWay of(List<UserTally> users) {
      long slowest = users.stream().mapToLong(UserTally::longestNanos).max().orElse(0);
      long waiting = 0;
      double waited = 0;
      double thought = 0;
      for (UserTally user : users) {
        waiting += user.isOpen() ? 1 : 0;
        waited += Math.min(slowest, user.waitingNanos());
        thought += user.thinkingNanos();
      }
      return new UnderWay(waiting, waited / 1e9, thought / 1e9);
    }

    private UnderWay plus(UnderWay other) {
      return new UnderWay(
          waiting + other.waiting,
          waitingSeconds + other.waitingSeconds,
          thinkingSeconds + other.thinkingSeconds);
    }

    /**
     * What users have behind them, with the pauses of those that wait.
     *
     * @param pauseSeconds mean pause
     */
    public double seconds(double pauseSeconds) {
      return waiting * pauseSeconds + waitingSeconds + thinkingSeconds;
    }
  }

  /** Sums users up. */
  public static CrowdTally of(List<UserTally> users) {
    long answers = 0;
    double squares = 0;
    long fewest = users.isEmpty() ? 0 : Long.MAX_VALUE;
    double slowest = 0;
    double usual = 0;
    long usualAnswers = 0;
    long open = 0;
    long oldest = 0;
    for (UserTally user : users) {
      answers += user.answers();
      squares += (double) user.answers() * user.answers();
      fewest = Math.min(fewest, user.answers());
      if (user.answers() > 0) {
        slowest = Math.max(slowest, user.responseNanos() / 1e9 / user.answers());
      }
      if (user.usualSeconds() > usual) {
        usual = user.usualSeconds();
        usualAnswers = user.answers();
      }
      open += user.isOpen() ? 1 : 0;
      oldest = Math.max(oldest, user.openNanos());
    }
    return new CrowdTally(
        users.size(),
        answers,
        squares,
        fewest,
        slowest,
        usual,
        usualAnswers,
        open,
        oldest / 1e9,
        UnderWay.of(users));
  }

  /** The users of both. */
  public CrowdTally plus(CrowdTally other) {
    if (users == 0 || other.users == 0) {
      return users == 0 ? other : this;
    }
    return new CrowdTally(
        users + other.users,
        answers + other.answers,
        squaredAnswers + other.squaredAnswers,
        Math.min(fewestAnswers, other.fewestAnswers),
        Math.max(slowestUserSeconds, other.slowestUserSeconds),
        Math.max(usualSeconds, other.usualSeconds),
        usualSeconds >= other.usualSeconds ? usualAnswers : other.usualAnswers,
        open + other.open,
        Math.max(oldestOpenSeconds, other.oldestOpenSeconds),
        underWay.plus(other.underWay));
  }

  /**
   * The same, with requests that nobody has sent yet.
   *
   * @param oldestNanos for how long the first of them has been due
   */
  CrowdTally waiting(long requests, long oldestNanos) {
    return new CrowdTally(
        users,
        answers,
        squaredAnswers,
        fewestAnswers,
        slowestUserSeconds,
        usualSeconds,
        usualAnswers,
        open + requests,
        Math.max(oldestOpenSeconds, oldestNanos / 1e9),
        underWay);
  }
}
