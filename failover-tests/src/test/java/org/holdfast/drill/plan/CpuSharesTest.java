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

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpuSharesTest {

  @Test
  void leavesOneToTheDriver_whereThereAreMoreCpusThanNodes() {
    CpuShares shares = CpuShares.of(List.of(0, 1, 2, 3, 4, 5), 2, true);

    assertThat(shares.bound()).containsExactly("4,5", "2,3");
    assertThat(shares.cores()).isEqualTo(2);
    assertThat(shares.words())
        .isEqualTo(
            "each node is bound to 2 CPUs of its own out of 6; no node uses the other 2, which are"
                + " the driver's");
  }

  @Test
  void saysThatTheDriverShares_whereEveryCpuIsANodes() {
    CpuShares shares = CpuShares.of(List.of(4, 7), 2, true);

    assertThat(shares.bound()).containsExactly("7", "4");
    assertThat(shares.words()).contains("each node is bound to 1 CPU", "the driver shares them");
  }

  @Test
  void countsAnEqualPart_whereNodesCannotBeBound() {
    assertThat(CpuShares.of(List.of(0, 1), 3, true))
        .extracting(CpuShares::bound, CpuShares::cores)
        .containsExactly(List.of(), 2 / 3.0);
    assertThat(CpuShares.of(List.of(0, 1), 2, false).bound()).isEmpty();
    assertThat(CpuShares.of(List.of(0, 1), 3, true).words())
        .contains("fewer CPUs than nodes", "0.67 CPUs counts as each node's");
    assertThat(CpuShares.of(List.of(0, 1), 2, false).words()).contains("they are not bound");
  }

  @Test
  void readsListsOfCpus() {
    assertThat(Surroundings.numbers("0-2,5")).containsExactly(0, 1, 2, 5);
  }
}
