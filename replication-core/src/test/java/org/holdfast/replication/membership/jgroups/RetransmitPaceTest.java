// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RetransmitPaceTest {
  private static final long USUAL_MILLIS = 100;

  private final AtomicLong clock = new AtomicLong(-5);
  private final RetransmitPace pace = new RetransmitPace(clock::get);

  @Test
  void looksAsOftenAsUsual_untilItHasBeenQuiet() {
    clock.addAndGet(RetransmitPace.QUIET_NANOS - 1);
    assertThat(pace.nextMillis(USUAL_MILLIS)).isEqualTo(USUAL_MILLIS);
    assertThat(pace.noteMessage()).as("needs no earlier look").isFalse();

    clock.addAndGet(RetransmitPace.QUIET_NANOS - 1);
    assertThat(pace.nextMillis(USUAL_MILLIS)).isEqualTo(USUAL_MILLIS);
    clock.incrementAndGet();
    assertThat(pace.nextMillis(USUAL_MILLIS)).isEqualTo(RetransmitPace.RARE_MILLIS);
  }

  @Test
  void wantsAnEarlierLook_onceForTheFirstMessageAfterAQuietTime() {
    clock.addAndGet(RetransmitPace.QUIET_NANOS);
    assertThat(pace.nextMillis(USUAL_MILLIS)).isEqualTo(RetransmitPace.RARE_MILLIS);

    assertThat(pace.noteMessage()).isTrue();

    assertThat(pace.noteMessage()).isFalse();
    assertThat(pace.nextMillis(USUAL_MILLIS)).isEqualTo(USUAL_MILLIS);
  }
}
