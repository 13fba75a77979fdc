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
