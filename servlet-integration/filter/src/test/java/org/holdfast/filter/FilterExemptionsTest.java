// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.nio.file.Path;
import java.util.List;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.ExemptionContract;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/** The document of the filter names what it does not hold in any of its containers. */
class FilterExemptionsTest extends ExemptionContract {
  @Override
  protected ContainerUnderTest container() {
    return new ContainerUnderTest() {
      @Override
      public RunningNode start(NodeSpec spec) {
        throw new UnsupportedOperationException("stands for three containers, starts none");
      }

      @Override
      public List<Exemption> exemptions() {
        return FilterExemptions.ofGrizzly();
      }
    };
  }

  @Override
  protected Path document() {
    return Path.of("../../docs/containers/filter.md");
  }
}
