// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.usage.CpuAllowance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

  @ParameterizedTest
  @CsvSource({"0-1, 2", "0-3;8, 5", "7, 1", "0-63, 64", "all, 0"})
  void countsProcessors(String list, int count) {
    assertThat(Machine.count(list.replace(';', ','))).isEqualTo(count);
  }

  @ParameterizedTest(name = "of 2 processors a quota of {0} us in 100,000 allows {2}")
  @CsvSource({"50000, 1, 0.5", "150000, 2, 1.5", "max, 2, 2"})
  void hasThePartOfACoreThatItsQuotaAllows(
      String quota, int processors, double cores, @TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("proc/7"));
    Files.createDirectories(root.resolve("cgroup"));
    Files.writeString(root.resolve("proc/7/status"), "Cpus_allowed_list:\t0-1\n");
    Files.writeString(root.resolve("proc/7/cgroup"), "0::/\n");
    Files.writeString(root.resolve("cgroup/cpu.max"), quota + " 100000\n");
    CpuAllowance allowance = new CpuAllowance(root.resolve("proc"), root.resolve("cgroup"));

    assertThat(Machine.of(allowance.of(7), processors).cores()).isEqualTo(cores);
  }

  @Test
  void hasTheProcessorsOfTheJvm_whereTheSystemDoesNotTell_orTheJvmHasFewer() {
    CpuAllowance.Cpus four = new CpuAllowance.Cpus(List.of(0, 1, 2, 3), null);

    assertThat(Machine.of(Optional.empty(), 8).cores()).isEqualTo(8);
    assertThat(Machine.of(Optional.of(four), 3).cores()).isEqualTo(3);
  }

  @Test
  void isTheSameForAllWhoShareIt() {
    assertThat(Machine.here()).isEqualTo(Machine.here());
    assertThat(Machine.here().name()).isNotEmpty();
    assertThat(Machine.here().cores()).isPositive();
  }
}
