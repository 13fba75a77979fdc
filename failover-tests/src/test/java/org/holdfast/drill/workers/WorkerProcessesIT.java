// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.holdfast.drill.cluster.FreePorts;
import org.holdfast.replication.membership.jgroups.Discovery;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WorkerProcessesIT {

  @ParameterizedTest
  @CsvSource({"1900, true", "3000, false", "Infinity, false"})
  void doWithTheFirstCompiler_whenUsersMostlyThink(double requestsPerSecond, boolean does)
      throws Exception {
    try (WorkerProcesses workers = new WorkerProcesses()) {
      int nobody = FreePorts.find(1).get(0);
      workers.start(
          "worker-1",
          "test-" + UUID.randomUUID(),
          new Discovery.HostPort("127.0.0.1", nobody),
          requestsPerSecond,
          false);

      long pid = workers.pid("worker-1").orElseThrow();
      List<String> arguments =
          List.of(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline")).split("\0"));

      assertThat(arguments.contains("-XX:TieredStopAtLevel=1")).isEqualTo(does);
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
