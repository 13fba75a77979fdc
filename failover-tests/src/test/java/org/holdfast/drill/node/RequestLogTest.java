// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogTest {
  @TempDir private Path directory;

  @Test
  void keepsTheNewestMegabyteOrTwo() throws Exception {
    Path file = directory.resolve("requests.log");
    String line = "x".repeat(1_023) + "\n";
    try (RequestLog log = new RequestLog(file)) {
      for (int i = 0; i < 2_500; i++) {
        log.write(line);
      }

      assertThat(log.lines()).isEqualTo(2_500);
      assertThat(log.lost()).isZero();
    }
    assertThat(Files.size(file)).isEqualTo((2_500 - 2_048) * 1_024);
    assertThat(Files.size(directory.resolve("requests.log.1"))).isEqualTo(1 << 20);
  }

  @Test
  void countsALineThatCannotBeWrittenAndGoesOn() {
    try (RequestLog log = new RequestLog(Path.of("/dev/full"))) {
      log.write("line\n");
      log.write("line\n");

      assertThat(log.lost()).isEqualTo(2);
      assertThat(log.lines()).isZero();
    }
  }
}
