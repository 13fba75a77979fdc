// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.HttpSessionContract;

/** Tomcat held to the contract of all containers. */
class TomcatHttpSessionContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new TomcatUnderTest();
  }
}
