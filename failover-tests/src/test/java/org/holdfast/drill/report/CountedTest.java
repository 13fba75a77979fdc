// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {
  @Test
  void hasAnEndForMoreThanOneOnly() {
    assertThat(Counted.of(0, "user")).isEqualTo("0 users");
    assertThat(Counted.of(1, "user")).isEqualTo("1 user");
    assertThat(Counted.of(1_200, "idle connection")).isEqualTo("1,200 idle connections");
  }
}
