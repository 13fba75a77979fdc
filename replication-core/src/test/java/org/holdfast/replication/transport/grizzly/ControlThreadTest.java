// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ControlThreadTest {
  @Test
  void logsOneLine_howeverManyTasksFail() {
    String log =
        CapturedLog.of(
            () -> {
              try (ControlThread control = new ControlThread("holdfast-control-test")) {
                for (int i = 0; i < 5; i++) {
                  control.run(
                      () -> {
                        throw new IllegalStateException("broken on purpose");
                      });
                }
                control.runAfter(Duration.ZERO, () -> {}).get(10, TimeUnit.SECONDS);
              }
            });

    assertThat(log).containsOnlyOnce("a task of the transport failed");
    assertThat(log).containsOnlyOnce("IllegalStateException: broken on purpose");
  }
}
