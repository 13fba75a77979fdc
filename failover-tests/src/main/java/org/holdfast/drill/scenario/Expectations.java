// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is promised beyond the truth of every answer, which always is. What is empty is not judged.
 *
 * @param recovery longest that any user may wait for its first right answer after a fault, but
 *     those whose session no node is left to hold; {@link #USUAL_RECOVERY} if empty
 * @param recoveryMedian bound of the median time from a fault to the first right answer, over users
 *     who turned at once
 * @param recoveryP99 the same for 99 of 100
 * @param viewChange bound of the time until all other nodes have a view without the nodes
 * @param protectedAgain bound of the time until every session is protected again
 * @param rejoin bound of the time from the end of a fault until all nodes are in one settled view
 *     and every session is protected
 * @param responseP90 bound of the p90 of response times, in every phase after the warm-up but for
 *     the last requests, which all users send at once
 * @param errors when attempts may fail
 * @param p99Growth how many times the p99 of response times before the first fault that of the
 *     times after it may reach
 * @param losses what may be lost
 * @param unprotectedBindAfter the time after the begin of a fault from which unprotected answers
 *     bind again; if empty, they bind once all nodes are in one view again
 * @param noGrowth whether no node's memory, threads or open files may grow for as long as it runs
 */
public record Expectations(
    Optional<Duration> recovery,
    Optional<Duration> recoveryMedian,
    Optional<Duration> recoveryP99,
    Optional<Duration> viewChange,
    Optional<Duration> protectedAgain,
    Optional<Duration> rejoin,
    Optional<Duration> responseP90,
    Errors errors,
    OptionalDouble p99Growth,
    Losses losses,
    Optional<Duration> unprotectedBindAfter,
    boolean noGrowth) {
  /** Longest wait for a first right answer after a fault, where a scenario names none. */
  public static final Duration USUAL_RECOVERY = Duration.ofSeconds(2);

  /** Only the truth is judged, and that errors end with what caused them. */
  public static final Expectations NONE =
      new Expectations(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Errors.DURING,
          OptionalDouble.empty(),
          Losses.NONE,
          Optional.empty(),
          false);

  public Expectations {
    if (losses == Losses.NONE && unprotectedBindAfter.isPresent()) {
      throw new IllegalArgumentException(
          "unprotected-bind-after needs losses: unprotected, without which every answer binds");
    }
  }

  /** When users may see errors. */
  public enum Errors {
    /** Never. */
    NONE,
    /** From a fault until users and views are over it. */
    DURING,
    /** Any time, up to the bound on their number. */
    ANY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What may be lost under SYNC. */
  public enum Losses {
    /** Nothing that was answered, protected or not. */
    NONE,
    /** What said of itself that it was not protected. */
    UNPROTECTED,
    /** That, and what was answered of sessions until all their holders ended at once. */
    ALL_HOLDERS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
