// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.placement.Placement;
import org.jspecify.annotations.Nullable;

/**
 * The views that members may still be acting on. Immutable.
 *
 * <p>A view is <em>confirmed</em> when all its members have installed it, and <em>settled</em> when
 * all of them have moved their sessions to its placement. Until then earlier views matter twice.
 * Copies may still lie where an earlier view put them, so an acquirer must have answers from its
 * members. And an acquirer may still act on an earlier view alone, so an acknowledgement counts
 * only from a member that every such acquirer would ask.
 *
 * @param everybody the members of all these views, any of which may hold a copy
 * @param older the views since the last settled one, that one included, newest first
 * @param countable the members whose acknowledgements count
 * @param known the members of the last confirmed view
 * @param returned the members of this view, once it is confirmed, that were away and may have
 *     brought copies from before
 * @param seasoned whether a view has ever settled here; before that, earlier views may matter that
 *     are not known here
 */
public record Views(
    View current,
    Placement placement,
    Set<Member> everybody,
    List<View> older,
    Set<Member> countable,
    Set<Member> known,
    Set<Member> returned,
    boolean confirmed,
    boolean settled,
    boolean seasoned) {

  /**
   * The most unsettled views that are kept, besides the settled one. Beyond this number, the
   * cluster has been changing faster than it could settle.
   */
  private static final int MOST_OLDER = 64;

  static Views first(View view, Member self, int majorityOf) {
    boolean alone = view.members().equals(List.of(self)) && majorityOf <= 1;
    Set<Member> countable = alone ? Set.of(self) : Set.of();
    return new Views(
        view,
        Placement.of(view),
        membersOf(view, List.of()),
        List.of(),
        countable,
        countable,
        Set.of(),
        alone,
        alone,
        alone);
  }

  /**
   * Returns the state after {@code view} is installed. The views before it still matter until it
   * settles: copies may lie where they put them (rule 7 of docs/PROTOCOL.md).
   */
  static Views next(@Nullable Views previous, View view, Member self, int majorityOf) {
    if (previous == null) {
      return first(view, self, majorityOf);
    }
    Set<Member> countable =
        view.members().stream()
            .filter(previous.countable::contains)
            .collect(Collectors.toUnmodifiableSet());
    // A member that was alone until now does not know which views matter to the members that it has
    // found.
    boolean seasoned =
        previous.seasoned && (previous.current.members().size() > 1 || view.members().size() == 1);
    Set<Member> known =
        previous.confirmed ? Set.copyOf(previous.current.members()) : previous.known;
    List<View> older = previous.withCurrent();
    return new Views(
        view,
        Placement.of(view),
        membersOf(view, older),
        older,
        countable,
        known,
        Set.of(),
        false,
        false,
        seasoned);
  }

  /**
   * Returns the views that matter to the next one: of equal members one, and always the settled
   * one.
   */
  private List<View> withCurrent() {
    List<View> all = new ArrayList<>();
    all.add(current);
    for (int i = 0; !settled && i < older.size(); i++) {
      View view = older.get(i);
      boolean last = i == older.size() - 1;
      if (last || all.size() < MOST_OLDER && all.stream().noneMatch(view::hasSameMembers)) {
        all.add(view);
      }
    }
    return List.copyOf(all);
  }

  /**
   * @param newcomers the members that have just started, so that they bring nothing
   */
  Views confirm(Set<Member> newcomers) {
    Set<Member> returned = new HashSet<>(current.members());
    returned.removeAll(known);
    returned.removeAll(newcomers);
    Set<Member> members = Set.copyOf(current.members());
    return new Views(
        current, placement, everybody, older, members, members, returned, true, settled, seasoned);
  }

  /**
   * Returns these views for a member that has dropped what it held: it knows no more than one that
   * has just joined.
   */
  Views unseasoned() {
    return new Views(
        current, placement, everybody, older, countable, known, returned, confirmed, settled,
        false);
  }

  Views settle() {
    return new Views(
        current,
        placement,
        membersOf(current, List.of()),
        List.of(),
        countable,
        known,
        returned,
        confirmed,
        true,
        true);
  }

  /**
   * Returns whether one of {@code answered} must know whatever was acknowledged. No set of k + 1
   * holders may fit among the members missing from any view that still matters. Here k is the
   * smallest number of secondaries that a member of that view wants. A view of k members or fewer
   * held everything on all of them. A member that has just joined does not know which other views
   * matter, and needs every member of this one. Members that left after they had given everything
   * away hold nothing: they are asked for nothing.
   */
  boolean provenBy(Set<Member> answered, int k, Peers peers) {
    boolean inThisView =
        seasoned
            ? isProvenIn(current, answered, k, peers)
            : answered.containsAll(current.members());
    return inThisView && older.stream().allMatch(view -> isProvenIn(view, answered, k, peers));
  }

  private boolean isProvenIn(View view, Set<Member> answered, int own, Peers peers) {
    List<Member> members = thatMatter(view, peers);
    int k = view.leastSecondaries(own);
    return missing(members, answered) <= Math.min(k, members.size() - 1);
  }

  /**
   * Returns the smallest number of secondaries that a member of any of these views wants, at most
   * {@code k}.
   */
  int leastSecondaries(int k) {
    int least = current.leastSecondaries(k);
    for (View view : older) {
      least = Math.min(least, view.leastSecondaries(k));
    }
    return least;
  }

  /**
   * Returns whether the members of every view that matters want one secondary or none. Then a
   * claimer needs the promises of all but one.
   */
  public boolean areAllButOneAsked(int k) {
    return current.leastSecondaries(k) <= 1
        && older.stream().allMatch(view -> view.leastSecondaries(k) <= 1);
  }

  /**
   * Returns the most members that any earlier view that matters has and the current one lacks.
   * Drained members do not count. A view that has not settled counts, too: once it is confirmed,
   * its members answer as protected.
   */
  long lost(Peers peers) {
    Set<Member> here = Set.copyOf(current.members());
    long most = 0;
    for (View view : older) {
      most = Math.max(most, missing(thatMatter(view, peers), here));
    }
    return most;
  }

  /**
   * Returns whether more than {@code k} members of the last settled view have vanished, and are
   * enough to prove what is newest in it: they may continue without this side, and take its
   * sessions over. A member that was started again has not vanished: its former process is gone.
   */
  boolean mayContinueElsewhere(int k, Peers peers) {
    if (older.isEmpty()) {
      return false;
    }
    View last = older.get(older.size() - 1);
    Set<String> here = current.members().stream().map(Member::name).collect(Collectors.toSet());
    Set<Member> vanished = new HashSet<>(last.members());
    vanished.removeIf(member -> here.contains(member.name()));
    boolean tooMany = missing(thatMatter(last, peers), Set.copyOf(current.members())) > k;
    return tooMany && isProvenIn(last, vanished, k, peers);
  }

  /**
   * Returns whether the current view lacks a member of any view that matters. Drained members do
   * not count.
   */
  boolean lacksAny(Peers peers) {
    return everybody.stream()
        .anyMatch(member -> !current.contains(member) && !peers.isDrained(member));
  }

  private List<Member> thatMatter(View view, Peers peers) {
    List<Member> members = new ArrayList<>(view.members().size());
    for (Member member : view.members()) {
      if (!peers.isDrained(member) || current.contains(member)) {
        members.add(member);
      }
    }
    return members;
  }

  private static long missing(List<Member> members, Set<Member> answered) {
    long missing = 0;
    for (Member member : members) {
      missing += answered.contains(member) ? 0 : 1;
    }
    return missing;
  }

  private static Set<Member> membersOf(View current, List<View> older) {
    Set<Member> all = new LinkedHashSet<>(current.members());
    older.forEach(view -> all.addAll(view.members()));
    return Collections.unmodifiableSet(all);
  }
}
