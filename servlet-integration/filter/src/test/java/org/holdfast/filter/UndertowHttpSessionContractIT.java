// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.HttpSessionContract;

/** The filter in Undertow, held to the contract of all containers. */
class UndertowHttpSessionContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new UndertowUnderTest();
  }
}
