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
 * Makes our view of a JGroups view. A function of the JGroups view alone, so members with equal
 * JGroups views have equal views.
 */
final class ViewReader {
  /**
   * A view and what was left out of it.
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

  /** Returns how a stranger calls itself, fit for a log: what it sends can hold line breaks. */
  static String printable(Address address) {
    String name = address.toString().replaceAll("[^\\x20-\\x7e]", "?");
    return name.substring(0, Math.min(name.length(), MAX_PRINTED));
  }
}
