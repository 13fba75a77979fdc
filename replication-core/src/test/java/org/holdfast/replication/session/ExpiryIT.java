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

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Sessions whose time is over on a node where nobody has an object of them. */
class ExpiryIT {
  @Test
  void offersTheSessionsOfADeadNode_whenTheirTimeIsOver() {
    try (TestCluster two = TestCluster.of(2)) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofSeconds(2), 0);
      session.attributes().put("n", 7);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
      two.stop(0);

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                expired.addAll(two.shops.get(1).takeExpired());
                return !expired.isEmpty();
              });

      assertThat(expired).hasSize(1);
      assertThat(expired.get(0).attributes()).containsEntry("n", 7);
      expired.get(0).invalidate();
      assertThat(two.shops.get(1).acquire(session.id(), null)).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void expiresASession_thatOnlyAWrongOrAnOldIdHasBroughtHere() {
    try (TestCluster three = TestCluster.of(3)) {
      ReplicatedSession session = three.shops.get(0).create(Duration.ofSeconds(1), 1000);
      session.attributes().put("user", "Ada");
      session.commit();
      String old = session.id();
      session.rename();
      session.commit();
      session.exit();

      String wrong = old.substring(0, 16) + "0123456789012345678901";
      assertThat(three.shops.get(1).acquire(wrong, null)).isInstanceOf(Lookup.Unknown.class);
      assertThat(session.isValid()).as("it went to the node that was asked").isFalse();
      assertThat(three.shops.get(1).local(session.id()))
          .as("and nobody made an object of it there")
          .isNull();
      assertThat(three.shops.get(2).acquire(old, null)).isInstanceOf(Lookup.Unavailable.class);

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                expired.addAll(three.shops.get(2).takeExpired());
                return !expired.isEmpty();
              });
      assertThat(expired.get(0).attributes()).containsEntry("user", "Ada");
      expired.get(0).invalidate();
      expired.get(0).commit();
      assertThat(three.shops.get(0).acquire(session.id(), null)).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void leavesASessionAlone_thatWasUsedElsewhereAndCameBackSinceItWasListed() {
    try (TestCluster two = TestCluster.of(2)) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofSeconds(5), 0);
      session.commit();
      session.setMaxInactive(Duration.ofSeconds(1));
      session.commit();
      session.exit();
      AtomicBoolean listed = new AtomicBoolean();
      Expiry expiry =
          new Expiry(
              two.shops.get(0),
              key -> {
                listed.set(true);
                use(two.shops.get(1), session.id());
                // Back here, where nobody has used it yet.
                use(two.shops.get(0), session.id());
              });

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                expired.addAll(expiry.take());
                return listed.get();
              });

      assertThat(expired).isEmpty();
      ReplicatedSession again = use(two.shops.get(1), session.id());
      assertThat(again.isValid()).as("the grant was given back, so it can move").isTrue();
    }
  }

  private static ReplicatedSession use(SessionReplicator shop, String id) {
    Lookup lookup = shop.acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    ReplicatedSession session = ((Lookup.Found) lookup).session();
    session.setMaxInactive(Duration.ofMinutes(30));
    session.accessed();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return session;
  }
}
