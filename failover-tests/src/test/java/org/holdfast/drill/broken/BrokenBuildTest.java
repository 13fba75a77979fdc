/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    Edit edit = Edit.core("protocol/CopyRules", 2, "epoch", "nothing");

    assertThatThrownBy(() -> edit.apply("one epoch"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("CopyRules.java has changed")
        .hasMessageContaining("was there 2 times and is 1 times");
    assertThat(edit.apply("epoch, epoch")).isEqualTo("nothing, nothing");
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
