// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerTest {

  @Test
  void isNoOrphan_whoseProcessLives() {
    String mine = Owner.labels().values().iterator().next();

    assertThat(mine).startsWith(ProcessHandle.current().pid() + "@");
    assertThat(Owner.isOrphan(mine)).isFalse();
  }

  @Test
  void isAnOrphan_whoseProcessIdBelongsToAnotherNow() {
    String mine = Owner.labels().values().iterator().next();
    String another = mine.replaceFirst("@\\d+@", "@12345@");

    assertThat(another).isNotEqualTo(mine);
    assertThat(Owner.isOrphan(another)).isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isKnownByItsStartSinceBoot_whichNoStepOfTheClockChanges() throws Exception {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String mine = Owner.labels().values().iterator().next();

    assertThat(mine.split("@", -1)[1])
        .as("field 22")
        .isEqualTo(stat.substring(stat.indexOf(')')).split(" ", -1)[20]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@", "somebody", "x@1", "1@1@pid:[1]"})
  void isNobodysToRemove_whenNoDrillWroteTheLabel(String label) {
    assertThat(Owner.isOrphan(label)).isFalse();
  }
}
