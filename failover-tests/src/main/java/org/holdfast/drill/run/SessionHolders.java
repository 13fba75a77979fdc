// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.placement.Placement;

/**
 * Computes who holds which session, as the nodes do: the primary is who was asked last, the
 * secondaries are the first candidates besides. Right while no copy is on its way elsewhere.
 */
final class SessionHolders {
  /**
   * Of an id of Holdfast only its beginning places the session; the rest changes with each login.
   */
  private static final int PLACING_LENGTH = 16;

  private SessionHolders() {}

  /**
   * Returns for each user the nodes that hold its session, the primary first; none without a
   * session.
   *
   * @param running numbers of the nodes that run, from 0
   * @param names of all nodes in views, by number
   * @param primaries for each user the node that was asked last about its session
   * @param ids for each user the id of its session without a route, or empty
   */
  static List<List<Integer>> of(
      List<Integer> running,
      List<String> names,
      int secondaries,
      int[] primaries,
      List<String> ids) {
    if (running.isEmpty()) {
      return List.of();
    }
    List<Member> members =
        running.stream().map(node -> new Member(names.get(node), 1, "127.0.0.1", 1)).toList();
    Placement placement = Placement.of(View.of(1, members.get(0).name(), members));
    return IntStream.range(0, ids.size())
        .mapToObj(user -> holders(placement, names, secondaries, primaries[user], ids.get(user)))
        .toList();
  }

  private static List<Integer> holders(
      Placement placement, List<String> names, int secondaries, int primary, String id) {
    if (id.isEmpty()) {
      return List.of();
    }
    String key = id.substring(0, Math.min(id.length(), PLACING_LENGTH));
    List<Integer> holders = new ArrayList<>(List.of(primary));
    for (Member candidate : placement.candidates(key, secondaries + 1)) {
      int node = names.indexOf(candidate.name());
      if (node != primary && holders.size() <= secondaries) {
        holders.add(node);
      }
    }
    return holders;
  }
}
