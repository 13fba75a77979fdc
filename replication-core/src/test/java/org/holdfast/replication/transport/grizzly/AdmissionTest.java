// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final Member SELF = new Member("self", 10, "127.0.0.1", 1);

  private final Incarnations incarnations = new Incarnations();
  private final Admission admission =
      new Admission("test", SELF, incarnations, SpokenVersions.OURS);

  @Test
  void welcomesAPeer_whenEverythingMatches() {
    assertThat(admission.refusal(hello("test", peer("a", 1), "self", 10))).isNull();
  }

  @Test
  void refusesAPeer_whenItMeansAnotherClusterNameOrIncarnation() {
    assertThat(admission.refusal(hello("prod", peer("a", 1), "self", 10)))
        .isEqualTo(Admission.MEANT_FOR_ANOTHER);
    assertThat(admission.refusal(hello("test", peer("a", 1), "self", 9)))
        .isEqualTo(Admission.MEANT_FOR_ANOTHER);
    assertThat(admission.refusal(hello("test", peer("a", 1), "other", 10)))
        .isEqualTo(Admission.MEANT_FOR_ANOTHER);
  }

  @Test
  void tellsACallForAnotherStart_fromOneForAnotherMember() {
    assertThat(admission.callsAnotherStart(hello("test", peer("a", 1), "self", 9))).isTrue();
    assertThat(admission.callsAnotherStart(hello("test", peer("a", 1), "self", 10))).isFalse();
    assertThat(admission.callsAnotherStart(hello("prod", peer("a", 1), "self", 9))).isFalse();
    assertThat(admission.callsAnotherStart(hello("test", peer("a", 1), "other", 9))).isFalse();
  }

  @Test
  void refusesAPeer_whenItHasTheOwnName() {
    assertThat(admission.refusal(hello("test", peer("self", 11), "self", 10)))
        .isEqualTo(
            "name taken: self is the name of the member that was called; names must differ in a"
                + " cluster");
  }

  @Test
  void knowsAMember_byItsListedAddress() {
    assertThat(admission.listed(peer("a", 5))).isNull();
    List<Member> unused = incarnations.list(List.of(peer("a", 5)));
    Member elsewhere = new Member("a", 5, "10.0.0.9", 9);

    assertThat(admission.listed(elsewhere)).isNotNull().extracting(Member::port).isEqualTo(2);
    assertThat(admission.listed(peer("a", 6))).isNull();
  }

  @Test
  void refusesAnIncarnation_whenAnotherOneHasReplacedIt() {
    assertThat(incarnations.list(List.of(peer("a", 5)))).isEmpty();
    assertThat(incarnations.list(List.of(peer("b", 1)))).isEmpty();
    assertThat(incarnations.list(List.of(peer("a", 4), peer("b", 1))))
        .containsExactly(peer("a", 5));
    assertThat(admission.refusal(hello("test", peer("a", 5), "self", 10)))
        .isEqualTo("stale incarnation: a was started again since");
    assertThat(admission.refusal(hello("test", peer("a", 4), "self", 10))).isNull();
    assertThat(admission.refusal(hello("test", peer("a", 3), "self", 10))).isNull();
    assertThat(admission.refusal(hello("test", peer("b", 1), "self", 10))).isNull();
  }

  @Test
  void admitsAReplacedIncarnation_onceItIsListedAgain() {
    List<Member> unused = incarnations.list(List.of(peer("a", 5)));
    unused = incarnations.list(List.of(peer("a", 4)));
    unused = incarnations.list(List.of(peer("a", 5)));
    assertThat(admission.refusal(hello("test", peer("a", 5), "self", 10))).isNull();
    assertThat(admission.refusal(hello("test", peer("a", 4), "self", 10))).isNotNull();
  }

  @Test
  void namesBothRanges_whenNoVersionIsCommon() {
    assertThat(admission.refusal(new UnknownVersions(4, 5)))
        .isEqualTo("no common protocol version: this member speaks 2 to 3, the caller 4 to 5");
  }

  @Test
  void forgetsTheOnesReplacedFirst_whenThereAreTooMany() {
    for (int i = 0; i <= Incarnations.MOST + 1; i++) {
      List<Member> unused = incarnations.list(List.of(peer("a", i)));
    }
    assertThat(incarnations.successorOf(peer("a", 0))).isNull();
    assertThat(incarnations.successorOf(peer("a", 1))).isEqualTo(peer("a", Incarnations.MOST + 1));
  }

  private static Hello hello(String cluster, Member from, String toName, long toIncarnation) {
    return new Hello(2, 2, cluster, from, toName, toIncarnation);
  }

  private static Member peer(String name, long incarnation) {
    return new Member(name, incarnation, "127.0.0.1", 2);
  }
}
