// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.Test;

/** The memory of ids that no member knows: little, however many are made up. */
class UnknownKeysTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final int MADE_UP = 20_000;
  private static final int MOST = 10_000;

  private final RecordingReplica here = new RecordingReplica(SELF);

  private static String key(int i) {
    return "made-up%09d".formatted(i);
  }

  /** Looks for the session; the other member, if it is asked, says that it knows nothing. */
  private boolean isAsked(String key) {
    here.replica.acquire(key, null, here.now(), acquired -> {});
    List<Message.Ask> asked = here.take(Message.Ask.class);
    asked.forEach(ask -> here.receive(OTHER, new Message.Hint(key, ask.epoch(), Epoch.NONE, 1)));
    return !asked.isEmpty();
  }

  private long remembered() {
    return IntStream.range(0, MADE_UP).filter(i -> !isAsked(key(i))).count();
  }

  @Test
  void areNoMoreThanFitIntoItsMemory_howeverManyAreMadeUp() {
    here.join(List.of(SELF, OTHER));

    assertThat(remembered()).as("each is new").isZero();

    assertThat(here.metrics.value(Counter.UNKNOWN)).isEqualTo(MADE_UP);
    assertThat(here.replica.knownSessions()).isZero();
    assertThat(remembered()).isEqualTo(MOST);
  }
}
