// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.SimulatedCluster;
import org.junit.jupiter.api.Test;

/** Which members are chosen to hold a session. */
public class WantedHoldersTest {
  private static final int KEYS = 500;

  private static Member member(int index, String zone, String version) {
    return new Member("n" + index, 1, "127.0.0.1", 7000 + index, zone, version);
  }

  private static Cluster cluster(int secondaries, List<Member> members) {
    ReplicaConfig config = SimulatedCluster.config(secondaries, 1);
    Cluster cluster = new Cluster(members.get(0), config, config::tombstoneNanos);
    cluster.tracker().install(View.of(1, "test", members), 0);
    return cluster;
  }

  private static List<List<Member>> holders(Cluster cluster) {
    return IntStream.range(0, KEYS)
        .mapToObj(i -> cluster.candidates().wantedHolders(cluster.views(), "key-" + i))
        .toList();
  }

  @Test
  void areInAnotherZoneThanThePrimary_whenThereIsOne() {
    List<Member> members =
        List.of(member(0, "a", ""), member(1, "a", ""), member(2, "b", ""), member(3, "b", ""));

    assertThat(holders(cluster(1, members)))
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

    assertThat(holders(cluster(2, members)))
        .allSatisfy(
            each -> assertThat(each).extracting(Member::zone).containsExactlyInAnyOrder("b", "c"));
  }

  @Test
  void areInThePrimarysZone_whenThereIsNoOther() {
    List<Member> members = List.of(member(0, "a", ""), member(1, "a", ""));

    assertThat(holders(cluster(1, members)))
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(1)));
  }

  @Test
  void areAsManyAsWanted_theFirstInAnotherZone_whenThereAreFewerZonesThanCopies() {
    List<Member> members =
        List.of(member(0, "a", ""), member(1, "a", ""), member(2, "b", ""), member(3, "b", ""));

    assertThat(holders(cluster(2, members)))
        .allSatisfy(each -> assertThat(each).hasSize(2).doesNotHaveDuplicates())
        .allSatisfy(each -> assertThat(each.get(0).zone()).isEqualTo("b"))
        .as("neither zone is new to the second copy: placement decides")
        .anySatisfy(each -> assertThat(each.get(1).zone()).isEqualTo("a"))
        .anySatisfy(each -> assertThat(each.get(1).zone()).isEqualTo("b"));
    assertThat(holders(cluster(3, members)))
        .allSatisfy(
            each ->
                assertThat(each)
                    .containsExactlyInAnyOrderElementsOf(members.subList(1, members.size())));
  }

  @Test
  void shareTheOtherZone_whenThePrimaryIsAloneInItsOwn() {
    List<Member> members = List.of(member(0, "a", ""), member(1, "b", ""), member(2, "b", ""));

    assertThat(holders(cluster(1, members)))
        .allSatisfy(each -> assertThat(each).hasSize(1))
        .anySatisfy(each -> assertThat(each).containsExactly(members.get(1)))
        .anySatisfy(each -> assertThat(each).containsExactly(members.get(2)));
    assertThat(holders(cluster(2, members)))
        .allSatisfy(
            each -> assertThat(each).containsExactlyInAnyOrder(members.get(1), members.get(2)));
  }

  @Test
  void areOfThePrimarysVersion_whenZonesAreEquallyGood() {
    List<Member> members =
        List.of(member(0, "a", "2"), member(1, "a", "2"), member(2, "b", "1"), member(3, "b", "1"));

    assertThat(holders(cluster(2, members)))
        .as(
            "the first in another zone, whatever its version; then no zone is new, but a version is")
        .allSatisfy(each -> assertThat(each.get(0).zone()).isEqualTo("b"))
        .allSatisfy(each -> assertThat(each).hasSize(2).endsWith(members.get(1)));
  }

  @Test
  void areOfThePrimarysVersion_whenThereIsAChoice() {
    List<Member> members =
        List.of(member(0, "a", "2"), member(1, "a", "2"), member(2, "b", "1"), member(3, "b", "2"));

    assertThat(holders(cluster(1, members)))
        .as("another zone matters more than the version")
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(3)));
  }

  @Test
  void areNotAboutToLeave_whenOthersStay() {
    List<Member> members = List.of(member(0, "a", ""), member(1, "b", ""), member(2, "a", ""));
    Cluster cluster = cluster(1, members);
    boolean unused = cluster.setDraining(members.get(1), true);

    assertThat(holders(cluster))
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(2)));

    cluster.onPeerDown(members.get(2));
    assertThat(holders(cluster))
        .as("better one that leaves than none")
        .allSatisfy(each -> assertThat(each).containsExactly(members.get(1)));
  }

  @Test
  void followThePlacement_whenZonesAndVersionsAreUnknown() {
    List<Member> members = List.of(member(0, "", ""), member(1, "", ""), member(2, "", ""));
    Cluster cluster = cluster(1, members);

    for (int i = 0; i < KEYS; i++) {
      String key = "key-" + i;
      Member first =
          cluster.views().placement().candidates(key, 3).stream()
              .filter(member -> !member.equals(members.get(0)))
              .findFirst()
              .orElseThrow();
      assertThat(cluster.candidates().wantedHolders(cluster.views(), key))
          .isEqualTo(List.of(first));
    }
    assertThat(Set.copyOf(holders(cluster))).hasSize(2);
  }
}
