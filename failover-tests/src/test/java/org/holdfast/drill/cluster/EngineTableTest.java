// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
    try (ProcessCluster cluster =
        ProcessCluster.of(List.of(), Optional.empty(), Optional.empty(), () -> {})) {
      assertThat(EngineTable.rows()).isNotEmpty();
      for (EngineTable.Row row : EngineTable.rows()) {
        assertThat(cluster.lacks(row.sample()).isEmpty())
            .as(row.name())
            .isEqualTo(row.processes().equals("yes"));
      }
    }
  }

  @Test
  void saysOfNamespacesWhatNoMachinesCanHave() throws IOException {
    for (EngineTable.Row row : EngineTable.rows()) {
      assertThat(ProcessCluster.cannotBeHadInNamespaces(row.sample()).isPresent())
          .as(row.name())
          .isEqualTo(row.namespaces().startsWith("no"));
    }
  }
}
