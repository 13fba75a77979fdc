// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VersionLineTest {
  @Test
  void tellsTheCommitThatItWasBuiltFrom() {
    assumeThat(Path.of("..", ".git")).as("sources with their history").exists();

    assertThat(VersionLine.commit()).hasValueSatisfying(commit -> matches(commit));
  }

  private static void matches(String commit) {
    assertThat(commit).matches("[0-9a-f]{7,40}(-dirty)?");
  }
}
