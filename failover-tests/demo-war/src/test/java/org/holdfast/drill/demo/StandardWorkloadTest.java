// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWorkloadTest {
  @Test
  void hasTheNamesThatMeasurementsAskFor() {
    assertThat(Arrays.stream(StandardWorkload.values()).map(StandardWorkload::toString))
        .containsExactly(
            "hello-servlet",
            "hello-bean-jsp",
            "hello-sessions",
            "cart",
            "big-session",
            "session-validation",
            "ping",
            "clusterbench");
  }

  @Test
  void asksAHundredUsersToThinkFiftyMilliseconds_whenSessionsAreValidated() {
    assertThat(StandardWorkload.SESSION_VALIDATION.users()).isEqualTo(100);
    assertThat(StandardWorkload.SESSION_VALIDATION.thinkTime()).isEqualTo(Duration.ofMillis(50));
  }

  @ParameterizedTest
  @EnumSource(StandardWorkload.class)
  void describesItselfInOneLineOfPlainText(StandardWorkload workload) {
    assertThat(workload.description()).isNotEmpty().doesNotContainPattern("[<>&\"\\n]|\\.$");
    assertThat(workload.path()).matches("(/[a-z-]+)+");
    assertThat(workload.users()).isPositive();
    assertThat(workload.thinkTime()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a<b", "node\n1"})
  void refusesTheNode_whenItsNameWouldSpoilAnAnswer(String name) {
    assertThatThrownBy(() -> new DemoApplication(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the name of a node must be 1 to 64 letters");
  }
}
