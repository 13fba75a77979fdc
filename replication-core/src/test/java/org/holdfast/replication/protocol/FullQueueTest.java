// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An update that the queue to a holder did not take has not been sent, and nothing is built upon
 * it.
 */
class FullQueueTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final long LATE_NANOS =
      SimulatedCluster.CONFIG.ackTimeoutNanos() + 2 * ReplicaConfig.TICK_NANOS;

  private final RecordingReplica here = new RecordingReplica(SELF);

  @BeforeEach
  void join() {
    here.join(List.of(SELF, OTHER));
  }

  private Epoch createWithAFullQueue() {
    here.queueFull(true);
    Epoch term = here.create(KEY, 1);
    here.queueFull(false);
    return term;
  }

  private Epoch createAcknowledged() {
    Epoch term = here.create(KEY, 1);
    here.ack(OTHER, KEY, term, 1);
    here.sent.clear();
    return term;
  }

  private void writeWithAFullQueue(Epoch term) {
    here.queueFull(true);
    here.write(KEY, term, 2);
    here.queueFull(false);
  }

  @Test
  void sendsTheWhole_withoutAskingFirst_whenTheQueueTookNone() {
    createWithAFullQueue();
    assertThat(here.metrics.value(Counter.FULLS_SENT)).isZero();

    here.pass(LATE_NANOS);

    assertThat(here.sentTo(OTHER, Message.Validate.class))
        .as("there is nothing that it could have")
        .isEmpty();
    assertThat(here.take(Message.Full.class)).hasSize(1);
    assertThat(here.metrics.value(Counter.FULLS_SENT)).isEqualTo(1);
  }

  @Test
  void sendsTheWhole_withTheNextUpdate_whenTheQueueTookNone() {
    Epoch term = createWithAFullQueue();

    here.write(KEY, term, 2);

    assertThat(here.sentTo(OTHER, Message.Delta.class)).isEmpty();
    assertThat(here.take(Message.Full.class))
        .extracting(Message.Full::label)
        .containsExactly(new Label(term, 2));
  }

  @Test
  void sendsTheWhole_withoutAskingFirst_whenTheQueueTookNotTheDelta() {
    Epoch term = createAcknowledged();
    writeWithAFullQueue(term);
    assertThat(here.metrics.value(Counter.DELTAS_SENT)).isZero();

    here.pass(LATE_NANOS);

    assertThat(here.sentTo(OTHER, Message.Validate.class)).isEmpty();
    assertThat(here.take(Message.Full.class))
        .extracting(Message.Full::label)
        .containsExactly(new Label(term, 2));
  }

  @Test
  void sendsTheWhole_withTheNextUpdate_whenTheQueueTookNotTheDelta() {
    Epoch term = createAcknowledged();
    writeWithAFullQueue(term);

    here.write(KEY, term, 3);

    assertThat(here.sentTo(OTHER, Message.Delta.class)).isEmpty();
    assertThat(here.take(Message.Full.class))
        .extracting(Message.Full::label)
        .containsExactly(new Label(term, 3));
  }
}
