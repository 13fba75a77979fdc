// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The work that the primary of a session can still do before its hand-over. */
class HandOverNoticeTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Epoch OFFERED = Epoch.mint(2, OTHER);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private Epoch epoch;

  @BeforeEach
  void createASession() {
    here.join(List.of(SELF, OTHER, THIRD));
    epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    here.sent.clear();
  }

  private void endTheRequest() {
    here.replica.end(KEY, epoch, here.now());
  }

  private void ask(Member from, Epoch offered) {
    here.receive(from, new Message.Ask(KEY, offered));
  }

  private long handedOver() {
    List<Message.Promise> promises = here.take(Message.Promise.class);
    assertThat(promises).hasSize(1).allMatch(Message.Promise::handOver);
    return SimulatedClient.counter(promises.get(0).held().orElseThrow().image());
  }

  @Test
  void givesTheSessionAtOnce_whenNothingIsToBeDone() {
    endTheRequest();

    ask(OTHER, OFFERED);

    assertThat(here.leaving).containsExactly(KEY);
    assertThat(here.released).containsExactly(KEY);
    assertThat(here.sentTo(OTHER, Message.HandingOver.class)).isEmpty();
    assertThat(handedOver()).isEqualTo(1);
  }

  @Test
  void givesWhatIsWrittenMeanwhile_onceAllIsDone() {
    endTheRequest();
    here.keeping = true;

    ask(OTHER, OFFERED);
    here.write(KEY, epoch, 7);
    here.pass(millis(100));

    assertThat(here.released).isEmpty();
    assertThat(here.sentTo(OTHER, Message.HandingOver.class)).as("that it waits").isNotEmpty();
    assertThat(here.sentTo(OTHER, Message.Promise.class)).isEmpty();
    here.sent.clear();

    here.replica.end(KEY, epoch, here.now());

    assertThat(here.released).containsExactly(KEY);
    assertThat(handedOver()).isEqualTo(7);
  }

  @Test
  void tellsOnlyWhenTheLastRequestHasEnded() {
    ask(OTHER, OFFERED);
    assertThat(here.leaving).isEmpty();
    here.sent.clear();

    endTheRequest();

    assertThat(here.leaving).containsExactly(KEY);
    assertThat(handedOver()).isEqualTo(1);
  }

  @Test
  void tellsOnce_howeverManyAsk() {
    endTheRequest();
    here.keeping = true;

    ask(OTHER, OFFERED);
    ask(OTHER, Epoch.mint(3, OTHER));
    ask(THIRD, Epoch.mint(4, THIRD));
    here.pass(millis(50));
    here.sent.clear();
    here.replica.end(KEY, epoch, here.now());

    assertThat(here.leaving).containsExactly(KEY);
    assertThat(here.sentTo(OTHER, Message.Promise.class))
        .extracting(Message.Promise::epoch)
        .containsExactly(Epoch.mint(3, OTHER));
    assertThat(here.sentTo(THIRD, Message.Hint.class)).as("who has it now").hasSize(1);
  }

  @Test
  void goesWithoutWhatTakesTooLong() {
    endTheRequest();
    here.keeping = true;

    ask(OTHER, OFFERED);
    here.pass(SimulatedCluster.CONFIG.handOverTimeoutNanos() + millis(20));

    assertThat(here.released).containsExactly(KEY);
    assertThat(here.sentTo(OTHER, Message.Promise.class)).hasSize(1);
    assertThat(here.write(KEY, epoch, 7)).as("too late").isNegative();
    here.replica.end(KEY, epoch, here.now());
  }

  @Test
  void servesNobodyMeanwhile() {
    endTheRequest();
    here.keeping = true;

    ask(OTHER, OFFERED);

    assertThat(here.replica.begin(KEY, epoch)).isFalse();
  }

  @Test
  void tellsNobody_ofAnEnd() {
    here.replica.remove(KEY, epoch, here.now());
    endTheRequest();

    ask(OTHER, OFFERED);

    assertThat(here.leaving).isEmpty();
    assertThat(here.sentTo(OTHER, Message.Promise.class)).hasSize(1);
  }
}
