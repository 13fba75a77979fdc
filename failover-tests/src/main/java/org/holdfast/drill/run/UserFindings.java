// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.holdfast.drill.load.FormerIds;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.report.AffectedReport;
import org.holdfast.drill.report.FormerIdsReport;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.history.Findings;
import org.holdfast.history.Reply;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/** What all users were told, and what is wrong with it: in sum, and user by user. */
final class UserFindings {
  private static final int EXAMPLES = 5;

  private final DrillPlan plan;
  private final List<Incident> incidents;
  private final List<SessionLog> histories;
  private final List<Findings> findings;

  /** The same where every answer binds, so that nothing is hidden that may be lost. */
  private final List<Findings> everything;

  private final AsyncAllowance allowance;
  private final OrphanAllowance orphans;
  private final BindingAnswers binding;

  UserFindings(DrillPlan plan, List<Incident> incidents, List<SessionLog> histories) {
    this.plan = plan;
    this.incidents = List.copyOf(incidents);
    this.histories = List.copyOf(histories);
    this.allowance = new AsyncAllowance(plan, incidents);
    this.orphans = new OrphanAllowance(plan, incidents);
    this.binding = new BindingAnswers(plan, incidents, allowance);
    this.findings = histories.stream().map(binding::check).toList();
    this.everything = histories.stream().map(BindingAnswers::checkEverything).toList();
  }

  /**
   * Sums it up.
   *
   * @param unfinished users whose last request was not answered
   */
  TruthReport truth(FormerIds ids, int unfinished) {
    List<Violation> unexcused =
        users().boxed().flatMap(user -> unexcused(user, findings.get(user))).toList();
    return new TruthReport(
        histories.size() - unfinished,
        unfinished,
        (int) histories.stream().filter(this::silentBeforeFirst).count(),
        (int) histories.stream().filter(UserFindings::hasSession).count(),
        (int) users().filter(this::lostOnlyWhatItMay).count(),
        findings.stream().mapToLong(Findings::answers).sum(),
        histories.stream().mapToLong(UserFindings::unprotected).sum(),
        users().mapToLong(this::lost).sum(),
        users().mapToLong(this::lostAllowed).sum(),
        users().mapToLong(this::lostUnbound).sum(),
        protectedLost(),
        count(Violation.Kind.STALE),
        users().mapToLong(this::resets).sum(),
        users().mapToLong(this::resetsAllowed).sum(),
        orphans.users().size(),
        count(Violation.Kind.DUPLICATED),
        count(Violation.Kind.RESURRECTED),
        count(Violation.Kind.CONTRADICTED),
        count(Violation.Kind.REGRESSED),
        histories.stream().mapToLong(UserFindings::labelled).sum(),
        new FormerIdsReport(ids.logins(), ids.loginsLost(), ids.logouts(), ids.tried()),
        unexcused.stream().limit(EXAMPLES).map(this::describe).toList());
  }

  /** Who was contradicted or kept waiting; the worst first, of equals the first. */
  AffectedReport affected() {
    long[] without = new long[histories.size()];
    long[] over = new long[histories.size()];
    long bound = plan.recoveryBound().toNanos();
    for (Incident incident : incidents) {
      for (Recovery one : recoveries(incident)) {
        without[one.user()] += incident.leftWithoutRightAnswer(one) ? 1 : 0;
        over[one.user()] += incident.keptWaiting(one, bound) ? 1 : 0;
      }
    }
    List<AffectedReport.User> affected = new ArrayList<>();
    users()
        .mapToObj(user -> affected(user, without[user], over[user]))
        .filter(user -> user.times() > 0)
        .forEach(affected::add);
    affected.sort(Comparator.comparingLong(AffectedReport.User::times).reversed());
    return AffectedReport.of(affected);
  }

  /**
   * How users got over {@code incident}, now that the whole log is known: a first answer that lacks
   * only what may be lost is as right as one that lacks nothing.
   */
  List<Recovery> recoveries(Incident incident) {
    return incident.recoveries().stream()
        .map(one -> lacksOnlyWhatItMay(one, incident) ? one.asRight() : one)
        .toList();
  }

  /** Of these, those of users whose sessions went on elsewhere: none was begun anew. */
  List<Recovery> moved(Incident incident) {
    return incident.recoveries().stream()
        .filter(Recovery::onVictim)
        .filter(
            one ->
                one.right()
                    || lacksOnlyWhatItMay(one, incident)
                        && everything.get(one.user()).count(Violation.Kind.RESET) == 0)
        .map(Recovery::asRight)
        .toList();
  }

  private boolean lacksOnlyWhatItMay(Recovery one, Incident incident) {
    return one.answered()
        && !one.right()
        && !incident.what().orphans().contains(one.user())
        && keptWhatItMust(one.user())
        && !everything.get(one.user()).clean() // what may be lost can be a logout alone
        && findings.get(one.user()).violations().stream().allMatch(found -> isLoss(found.kind()));
  }

  /** Whether it says no more than that updates or sessions are gone. */
  private boolean isLoss(Violation.Kind kind) {
    return kind == Violation.Kind.LOST
        || kind == Violation.Kind.RESET
        || kind == Violation.Kind.DUPLICATED && plan.ack() == AckMode.ASYNC;
  }

  private AffectedReport.User affected(int user, long without, long over) {
    Findings found = findings.get(user);
    return new AffectedReport.User(
        user,
        lost(user),
        lostAllowed(user),
        found.count(Violation.Kind.STALE),
        resets(user),
        resetsAllowed(user),
        found.count(Violation.Kind.DUPLICATED),
        found.count(Violation.Kind.RESURRECTED),
        found.count(Violation.Kind.CONTRADICTED),
        found.count(Violation.Kind.REGRESSED),
        without,
        over);
  }

  private IntStream users() {
    return IntStream.range(0, histories.size());
  }

  /** Whatever is more than that a session has lost all of its holders. */
  private Stream<Violation> unexcused(int user, Findings found) {
    return found.violations().stream()
        .filter(one -> !orphans.covers(user, one, found, histories.get(user)));
  }

  private long lost(int user) {
    return findings.get(user).lostUpdates().size() + lostUnbound(user);
  }

  private long lostAllowed(int user) {
    return lost(user, findings.get(user), true) + lostUnbound(user);
  }

  /** Answered updates that are gone though no answer that binds in this drill says so. */
  private long lostUnbound(int user) {
    int bound = findings.get(user).lostUpdates().size();
    return Math.max(0, everything.get(user).lostUpdates().size() - bound);
  }

  private boolean lostOnlyWhatItMay(int user) {
    return keptWhatItMust(user) && lost(user) + resets(user) > 0;
  }

  private boolean keptWhatItMust(int user) {
    return lost(user) == lostAllowed(user) && resets(user) == resetsAllowed(user);
  }

  /**
   * Counts answered updates that were lost, by answers that bind.
   *
   * @param allowed those that may be, since all holders ended at once or in ASYNC, or the others
   */
  private long lost(int user, Findings found, boolean allowed) {
    return found.lostUpdates().stream()
        .filter(lost -> (orphans.covers(user, lost) || allowance.covers(lost)) == allowed)
        .count();
  }

  /** By the answers that did not say of themselves that they were not protected. */
  private long protectedLost() {
    List<Findings> promised = histories.stream().map(binding::checkPromise).toList();
    return users().mapToLong(user -> lost(user, promised.get(user), false)).sum();
  }

  private boolean silentBeforeFirst(SessionLog history) {
    return !incidents.isEmpty()
        && history.exchanges().stream()
            .noneMatch(
                exchange ->
                    exchange.reply() instanceof Reply.Served
                        && exchange.doneNanos() - incidents.get(0).startNanos() < 0);
  }

  /** Whether any answer had a session in it. */
  private static boolean hasSession(SessionLog history) {
    return history.exchanges().stream()
        .anyMatch(
            exchange -> exchange.reply() instanceof Reply.Served served && !served.id().isEmpty());
  }

  private static long unprotected(SessionLog history) {
    return history.exchanges().stream().filter(BindingAnswers::isUnprotected).count();
  }

  private static long labelled(SessionLog history) {
    return history.exchanges().stream()
        .filter(
            exchange ->
                exchange.reply() instanceof Reply.Served served && served.position().isPresent())
        .count();
  }

  private long resets(int user) {
    return resets(user, findings.get(user)).count() + resetsUnbound(user);
  }

  /**
   * Sessions of a user that began so shortly before the end of their node that ASYNC may lose them,
   * or that only answers which do not bind had told of, or given their last id.
   */
  private long resetsAllowed(int user) {
    return resetsUnbound(user)
        + resets(user, findings.get(user))
            .filter(reset -> allowance.covers(reset, histories.get(user)))
            .count();
  }

  private long resetsUnbound(int user) {
    long bound = resets(user, findings.get(user)).count();
    return Math.max(0, resets(user, everything.get(user)).count() - bound);
  }

  private Stream<Violation> resets(int user, Findings found) {
    return unexcused(user, found).filter(one -> one.kind() == Violation.Kind.RESET);
  }

  private String describe(Violation violation) {
    long doneNanos = violation.exchange().doneNanos();
    Incident nearest = null;
    for (Incident incident : incidents) {
      if (nearest == null || incident.startNanos() - doneNanos <= 0) {
        nearest = incident;
      }
    }
    if (nearest == null) {
      return violation.describe();
    }
    long since = TimeUnit.NANOSECONDS.toMillis(doneNanos - nearest.startNanos());
    return String.format(
        Locale.ROOT,
        "%s, %d ms %s: %s",
        violation.describe(),
        Math.abs(since),
        since < 0 ? "before" : "after",
        nearest.what().words());
  }

  private long count(Violation.Kind kind) {
    return findings.stream().mapToLong(found -> found.count(kind)).sum();
  }
}
