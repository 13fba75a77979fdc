// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.Message.ViewStatus.Standing;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.jspecify.annotations.Nullable;

/**
 * A tracker of how far all members are with the current view.
 *
 * <p>A view that lost more than k members of an earlier view that matters does not settle for a
 * while: they may be alive behind a cut, and they may be the side that continues. Until then their
 * answers are missed, and what cannot be proven is refused.
 */
public final class ViewTracker {
  /*
   * Threads: the protocol thread installs views; transport threads bring the reports of others. `views` is replaced under the
   * lock and read anywhere.
   */
  private final Member self;
  private final Peers peers;
  final PauseRecovery doubt;
  private final int majorityOf;
  private final int secondaries;
  private final long presumedDeadNanos;
  private final long carryNanos;
  private volatile @Nullable Views views;

  @GuardedBy("this")
  private final Electorate electorate;

  private volatile Majority majority = Majority.NONE;

  /** The members whose first view is the current one. */
  @GuardedBy("this")
  private final Set<Member> newcomers = new HashSet<>();

  @GuardedBy("this")
  private boolean first;

  /**
   * The time for which a member counts as having continued without this one after its last report
   * of that.
   */
  private static final long ACCUSATION_NANOS = 10 * ReplicaConfig.STATUS_NANOS;

  /** The members that act on another view without this member, and when each said so last. */
  @GuardedBy("this")
  private final Map<Member, Long> excluders = new HashMap<>();

  private volatile boolean excluded;

  /** See {@link #isOutnumbered}. */
  private volatile boolean outnumbered;

  @GuardedBy("this")
  private final Reports reports;

  /** The {@linkplain Reports#seen numbers} that this member last reported to the others. */
  @GuardedBy("this")
  private List<Long> toldSeen = List.of();

  /**
   * The most early reports kept, and the most that they may contain in all; see {@link
   * Message.ViewStatus#parts}.
   */
  public static final int MOST_EARLY = 1024;

  public static final int MOST_EARLY_PARTS = 100_000;

  /** The reports that came before their view did. Members repeat one that found no room. */
  @GuardedBy("this")
  private final Map<Member, Message.ViewStatus> early = new HashMap<>();

  @GuardedBy("this")
  private long installedNanos;

  /** The number of members given up so far, more than k at once, and the time of the last. */
  @GuardedBy("this")
  private long givenUp;

  @GuardedBy("this")
  private long givenUpNanos;

  /** The listed members that may be alive behind a cut, of which none was found. */
  @GuardedBy("this")
  private final UnfoundMembers unfound;

  /** The standing that this member last reported to all others. */
  @GuardedBy("this")
  private Standing toldStanding = Standing.UNDECIDED;

  ViewTracker(Member self, ReplicaConfig config, Peers peers) {
    this.self = self;
    this.peers = peers;
    this.doubt = new PauseRecovery(self, config.presumedDeadNanos());
    this.majorityOf = config.majorityOf();
    this.secondaries = config.secondaries();
    // With one secondary the two members that a session goes between are enough to answer for it.
    this.reports = new Reports(self, config.secondaries() > 1);
    this.presumedDeadNanos = config.presumedDeadNanos();
    this.carryNanos = config.silenceTimeoutNanos();
    this.electorate = new Electorate(self, config.majorityOf());
    this.unfound = new UnfoundMembers(config.presumedDeadNanos(), config.majorityOf() > 0);
  }

  /** Returns the present views, or null before the first one. */
  @Nullable Views views() {
    return views;
  }

  /**
   * Notes that this member dropped what it held before a long absence. Until its view settles, the
   * lack of a copy here proves nothing.
   */
  synchronized void dropped() {
    Views now = views;
    views = now == null ? null : now.unseasoned();
  }

  /** Returns the majority that speaks for the cluster now, where that needs one. */
  Majority majority() {
    return majority;
  }

  @GuardedBy("this")
  private void count(Views now) {
    if (majorityOf > 0) {
      majority = electorate.majority(now.current(), reports);
    }
  }

  /**
   * Returns whether this member refuses the claims of {@code member}. Installing a view without a
   * member is a promise to refuse it, whatever it still believes. Otherwise it could continue to
   * serve, with secondaries that no member of that view would ask. The promise ends when the member
   * is back and has installed the view itself, so that it knows which acknowledgements count.
   */
  boolean refuses(Member member) {
    Views now = views;
    return now == null || !now.countable().contains(member);
  }

  /** Returns whether {@code member} has no place in the view here: it may not know that. */
  boolean isOutside(Member member) {
    Views now = views;
    return now != null && !now.current().contains(member);
  }

  /**
   * Takes in that {@code from} acts on a view without this member; returns whether it is news.
   *
   * <p>A view of an equal number is a parallel one: while a link is cut, two members may each make
   * the next view without the other. From a member that is not in the view here, a view of any
   * number counts.
   */
  synchronized boolean excludedBy(Member from, long viewNumber, long nowNanos) {
    Views now = views;
    boolean isOld = now != null && viewNumber < now.current().number();
    if (now == null || !mayAccuse(from, now) || isOld && now.current().contains(from)) {
      return false;
    }
    boolean isNews = excluders.put(from, nowNanos) == null;
    if (!isOld) {
      Set<Member> judges = judges(now);
      long accusing = excluders.keySet().stream().filter(judges::contains).count();
      excluded = 2 * accusing >= judges.size();
    }
    return isNews;
  }

  /** Returns the members of the last view that all its members have installed. */
  private static Set<Member> judges(Views now) {
    return now.confirmed() || now.known().isEmpty()
        ? Set.copyOf(now.current().members())
        : now.known();
  }

  /**
   * Returns whether the word of {@code from} counts, that it has continued without this member. A
   * side that lost no more than k members continues without them, whatever they report; otherwise
   * each of two sides that can reach each other would wait for the other.
   */
  @GuardedBy("this")
  private boolean mayAccuse(Member from, Views now) {
    return judges(now).contains(from)
        || lost(now) > now.leastSecondaries(secondaries) && now.everybody().contains(from);
  }

  /**
   * Returns the members that have continued without this one and have reported that a moment ago.
   */
  synchronized Set<Member> excluders(long nowNanos) {
    Set<Member> recent = new HashSet<>();
    excluders.forEach(
        (member, saidNanos) -> {
          if (nowNanos - saidNanos < ACCUSATION_NANOS) {
            recent.add(member);
          }
        });
    return recent;
  }

  /**
   * Returns whether at least half of the last confirmed view have continued without this member, by
   * their messages since its own view came. In a view of three, a single member may be the one that
   * is wrong.
   */
  boolean isExcluded() {
    return excluded;
  }

  /**
   * Installs {@code view}; returns whether others may have continued without this member meanwhile,
   * if that takes a majority. They may if the view before had none, or they said that they had, or
   * a view between never came.
   */
  synchronized boolean install(View view, long nowNanos) {
    Views before = views;
    boolean wasMinority = majorityOf > 0 && before != null && !majority.isInView();
    if (before != null && wasMinority && before.confirmed() && !before.settled()) {
      electorate.cannotHaveSettled(before.current());
    }
    boolean wasPassedOver =
        majorityOf > 0
            && before != null
            && (excluded || view.number() > before.current().number() + 1);
    boolean wasShutOut = wasMinority || wasPassedOver;
    excluders.clear();
    excluded = false;
    installedNanos = nowNanos;
    first = before == null;
    boolean wasUndecided = unfound.told() == Standing.UNDECIDED;
    unfound.install(view, first, nowNanos);
    Views next = Views.next(before, view, self, majorityOf);
    if (wasUndecided) {
      // It has met nobody yet who knows which views matter to the members that it finds now.
      next = next.unseasoned();
    }
    // Reports of the view before say nothing about what has happened since, then.
    electorate.install(view, next.everybody(), wasShutOut ? Set.of() : reports.senders());
    views = next;
    reports.begin(view);
    toldSeen = List.of();
    newcomers.clear();
    doubt.onView(view);
    if (first) {
      newcomers.add(self);
    }
    for (Map.Entry<Member, Message.ViewStatus> each : early.entrySet()) {
      if (isFor(each.getValue(), view) && view.contains(each.getKey())) {
        report(each.getKey(), each.getValue(), view);
      }
    }
    early.clear();
    count(next);
    advance(nowNanos);
    toldStanding = standing(next); // each view is reported on
    return wasShutOut;
  }

  /**
   * Takes in a report; returns whether the current view became confirmed or settled by it, or this
   * side is or is not {@linkplain #isOutnumbered outnumbered} from now on.
   */
  synchronized boolean record(Member from, Message.ViewStatus status, long nowNanos) {
    Views now = views;
    if (now == null || status.viewNumber() > now.current().number()) {
      keepEarly(from, status);
      return false;
    }
    if (!isFor(status, now.current()) || !now.current().contains(from)) {
      return false;
    }
    report(from, status, now.current());
    count(now);
    return advance(nowNanos);
  }

  @GuardedBy("this")
  private void keepEarly(Member from, Message.ViewStatus status) {
    early.remove(from);
    int parts = status.parts();
    for (Message.ViewStatus other : early.values()) {
      parts += other.parts();
    }
    if (early.size() < MOST_EARLY && parts <= MOST_EARLY_PARTS) {
      early.put(from, status);
    }
  }

  @GuardedBy("this")
  private void report(Member from, Message.ViewStatus status, View current) {
    reports.put(from, status);
    doubt.heard(from, current);
    if (status.withdrawn()) {
      electorate.withdraw(from);
    }
    electorate.heard(status.bases());
    unfound.heard(status);
    if (status.newcomer()) {
      newcomers.add(from);
    }
  }

  /**
   * Reports that the own sessions are where the current view wants them, unless something came
   * since that was looked at; returns whether the view became confirmed or settled by it.
   *
   * @param takenBack the result of {@link #takenBack} before the look
   */
  synchronized boolean rebalanced(long takenBack, long nowNanos) {
    if (takenBack != reports.takenBack()) {
      return false;
    }
    reports.rebalanced();
    Views now = views;
    if (now != null && !now.settled()) {
      electorate.maySettle(now.current());
      count(now);
    }
    return advance(nowNanos);
  }

  /**
   * Takes the own report back, since something came that is not placed yet; returns whether it said
   * otherwise.
   */
  synchronized boolean takeBack() {
    return reports.takeBack();
  }

  /** Returns how often this member revoked its report in this view. */
  synchronized long takenBack() {
    return reports.takenBack();
  }

  /** Returns the own report on the current view, or null before there is a view. */
  synchronized Message.@Nullable ViewStatus status(
      boolean draining, boolean drained, boolean replyWanted) {
    Views now = views;
    if (now == null) {
      return null;
    }
    if (drained) {
      electorate.withdraw(self);
      count(now);
    }
    View view = now.current();
    return new Message.ViewStatus(
        view.number(),
        view.creator(),
        reports.isRebalanced(),
        first,
        draining,
        drained,
        replyWanted,
        now.settled(),
        reports.takenBack(),
        reports.seen(view),
        electorate.hasWithdrawn(self),
        majorityOf > 0 ? electorate.bases() : Message.ViewStatus.basesOf(standing(now)));
  }

  /**
   * Returns the standing to report. A member that misses more members than may be lost proves
   * nothing by itself: a newcomer must not take its ignorance for that of the cluster.
   */
  @GuardedBy("this")
  private Standing standing(Views now) {
    if (mayContinueElsewhere(now)) {
      return Standing.OUTNUMBERED;
    }
    return missesTooMany(now) ? Standing.UNDECIDED : unfound.told();
  }

  /**
   * Returns whether members that vanished are enough to continue without this side, and are not
   * given up yet, as this member or one that reports to it knows. Whatever the members here
   * acknowledge, the others may take the session over without it.
   */
  boolean isOutnumbered() {
    return outnumbered;
  }

  /**
   * Returns whether this member knows by itself that those that vanished may continue without it.
   * Where a majority is needed, they cannot while this side may serve.
   */
  private boolean mayContinueElsewhere(Views now) {
    return majorityOf == 0 && missesTooMany(now) && now.mayContinueElsewhere(secondaries, peers);
  }

  /**
   * Returns whether the standing to report has changed since this member last reported it to all
   * others; from now on they count as informed.
   */
  synchronized boolean hasNewStanding() {
    Views now = views;
    if (now == null || majorityOf > 0) {
      return false;
    }
    Standing standing = standing(now);
    boolean news = standing != toldStanding;
    toldStanding = standing;
    return news;
  }

  /**
   * Returns whether the others do not know yet which reports have arrived here; from now on they
   * count as informed.
   */
  synchronized boolean hasSeenMore() {
    Views now = views;
    List<Long> seen = now == null ? List.of() : reports.seen(now.current());
    boolean more = !seen.isEmpty() && !seen.equals(toldSeen);
    toldSeen = seen;
    return more;
  }

  /**
   * Takes in that time has passed; returns whether the current view became confirmed or settled by
   * it.
   */
  synchronized boolean tick(long nowNanos) {
    return advance(nowNanos);
  }

  synchronized boolean isRebalanced() {
    return reports.isRebalanced();
  }

  /**
   * Returns whether the current view has not settled in the time after which the lost count as
   * dead.
   */
  synchronized boolean isOverdue(long nowNanos) {
    Views now = views;
    return now != null && !now.settled() && nowNanos - installedNanos >= presumedDeadNanos;
  }

  private static boolean isFor(Message.ViewStatus status, View view) {
    return status.viewNumber() == view.number() && status.viewCreator().equals(view.creator());
  }

  /**
   * Confirms the view once all its members have reported, and settles it once all sessions are
   * placed and no lost member has to be awaited. Returns whether either happened, or whether this
   * side is {@linkplain #isOutnumbered outnumbered} has changed.
   */
  @GuardedBy("this")
  private boolean advance(long nowNanos) {
    Views now = views;
    if (now == null) {
      return false;
    }
    if (nowNanos - installedNanos >= carryNanos && electorate.endCarrying()) {
      count(now);
    }
    Views next = now;
    boolean news = false;
    if (!next.confirmed() && reports.haveComeFrom(next.current().members())) {
      next = next.confirm(newcomers);
      news = true;
    }
    boolean nobodyAwaited =
        next.settled()
            || !missesTooMany(next)
            || nowNanos - installedNanos >= presumedDeadNanos && excluders(nowNanos).isEmpty();
    boolean mayStand = majorityOf == 0 || majority.isInView();
    if (!next.settled() && mayStand && nobodyAwaited && reports.allRebalanced(next.current())) {
      noteGivenUp(next, nowNanos);
      next = next.settle();
      news = true;
      electorate.settled(next.current());
      count(next);
    }
    boolean isOutnumbered = mayContinueElsewhere(next) || reports.areAnyOutnumbered();
    news |= isOutnumbered != outnumbered;
    // Before the views: once they are confirmed, acknowledgements count.
    outnumbered = isOutnumbered;
    views = next;
    return news;
  }

  /**
   * Returns how many members of a view that matters are gone, except for those that left drained.
   */
  synchronized long lost(Views now) {
    return Math.max(now.lost(peers), electorate.lost(now.current()));
  }

  /**
   * Returns whether more members are lost than may be, so that this view waits for them before it
   * settles.
   */
  private boolean missesTooMany(Views now) {
    return wantsCopies(now) && lost(now) > now.leastSecondaries(secondaries);
  }

  /**
   * Returns whether any member of these views wants copies. Where none does, nothing was promised
   * that the lost members could prove.
   */
  private boolean wantsCopies(Views now) {
    return now.everybody().stream()
        .anyMatch(member -> member.settings().secondaries(secondaries) > 0);
  }

  @GuardedBy("this")
  private void noteGivenUp(Views before, long nowNanos) {
    if (missesTooMany(before)) {
      givenUp += lost(before);
      givenUpNanos = nowNanos;
    }
  }

  /** See {@code Replica.foundedAlone}. */
  synchronized void foundedAlone(long nowNanos) {
    unfound.foundedAlone(nowNanos);
  }

  /** See {@code Replica.foundAllListed}. */
  synchronized void foundAllListed() {
    unfound.foundAllListed();
  }

  /** See {@code Replica.foundAll}. */
  synchronized void foundAll() {
    unfound.foundAll();
  }

  /**
   * Returns whether listed members that were never found may still be alive behind a cut and serve
   * sessions that are not known here.
   */
  synchronized boolean missesListed(long nowNanos) {
    return unfound.isMissed(nowNanos);
  }

  /** Returns how many members were given up so far, since they had vanished more than k at once. */
  synchronized long givenUp() {
    return givenUp;
  }

  /**
   * Returns whether members were given up so short a time ago: they may have held sessions that no
   * other member knows.
   */
  synchronized boolean hasGivenUpWithin(long nanos, long nowNanos) {
    return givenUp > 0 && nowNanos - givenUpNanos < nanos;
  }
}
