// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.holdfast.drill.cluster.NodeStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as Linux and Docker write them; the planner's own process is "self". */
class CgroupCpuTest {
  @TempDir private Path root;
  private CgroupCpu cgroups;

  @BeforeEach
  void planner() throws IOException {
    cgroups = new CgroupCpu(root.resolve("proc"), root.resolve("cgroup"));
    write("proc/self/cgroup", "0::/user.slice/session-1.scope\n");
  }

  @Test
  void readsTheUsageOfAContainerWithAQuota_inVersionTwo() throws IOException {
    write("proc/7/cgroup", "0::/system.slice/docker-4f.scope\n");
    write("cgroup/system.slice/docker-4f.scope/cpu.max", "150000 100000\n");
    write(
        "cgroup/system.slice/docker-4f.scope/cpu.stat",
        "usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n");

    assertThat(cpuNanos(7)).hasValue(2_500_000_000L);
  }

  @Test
  void readsTheUsageOfAContainerWithCpusOfItsOwn_inVersionTwo() throws IOException {
    write("proc/7/cgroup", "0::/docker/4f\n");
    write("cgroup/docker/4f/cpu.max", "max 100000\n");
    write("cgroup/docker/4f/cpuset.cpus", "2-3\n");
    write("cgroup/docker/4f/cpu.stat", "usage_usec 5\n");

    assertThat(cpuNanos(7)).hasValue(5_000);
  }

  @Test
  void readsTheUsageOfAContainerWithAQuota_inVersionOne() throws IOException {
    write("proc/self/cgroup", "3:cpuset:/\n2:cpuacct:/\n1:cpu:/\n0::/\n");
    write("proc/7/cgroup", "3:cpuset:/docker/4f\n2:cpuacct:/docker/4f\n1:cpu:/docker/4f\n0::/\n");
    write("cgroup/cpu/docker/4f/cpu.cfs_quota_us", "75000\n");
    write("cgroup/cpu/docker/4f/cpu.cfs_period_us", "100000\n");
    write("cgroup/cpuacct/docker/4f/cpu.stat", "nr_periods 9\n");
    write("cgroup/cpuacct/docker/4f/cpuacct.usage", "123456789\n");

    assertThat(cpuNanos(7)).hasValue(123_456_789);
  }

  @Test
  void takesAListOfCpusForALimit_onlyWhereTheGroupAboveHasAnother_inVersionOne()
      throws IOException {
    write("proc/self/cgroup", "3:cpuset:/\n2:cpu,cpuacct:/\n");
    write("proc/7/cgroup", "3:cpuset:/docker/4f\n2:cpu,cpuacct:/docker/4f\n");
    write("cgroup/cpuacct/docker/4f/cpuacct.usage", "7\n");
    write("cgroup/cpuset/cpuset.cpus", "0-3\n");
    write("cgroup/cpuset/docker/cpuset.cpus", "0-3\n");
    write("cgroup/cpuset/docker/4f/cpuset.cpus", "0-3\n");

    assertThat(cgroups.of(List.of(7L))).containsExactly(Optional.empty());

    write("cgroup/cpuset/docker/4f/cpuset.cpus", "2\n");
    assertThat(cpuNanos(7)).hasValue(7);
  }

  @Test
  void goesUpToTheGroupWithTheLimit() throws IOException {
    write("proc/7/cgroup", "0::/pods/pod1/init\n");
    write("cgroup/pods/pod1/init/cpu.stat", "usage_usec 1\n");
    write("cgroup/pods/pod1/cpu.max", "50000 100000");
    write("cgroup/pods/pod1/cpu.stat", "usage_usec 9\n");

    assertThat(cpuNanos(7)).hasValue(9_000);
  }

  @Test
  void leavesAlone_whatHasNoLimit_orHasThePlannerOrAnotherNodeInIt() throws IOException {
    write("proc/7/cgroup", "0::/a/b\n");
    write("cgroup/a/b/cpu.stat", "usage_usec 1\n");
    assertThat(cgroups.of(List.of(7L))).containsExactly(Optional.empty());

    write("cgroup/a/cpu.max", "50000 100000");
    write("cgroup/a/cpu.stat", "usage_usec 2\n");
    assertThat(cpuNanos(7)).hasValue(2_000);

    write("proc/8/cgroup", "0::/a/c\n");
    assertThat(cgroups.of(List.of(7L, 8L))).containsExactly(Optional.empty(), Optional.empty());

    write("proc/self/cgroup", "0::/a\n");
    assertThat(cgroups.of(List.of(7L))).containsExactly(Optional.empty());
  }

  @Test
  void knowsNoGroup_ofAProcessThatIsNotThere_orWhoseGroupCannotBeSeenFromHere() throws IOException {
    write("proc/7/cgroup", "0::/../4f\n");

    assertThat(cgroups.of(List.of(6L, 7L))).containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void isWhatANodeUses_untilItIsGone() throws IOException {
    write("proc/7/cgroup", "0::/a\n");
    write("cgroup/a/cpu.max", "50000 100000");
    write("cgroup/a/cpu.stat", "usage_usec 1000\n");
    NodeMeter meter =
        NodeMeter.of("node", OptionalLong.empty(), CgroupCpuTest::status)
            .withGroup(cgroups.of(List.of(7L)).get(0).orElseThrow());

    assertThat(meter.sample().cpuNanos()).isEqualTo(1_000_000);

    Files.delete(root.resolve("cgroup/a/cpu.stat"));
    assertThat(meter.sample().cpuNanos()).isNull();
  }

  private static Optional<NodeStatus> status() {
    return Optional.of(
        new NodeStatus(
            "node", 1, List.of(), true, 0, 0, 0, Map.of("processors", 1L, "cpuMicros", 3L)));
  }

  private OptionalLong cpuNanos(long pid) {
    return cgroups.of(List.of(pid)).get(0).orElseThrow().cpuNanos();
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
