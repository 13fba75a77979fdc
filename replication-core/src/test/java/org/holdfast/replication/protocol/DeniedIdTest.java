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

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** When a primary may say that an id leads nowhere in what it serves. */
class DeniedIdTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Epoch LATER = Epoch.mint(5, THIRD);

  private final List<Acquired> acquired = new ArrayList<>();

  private static RecordingReplica joined(ReplicaConfig config) {
    RecordingReplica here = new RecordingReplica(SELF, config, 1);
    here.join(List.of(SELF, OTHER, THIRD));
    return here;
  }

  /** As one that hung and wakes does not know yet: others may have changed the session's id. */
  @Test
  void tellsThatAnIdIsUnknown_onceItIsKnownToBeThePrimaryStill() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch term = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    confirmLater(here, term, holder);

    assertThat(acquired).as("before anybody was asked").isEmpty();
    Message.Validate asked = here.take(Message.Validate.class).get(0);
    here.receive(holder, new Message.Ack(KEY, asked.label(), asked.question()));
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void looksForTheSession_whenAnIdIsUnknownInATermThatIsOver() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch term = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    confirmLater(here, term, holder);
    here.sent.clear();

    here.receive(holder, new Message.NackEpoch(KEY, term, LATER));

    assertThat(acquired).isEmpty();
    assertThat(here.take(Message.Ask.class)).hasSize(2);
  }

  @Test
  void saysThatItCannotTell_onceTheRequestHasWaitedForAnAcquireTimeout() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch term = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, term, 1);
    long since = here.now();
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() - millis(100));

    here.replica.served(KEY, term).confirmUnknown(since, here.now(), acquired::add);

    assertThat(acquired).isEmpty();
    here.pass(millis(200));
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void tellsAnEndAndThatAnIdIsUnknown_atOnce_whenThereAreNoSecondaries() {
    RecordingReplica here = joined(SimulatedCluster.config(0, millis(16_000)));
    Epoch term = here.create(KEY, 1);

    here.replica.served(KEY, term).confirmUnknown(here.now(), here.now(), acquired::add);
    long unused = here.replica.remove(KEY, term, here.now());
    here.replica.acquire(KEY, null, here.now(), acquired::add);

    assertThat(acquired).hasSize(2).hasOnlyElementsOfType(Acquired.Unknown.class);
  }

  /** Once its last confirmation is too old to say anything. */
  private void confirmLater(RecordingReplica here, Epoch term, Member holder) {
    here.ack(holder, KEY, term, 1);
    here.pass(SimulatedCluster.CONFIG.freshNanos() + millis(1));
    here.sent.clear();
    here.replica.served(KEY, term).confirmUnknown(here.now(), here.now(), acquired::add);
  }
}
