// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jgroups.Address;

/**
 * Makes our view of a JGroups view. The result depends on the JGroups view alone, so members with
 * equal JGroups views have equal views.
 */
final class ViewReader {
  /**
   * A view, with the addresses and members that were left out of it.
   *
   * @param foreign addresses that carry no member of ours
   * @param superseded members of whose name another one has joined later: dead, though JGroups may
   *     need another moment to see it
   */
  record Reading(View view, List<Address> foreign, List<Member> superseded) {}

  private static final int MAX_PRINTED = 80;

  private ViewReader() {}

  static Reading read(org.jgroups.View view) {
    Map<String, Member> latest = new HashMap<>();
    List<Address> foreign = new ArrayList<>();
    List<Member> superseded = new ArrayList<>();
    for (Address address : view.getMembers()) {
      Optional<Member> read = MemberAddress.read(address);
      if (read.isEmpty()) {
        foreign.add(address);
        continue;
      }
      Member member = read.get();
      // JGroups puts those that join behind the others. A clock may have gone back in between.
      Member earlier = latest.put(member.name(), member);
      if (earlier != null) {
        superseded.add(earlier);
      }
    }
    Address creator = view.getViewId().getCreator();
    String creatorName =
        MemberAddress.read(creator)
            .map(Member::name)
            .orElseGet(() -> "foreign " + printable(creator));
    return new Reading(
        View.of(view.getViewId().getId(), creatorName, latest.values()), foreign, superseded);
  }

  /** Returns the name of a stranger, fit for a log: it can hold line breaks. */
  static String printable(Address address) {
    String name = address.toString().replaceAll("[^\\x20-\\x7e]", "?");
    return name.substring(0, Math.min(name.length(), MAX_PRINTED));
  }
}
