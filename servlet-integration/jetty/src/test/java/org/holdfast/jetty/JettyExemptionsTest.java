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

package org.holdfast.jetty;

import java.nio.file.Path;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ExemptionContract;

/** What Jetty cannot hold of the contract stands in its document. */
class JettyExemptionsTest extends ExemptionContract {
  @Override
  protected ContainerUnderTest container() {
    return new JettyUnderTest(new Ee10Environment());
  }

  @Override
  protected Path document() {
    return Path.of("../../docs/containers/jetty.md");
  }
}
