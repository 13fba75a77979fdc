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

package org.holdfast.drill.workers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

  @ParameterizedTest
  @CsvSource({"0-1, 2", "0-3;8, 5", "7, 1", "0-63, 64", "all, 0"})
  void countsProcessors(String list, int count) {
    assertThat(Machine.count(list.replace(';', ','))).isEqualTo(count);
  }

  @Test
  void isTheSameForAllWhoShareIt() {
    assertThat(Machine.here()).isEqualTo(Machine.here());
    assertThat(Machine.here().name()).isNotEmpty();
    assertThat(Machine.here().cores()).isPositive();
  }
}
