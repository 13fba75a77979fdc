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
