// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.HttpSessionContract;

/** Runs the contract of all containers on Tomcat. */
class TomcatHttpSessionContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new TomcatUnderTest();
  }
}
