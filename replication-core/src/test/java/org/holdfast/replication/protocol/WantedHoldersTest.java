// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.junit.jupiter.api.Test;

/** Which members are chosen to hold a session. */
class WantedHoldersTest {
  private static final int KEYS = 500;

  private static Member member(int index, String zone, String version) {
    return new Member("n" + index, 1, "127.0.0.1", 7000 + index, zone, version);
  }

  private static ReplicaContext context(int secondaries, List<Member> members) {
    ReplicaContext node =
        new ReplicaContext(
            members.get(0),
            SimulatedCluster.config(secondaries, 1),
            (to, message) -> true,
            (key, ownership) -> {},
            new Random(1),
            new ReplicationMetrics(),
            (key, callback, since, now) -> {},
            (key, ownership, now) -> {});
    node.tracker.install(View.of(1, "test", members), 0);
    return node;
  }

  private static List<List<Member>> holders(ReplicaContext node) {
    return IntStream.range(0, KEYS)
        .mapToObj(i -> node.candidates.wantedHolders(node.views(), "key-" + i))
        .toList();
  }

  @Test
  void areInAnotherZoneThanThePrimary_whenThereIsOne() {
    List<Member> members =
        List.of(member(0, "a", ""), member(1, "a", ""), member(2, "b", ""), member(3, "b", ""));

    assertThat(holders(context(1, members)))
        .allSatisfy(each -> assertThat(each.get(0).zone()).isEqualTo("b"))
        .as("both of that zone take their share")
        .anySatisfy(each -> assertThat(each).containsExactly(members.get(2)))
        .anySatisfy(each -> assertThat(each).containsExactly(members.get(3)));
  }

  @Test
  void areSpreadOverZones_whenThereAreSeveral() {
    List<Member> members =
        List.of(
            member(0, "a", ""),
            member(1, "a", ""),
            member(2, "b", ""),
            member(3, "b", ""),
            member(4, "c", ""));

    assertThat(holders(context(2, members)))
        .allSatisfy(
            each -> assertThat(each).extracting(Member::zone).containsExactlyInAnyOrder("b", "c"));
  }

  @Test
  void areInThePrimarysZone_whenThereIsNoOther() {
    List<Member> members = List.of(member(0, "a", ""), member(1, "a", ""));

    assertThat(holders(context(1, members)))
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(1)));
  }

  @Test
  void areAsManyAsWanted_theFirstInAnotherZone_whenThereAreFewerZonesThanCopies() {
    List<Member> members =
        List.of(member(0, "a", ""), member(1, "a", ""), member(2, "b", ""), member(3, "b", ""));

    assertThat(holders(context(2, members)))
        .allSatisfy(each -> assertThat(each).hasSize(2).doesNotHaveDuplicates())
        .allSatisfy(each -> assertThat(each.get(0).zone()).isEqualTo("b"))
        .as("neither zone is new to the second copy: placement decides")
        .anySatisfy(each -> assertThat(each.get(1).zone()).isEqualTo("a"))
        .anySatisfy(each -> assertThat(each.get(1).zone()).isEqualTo("b"));
    assertThat(holders(context(3, members)))
        .allSatisfy(
            each ->
                assertThat(each)
                    .containsExactlyInAnyOrderElementsOf(members.subList(1, members.size())));
  }

  @Test
  void shareTheOtherZone_whenThePrimaryIsAloneInItsOwn() {
    List<Member> members = List.of(member(0, "a", ""), member(1, "b", ""), member(2, "b", ""));

    assertThat(holders(context(1, members)))
        .allSatisfy(each -> assertThat(each).hasSize(1))
        .anySatisfy(each -> assertThat(each).containsExactly(members.get(1)))
        .anySatisfy(each -> assertThat(each).containsExactly(members.get(2)));
    assertThat(holders(context(2, members)))
        .allSatisfy(
            each -> assertThat(each).containsExactlyInAnyOrder(members.get(1), members.get(2)));
  }

  @Test
  void areOfThePrimarysVersion_whenZonesAreEquallyGood() {
    List<Member> members =
        List.of(member(0, "a", "2"), member(1, "a", "2"), member(2, "b", "1"), member(3, "b", "1"));

    assertThat(holders(context(2, members)))
        .as(
            "the first in another zone, whatever its version; then no zone is new, but a version is")
        .allSatisfy(each -> assertThat(each.get(0).zone()).isEqualTo("b"))
        .allSatisfy(each -> assertThat(each).hasSize(2).endsWith(members.get(1)));
  }

  @Test
  void areOfThePrimarysVersion_whenThereIsAChoice() {
    List<Member> members =
        List.of(member(0, "a", "2"), member(1, "a", "2"), member(2, "b", "1"), member(3, "b", "2"));

    assertThat(holders(context(1, members)))
        .as("another zone matters more than the version")
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(3)));
  }

  @Test
  void areNotAboutToLeave_whenOthersStay() {
    List<Member> members = List.of(member(0, "a", ""), member(1, "b", ""), member(2, "a", ""));
    ReplicaContext node = context(1, members);
    node.peers.setDraining(members.get(1), true);

    assertThat(holders(node)).allSatisfy(each -> assertThat(each).containsExactly(members.get(2)));

    node.peers.setBroken(members.get(2), true);
    assertThat(holders(node))
        .as("better one that leaves than none")
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(1)));
  }

  @Test
  void followThePlacement_whenZonesAndVersionsAreUnknown() {
    List<Member> members = List.of(member(0, "", ""), member(1, "", ""), member(2, "", ""));
    ReplicaContext node = context(1, members);

    for (int i = 0; i < KEYS; i++) {
      String key = "key-" + i;
      Member first =
          node.views().placement().candidates(key, 3).stream()
              .filter(member -> !member.equals(members.get(0)))
              .findFirst()
              .orElseThrow();
      assertThat(node.candidates.wantedHolders(node.views(), key)).isEqualTo(List.of(first));
    }
    assertThat(Set.copyOf(holders(node))).hasSize(2);
  }
}
