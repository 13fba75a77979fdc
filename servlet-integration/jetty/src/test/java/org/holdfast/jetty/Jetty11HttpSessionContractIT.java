// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.HttpSessionContract;

/** Runs the contract of all containers on Jetty with ee11. */
class Jetty11HttpSessionContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new JettyUnderTest(new Ee11Environment());
  }
}
