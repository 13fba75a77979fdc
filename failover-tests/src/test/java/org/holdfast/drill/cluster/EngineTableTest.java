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

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.fault.EngineTable;
import org.junit.jupiter.api.Test;

class EngineTableTest {

  @Test
  void saysOfProcessesWhatTheirClusterSays() throws IOException {
    try (ProcessCluster cluster = ProcessCluster.of(List.of(), Optional.empty(), () -> {})) {
      assertThat(EngineTable.rows()).isNotEmpty();
      for (EngineTable.Row row : EngineTable.rows()) {
        assertThat(cluster.lacks(row.sample()).isEmpty())
            .as(row.name())
            .isEqualTo(row.processes().equals("yes"));
      }
    }
  }
}
