// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.nio.file.Path;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ExemptionContract;

/** Jetty's document lists the points of the contract that it cannot hold. */
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
