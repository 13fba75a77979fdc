/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import java.util.ArrayList;
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
 * <p>A view is <em>confirmed</em> when all its members have installed it, and <em>settled</em> when all of them have moved their
 * sessions to its placement. Until then earlier views matter twice: copies may still lie where an earlier view put them, so an
 * acquirer must hear from them; and an acquirer may still act on an earlier view alone, so an acknowledgement counts only from a
 * member that every such acquirer would ask.
 *
 * @param older views since the last settled one, that one included, newest first
 * @param countable members whose acknowledgements count
 */
record Views(
    View current,
    Placement placement,
    List<View> older,
    Set<Member> countable,
    boolean confirmed,
    boolean settled) {

  /** More unsettled views than this are not kept: the cluster has been changing faster than it could settle. */
  private static final int MOST_OLDER = 16;

  static Views first(View view, Member self) {
    boolean alone = view.members().equals(List.of(self));
    Set<Member> countable = alone ? Set.of(self) : Set.of();
    return new Views(view, Placement.of(view), List.of(), countable, alone, alone);
  }

  static Views next(@Nullable Views previous, View view, Member self) {
    if (previous == null) {
      return first(view, self);
    }
    List<View> older = new ArrayList<>();
    older.add(previous.current);
    if (!previous.settled) {
      older.addAll(previous.older.subList(0, Math.min(previous.older.size(), MOST_OLDER - 1)));
    }
    Set<Member> countable =
        view.members().stream()
            .filter(previous.countable::contains)
            .collect(Collectors.toUnmodifiableSet());
    Views next = new Views(view, Placement.of(view), List.copyOf(older), countable, false, false);
    return view.members().equals(List.of(self)) ? next.confirm().settle() : next;
  }

  Views confirm() {
    return new Views(current, placement, older, Set.copyOf(current.members()), true, settled);
  }

  Views settle() {
    return new Views(current, placement, List.of(), countable, confirmed, true);
  }

  /** Tells whether at most {@code k} members of each view that still matters are missing among {@code answered}. */
  boolean allBut(int k, Set<Member> answered) {
    return missing(current, answered) <= k
        && older.stream().allMatch(view -> missing(view, answered) <= k);
  }

  private static long missing(View view, Set<Member> answered) {
    return view.members().stream().filter(member -> !answered.contains(member)).count();
  }

  /** Everybody who may hold a copy. */
  Set<Member> everybody() {
    Set<Member> all = new java.util.LinkedHashSet<>(current.members());
    older.forEach(view -> all.addAll(view.members()));
    return all;
  }
}
