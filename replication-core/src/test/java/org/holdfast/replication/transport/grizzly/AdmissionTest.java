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

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

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
        .isEqualTo("wrong cluster: self belongs to cluster test");
    assertThat(admission.refusal(hello("test", peer("a", 1), "self", 9)))
        .isEqualTo("meant for another member: self/a (127.0.0.1:1) answers at this address now");
    assertThat(admission.refusal(hello("test", peer("a", 1), "other", 10)))
        .startsWith("meant for another member");
  }

  @Test
  void refusesAPeer_whenItHasTheOwnName() {
    assertThat(admission.refusal(hello("test", peer("self", 11), "self", 10)))
        .isEqualTo(
            "name taken: self is the name of the member that was called; names must differ in a"
                + " cluster");
  }

  @Test
  void refusesAnOlderIncarnation_whenANewerOneWasSeen() {
    incarnations.replacesOlder(peer("a", 5));
    assertThat(admission.refusal(hello("test", peer("a", 4), "self", 10)))
        .isEqualTo("stale incarnation: a was started again since, as 5");
    assertThat(admission.refusal(hello("test", peer("a", 5), "self", 10))).isNull();
    assertThat(admission.refusal(hello("test", peer("a", 6), "self", 10))).isNull();
    assertThat(admission.refusal(hello("test", peer("b", 1), "self", 10))).isNull();
  }

  @Test
  void namesBothRanges_whenNoVersionIsCommon() {
    assertThat(admission.refusal(new UnknownVersions(3, 4)))
        .isEqualTo("no common protocol version: self speaks 2 to 2, the caller 3 to 4");
  }

  @Test
  void forgetsTheNamesNotHeardOfForLongest_whenThereAreTooMany() {
    incarnations.replacesOlder(peer("first", 5));
    for (int i = 0; i < Incarnations.MAX_NAMES; i++) {
      incarnations.replacesOlder(peer("n" + i, 5));
    }
    assertThat(incarnations.newestOf(peer("first", 1))).isEqualTo(1);
    assertThat(incarnations.newestOf(peer("n7", 1))).isEqualTo(5);
  }

  private static Hello hello(String cluster, Member from, String toName, long toIncarnation) {
    return new Hello(2, 2, cluster, from, toName, toIncarnation);
  }

  private static Member peer(String name, long incarnation) {
    return new Member(name, incarnation, "127.0.0.1", 2);
  }
}
