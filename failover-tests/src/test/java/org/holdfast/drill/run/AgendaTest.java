// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
