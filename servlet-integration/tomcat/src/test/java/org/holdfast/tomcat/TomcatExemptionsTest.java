// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.nio.file.Path;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ExemptionContract;

/** What Tomcat cannot hold of the contract stands in this module's README. */
class TomcatExemptionsTest extends ExemptionContract {
  @Override
  protected ContainerUnderTest container() {
    return new TomcatUnderTest();
  }

  @Override
  protected Path document() {
    return Path.of("README.md");
  }
}
