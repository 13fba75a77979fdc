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
    Epoch epoch = here.create(KEY, 1);
    here.queueFull(false);
    return epoch;
  }

  private Epoch createAcknowledged() {
    Epoch epoch = here.create(KEY, 1);
    here.ack(OTHER, KEY, epoch, 1);
    here.sent.clear();
    return epoch;
  }

  private void writeWithAFullQueue(Epoch epoch) {
    here.queueFull(true);
    here.write(KEY, epoch, 2);
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
    Epoch epoch = createWithAFullQueue();

    here.write(KEY, epoch, 2);

    assertThat(here.sentTo(OTHER, Message.Delta.class)).isEmpty();
    assertThat(here.take(Message.Full.class))
        .extracting(Message.Full::label)
        .containsExactly(new Label(epoch, 2));
  }

  @Test
  void sendsTheWhole_withoutAskingFirst_whenTheQueueTookNotTheDelta() {
    Epoch epoch = createAcknowledged();
    writeWithAFullQueue(epoch);
    assertThat(here.metrics.value(Counter.DELTAS_SENT)).isZero();

    here.pass(LATE_NANOS);

    assertThat(here.sentTo(OTHER, Message.Validate.class)).isEmpty();
    assertThat(here.take(Message.Full.class))
        .extracting(Message.Full::label)
        .containsExactly(new Label(epoch, 2));
  }

  @Test
  void sendsTheWhole_withTheNextUpdate_whenTheQueueTookNotTheDelta() {
    Epoch epoch = createAcknowledged();
    writeWithAFullQueue(epoch);

    here.write(KEY, epoch, 3);

    assertThat(here.sentTo(OTHER, Message.Delta.class)).isEmpty();
    assertThat(here.take(Message.Full.class))
        .extracting(Message.Full::label)
        .containsExactly(new Label(epoch, 3));
  }
}
