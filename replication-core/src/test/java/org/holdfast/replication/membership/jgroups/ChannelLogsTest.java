// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.jgroups.logging.Log;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChannelLogsTest {

  /** JGroups passes the message of an exception on, which may be null. */
  @Test
  void logsAMessageThatIsNull() {
    Log log = new ChannelLogs(() -> 0).getLog(ChannelLogsTest.class);
    @Nullable String none = new IllegalStateException().getMessage();

    assertThatCode(
            () -> {
              log.warn(none);
              log.error(none, new IllegalStateException());
            })
        .doesNotThrowAnyException();
  }

  @Test
  void warnsOfNoAcknowledgement_thatCameTooLate() {
    Log log = new ChannelLogs(() -> 0).getLog("org.jgroups.protocols.NAKACK4");

    assertThat(CapturedLog.of(() -> log.warn("JGRP000293: %s: received ACK(%,d)", "node-1", 4)))
        .isEmpty();
    assertThat(CapturedLog.of(() -> log.warn("JGRP000028: %s", "node-1"))).contains("node-1");
  }
}
