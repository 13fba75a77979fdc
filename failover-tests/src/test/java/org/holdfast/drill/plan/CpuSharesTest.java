// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.holdfast.drill.usage.CpuAllowance.Cpus;
import org.holdfast.drill.usage.CpuAllowance.Quota;
import org.junit.jupiter.api.Test;

class CpuSharesTest {

  @Test
  void leavesOneToTheDriver_whereThereAreMoreCpusThanNodes() {
    CpuShares shares = shares(List.of(0, 1, 2, 3, 4, 5), 2, true);

    assertThat(shares.bound()).containsExactly("4,5", "2,3");
    assertThat(shares.cores()).isEqualTo(2);
    assertThat(shares.words())
        .isEqualTo(
            "each node is bound to 2 CPUs of its own out of 6; no node uses the other 2, but the"
                + " driver, which is not bound, may use all");
  }

  @Test
  void saysThatTheDriverShares_whereEveryCpuIsANodes() {
    CpuShares shares = shares(List.of(4, 7), 2, true);

    assertThat(shares.bound()).containsExactly("7", "4");
    assertThat(shares.words()).contains("each node is bound to 1 CPU", "the driver shares them");
  }

  @Test
  void countsAnEqualPart_whereNodesCannotBeBound() {
    assertThat(shares(List.of(0, 1), 3, true))
        .extracting(CpuShares::bound, CpuShares::cores)
        .containsExactly(List.of(), 2 / 3.0);
    assertThat(shares(List.of(0, 1), 2, false).bound()).isEmpty();
    assertThat(shares(List.of(0, 1), 3, true).words())
        .contains("fewer CPUs than nodes", "0.67 CPUs counts as each node's");
    assertThat(shares(List.of(0, 1), 2, false).words()).contains("they are not bound");
  }

  @Test
  void givesEachAsMuchAsInTheLargestCluster_whereSizesAreCompared() {
    Cpus eight = new Cpus(List.of(0, 1, 2, 3, 4, 5, 6, 7), null);

    for (int nodes : List.of(2, 3, 4)) {
      CpuShares shares = CpuShares.of(eight, nodes, 4, true);
      assertThat(shares.cores()).isEqualTo(1);
      assertThat(shares.bound()).hasSize(nodes).doesNotHaveDuplicates();
    }
    assertThat(CpuShares.of(eight, 2, 4, true).words())
        .contains("as in the cluster of 4 that it is compared with", "the other 6");
    assertThat(CpuShares.of(new Cpus(List.of(0, 1), null), 1, 3, true))
        .extracting(CpuShares::bound, CpuShares::cores)
        .containsExactly(List.of(), 2 / 3.0);
  }

  @Test
  void sharesAQuotaOnce_notOnceForEachNode() {
    List<Integer> eight = List.of(0, 1, 2, 3, 4, 5, 6, 7);

    CpuShares two = CpuShares.of(new Cpus(eight, quota(2)), 2, 2, true);
    CpuShares half = CpuShares.of(new Cpus(eight, quota(1.5)), 2, 2, true);

    assertThat(two.bound()).containsExactly("7", "6");
    assertThat(two.cores()).isEqualTo(1);
    assertThat(two.words()).contains("a quota allows 2 CPUs", "the driver shares them");
    assertThat(half.bound()).isEmpty();
    assertThat(half.cores()).isEqualTo(0.75);
  }

  private static CpuShares shares(List<Integer> cpus, int nodes, boolean canBind) {
    return CpuShares.of(new Cpus(cpus, null), nodes, nodes, canBind);
  }

  private static Quota quota(double cpus) {
    return new Quota(cpus, Path.of("/sys/fs/cgroup"));
  }
}
