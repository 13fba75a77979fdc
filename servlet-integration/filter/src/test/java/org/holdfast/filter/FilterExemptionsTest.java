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
