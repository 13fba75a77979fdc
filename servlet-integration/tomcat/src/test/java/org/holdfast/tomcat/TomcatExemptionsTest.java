// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.nio.file.Path;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ExemptionContract;

/** This module's README lists the points of the contract that Tomcat cannot hold. */
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
