// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Drills of broken builds mostly wait for -Pdrills: here is what must not. */
class BrokenBuildTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void compiles(BrokenBuild build) throws Exception {
    Path classes = build.compile(directory);

    assertThat(classes).isDirectory();
    if (build != BrokenBuild.WITHOUT_REPLICATION) {
      assertThat(classes).isDirectoryRecursivelyContaining("glob:**.class");
    }
  }

  @Test
  void saysThatTheSourceHasChanged_whenTheRightIsNotThereAnyMore() {
    Edit edit = Edit.core("protocol/SessionState", 2, "epoch", "nothing");

    assertThatThrownBy(() -> edit.apply("one epoch"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("SessionState.java has changed")
        .hasMessageContaining("was there 2 times and is 1 times");
    assertThat(edit.apply("epoch, epoch")).isEqualTo("nothing, nothing");
  }

  @Test
  void findsASourceBelowItsPackage_unlessTwoHaveTheName() throws Exception {
    Path deep = Files.createDirectories(directory.resolve("deep"));
    Files.writeString(deep.resolve("One.java"), "one epoch");
    Files.writeString(deep.resolve("AnotherOne.java"), "another");
    Edit edit = new Edit(directory, "One.java", 1, "epoch", "nothing");
    assertThat(edit.read()).isEqualTo("one epoch");

    Files.writeString(directory.resolve("One.java"), "one");
    assertThatThrownBy(edit::read).hasMessageContaining("one One.java is expected");
  }

  @Test
  void everyScenarioHasABuildThatItMustNotLetPass() {
    Set<String> drilled = BrokenDrills.all().map(BrokenDrill::scenario).collect(Collectors.toSet());
    drilled.addAll(BrokenDrills.UNPLAYABLE.keySet());

    assertThat(drilled).containsExactlyInAnyOrderElementsOf(ScenarioLibrary.names());
  }

  @Test
  void everyBuildHasAScenarioThatFindsIt() {
    assertThat(BrokenDrills.all().map(BrokenDrill::build).distinct())
        .containsExactlyInAnyOrder(BrokenBuild.values());
  }
}
