// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as Linux and Docker write them. */
class CpuAllowanceTest {
  @TempDir private Path root;
  private CpuAllowance allowance;

  @BeforeEach
  void process() throws IOException {
    allowance = new CpuAllowance(root.resolve("proc"), root.resolve("cgroup"));
    write("proc/7/status", "Name:\tjava\nCpus_allowed:\t10f\nCpus_allowed_list:\t0-3,8\n");
    write("proc/7/cgroup", "0::/\n");
  }

  @Test
  void countsTheCpusThatTheProcessIsBoundTo_withoutAQuota() {
    assertThat(allowance.of(7)).contains(new CpuAllowance.Cpus(List.of(0, 1, 2, 3, 8), null));
    assertThat(allowance.of(7).orElseThrow().cores()).isEqualTo(5);
  }

  @Test
  void takesTheQuotaOfTheContainer_inCgroupsOfVersionTwo() throws IOException {
    write("proc/7/cgroup", "0::/system.slice/docker-4f.scope\n");
    write("cgroup/system.slice/docker-4f.scope/cpu.max", "150000 100000\n");
    write("cgroup/system.slice/cpu.max", "max 100000\n");

    assertThat(allowance.of(7).orElseThrow().cores()).isEqualTo(1.5);
  }

  @Test
  void takesTheQuotaOfAGroupAbove_whereThatIsSmaller() throws IOException {
    write("proc/7/cgroup", "0::/pods/pod1\n");
    write("cgroup/pods/pod1/cpu.max", "200000 100000");
    write("cgroup/pods/cpu.max", "50000 100000");

    assertThat(allowance.of(7).orElseThrow().cores()).isEqualTo(0.5);
  }

  @Test
  void takesTheQuotaOfTheContainer_inCgroupsOfVersionOne() throws IOException {
    write("proc/7/cgroup", "4:memory:/docker/4f\n2:cpu,cpuacct:/docker/4f\n0::/\n");
    write("cgroup/cpu/docker/4f/cpu.cfs_quota_us", "75000\n");
    write("cgroup/cpu/docker/4f/cpu.cfs_period_us", "100000\n");
    write("cgroup/cpu/docker/cpu.cfs_quota_us", "-1\n");
    write("cgroup/cpu/docker/cpu.cfs_period_us", "100000\n");

    assertThat(allowance.of(7).orElseThrow().cores()).isEqualTo(0.75);
  }

  @Test
  void takesTheCpusBound_whereTheQuotaIsLarger() throws IOException {
    write("cgroup/cpu.max", "900000 100000");

    assertThat(allowance.of(7).orElseThrow().cores()).isEqualTo(5);
  }

  @Test
  void knowsNothing_ofAProcessThatIsNotThere_orDoesNotTell() throws IOException {
    write("proc/8/status", "Name:\tjava\n");
    write("proc/8/cgroup", "");

    assertThat(allowance.of(6)).isEmpty();
    assertThat(allowance.of(8)).isEmpty();
  }

  @Test
  void dividesWhatProcessesMayUseTogether() throws IOException {
    CpuAllowance.Cpus pair = new CpuAllowance.Cpus(List.of(0, 1), null);
    CpuAllowance.Cpus other = new CpuAllowance.Cpus(List.of(2), null);
    write("cgroup/a/cpu.max", "100000 100000");
    write("cgroup/b/cpu.max", "100000 100000");
    write("proc/7/cgroup", "0::/a");
    CpuAllowance.Cpus inA = allowance.of(7).orElseThrow();
    write("proc/7/cgroup", "0::/b");
    CpuAllowance.Cpus inB = allowance.of(7).orElseThrow();

    assertThat(CpuAllowance.parts(List.of(pair, other, pair))).containsExactly(1.0, 1.0, 1.0);
    assertThat(CpuAllowance.parts(List.of(pair))).containsExactly(2.0);
    assertThat(CpuAllowance.parts(List.of(inA, inA, inB))).containsExactly(0.5, 0.5, 1.0);
  }

  @Test
  void readsListsOfCpus() {
    assertThat(CpuAllowance.numbers("0-2,5")).containsExactly(0, 1, 2, 5);
    assertThat(CpuAllowance.numbers("all")).isEmpty();
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
