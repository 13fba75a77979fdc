// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

/**
 * How a capacity search goes about it.
 *
 * @param leastUsers never fewer than these; if they fail nothing is sustained
 * @param startUsers users of the first stage; the nearer to the capacity, the fewer stages
 * @param mostUsers never more than these; sustaining them ends the search with "at least"
 * @param growth factor from stage to stage until one fails, over 1 to 10
 * @param precision width of the interval over its lower end at which it is narrow enough, 0.001 to
 *     0.5
 * @param confirmations further stages that the capacity found must pass, 0 to 10
 * @param runsOfAStage times that a stage is tried until it is valid, 1 to 10
 * @param reversals results taken back by a later stage with as many users, at most; 0 to 10
 */
public record SearchPlan(
    int leastUsers,
    int startUsers,
    int mostUsers,
    double growth,
    double precision,
    int confirmations,
    int runsOfAStage,
    int reversals) {
  /** With a good first number such steps need fewer stages in all than doubling. */
  private static final double GROWTH = 1.5;

  /**
   * @throws IllegalArgumentException if a figure is out of its range, or the start over the most
   */
  public SearchPlan {
    Figures.atLeast("least users", leastUsers, 1);
    Figures.atLeast(
        "users at the start" + (leastUsers == 1 ? "" : ", the least being " + leastUsers + ","),
        startUsers,
        leastUsers);
    Figures.atLeast(
        "most users, those at the start being " + startUsers + ",", mostUsers, startUsers);
    if (!(growth > 1 && growth <= 10)) {
      throw new IllegalArgumentException("growth must be over 1 and at most 10, was " + growth);
    }
    Figures.within("precision", precision, 0.001, 0.5);
    Figures.within("confirmations", confirmations, 0, 10);
    Figures.within("runs of a stage", runsOfAStage, 1, 10);
    Figures.within("reversals", reversals, 0, 10);
  }

  /** One that goes down to a single user. */
  public SearchPlan(
      int startUsers,
      int mostUsers,
      double growth,
      double precision,
      int confirmations,
      int runsOfAStage,
      int reversals) {
    this(1, startUsers, mostUsers, growth, precision, confirmations, runsOfAStage, reversals);
  }

  /** One that goes down to a single user; grows by half, narrows to 5 %, confirms twice. */
  public static SearchPlan of(int startUsers, int mostUsers) {
    return of(1, startUsers, mostUsers);
  }

  /** The same, but never with fewer users than {@code leastUsers}. */
  public static SearchPlan of(int leastUsers, int startUsers, int mostUsers) {
    return new SearchPlan(leastUsers, startUsers, mostUsers, GROWTH, 0.05, 2, 3, 3);
  }

  /** Whether nothing worth a stage lies between the two. */
  boolean narrow(int passing, int failing) {
    return failing - passing <= Math.max(1, precision * passing);
  }

  int grown(int users) {
    return (int) Math.min(mostUsers, Math.max(users + 1L, (long) Math.ceil(users * growth)));
  }

  int growthStages(int from) {
    int stages = 0;
    for (int users = from; users < mostUsers; users = grown(users)) {
      stages++;
    }
    return stages;
  }

  /** Stages until the two are narrow, at most: as if each failed and left the wider half. */
  int bisections(int passing, int failing) {
    int stages = 0;
    for (int high = failing; !narrow(passing, high); high -= (high - passing) / 2) {
      stages++;
    }
    return stages;
  }

  /**
   * Stages of a search, at most; one that has not ended by then does not settle. Room for the way
   * to the first interval, for narrowing and checking it anew after each reversal, and for a few
   * invalid stages.
   */
  int mostStages() {
    int first = 1 + Math.max(growthStages(startUsers), halvings(startUsers));
    int widest = (int) Math.min(1 << 20, Math.ceil((Math.max(growth, 2) - 1) / precision));
    int narrowing = halvings(widest) + 1;
    int checks = confirmations + 2;
    return first + (1 + reversals) * (narrowing + checks) + 2 * runsOfAStage;
  }

  /** Halvings of {@code users} until 1 is reached, at most. */
  static int halvings(int users) {
    return 32 - Integer.numberOfLeadingZeros(Math.max(users - 1, 0));
  }
}
