// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.holdfast.drill.cluster.NodeVersion;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.Test;

/** What is known to be impossible of containers before there are any. */
class ContainerMeansTest {
  private static final ContainerMeans OURS = means(ContainerOptions.DEFAULT);
  private static final ContainerMeans THEIRS =
      means(ContainerOptions.DEFAULT.withImage("shop:7", 8080));

  @Test
  void isToFillTheDiskOfAnImageOfTheUsersOwn_orToMoveItsClock() {
    assertThat(THEIRS.lacks(new Fault.FullDisk()))
        .hasValueSatisfying(reason -> assertThat(reason).contains("writes its log is not known"));
    assertThat(THEIRS.lacks(new Fault.ClockJump(Duration.ofHours(1))))
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("an image of your own has others"));
    assertThat(THEIRS.lacks(new Fault.Kill())).isEmpty();
    assertThat(OURS.lacks(new Fault.FullDisk())).isEmpty();
  }

  @Test
  void isToUpgradeThemToAVersionThatNobodyNamed() {
    assertThat(OURS.lacks(NodeVersion.FIRST)).isEmpty();
    assertThat(OURS.lacks(NodeVersion.NEXT)).isPresent();
  }

  private static ContainerMeans means(ContainerOptions options) {
    return new ContainerMeans(options, Set.of(NodeVersion.FIRST), 3);
  }
}
