// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerProcessTest {

  @Test
  void isNoOrphan_whoseProcessLives() {
    String mine = OwnerProcess.current();

    assertThat(mine).startsWith(ProcessHandle.current().pid() + "@");
    assertThat(OwnerProcess.hasEnded(mine)).isFalse();
  }

  @Test
  void isAnOrphan_whoseProcessIdBelongsToAnotherNow() {
    String mine = OwnerProcess.current();
    String another = mine.replaceFirst("@\\d+@", "@12345@");

    assertThat(another).isNotEqualTo(mine);
    assertThat(OwnerProcess.hasEnded(another)).isTrue();
  }

  @Test
  void isNoOrphan_whoseStartIsNotKnown() {
    String unread = OwnerProcess.current().replaceFirst("@\\d+@", "@0@");

    assertThat(OwnerProcess.hasEnded(unread)).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isKnownByItsStartSinceBoot_whichNoStepOfTheClockChanges() throws Exception {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String mine = OwnerProcess.current();

    assertThat(mine.split("@", -1)[1])
        .as("field 22")
        .isEqualTo(stat.substring(stat.indexOf(')')).split(" ", -1)[20]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@", "somebody", "x@1", "1@1@pid:[1]"})
  void isNobodysToRemove_whenNoDrillWroteTheName(String name) {
    assertThat(OwnerProcess.hasEnded(name)).isFalse();
  }
}
