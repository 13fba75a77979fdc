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

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgendaTest {
  @Test
  void keepsTheOrderOfWhatIsDueAtTheSameTime() throws Exception {
    Agenda agenda = new Agenda();
    List<Integer> played = new ArrayList<>();
    for (int part = 0; part < 8; part++) {
      int number = part;
      agenda.add(100, Agenda.Kind.STEP, () -> played.add(number));
    }
    agenda.add(99, Agenda.Kind.STEP, () -> played.add(-1));

    for (var next = agenda.take(); next.isPresent(); next = agenda.take()) {
      next.get().part().play();
    }

    assertThat(played).containsExactly(-1, 0, 1, 2, 3, 4, 5, 6, 7);
  }
}
