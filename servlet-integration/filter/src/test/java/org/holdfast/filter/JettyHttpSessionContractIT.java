// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.HttpSessionContract;
import org.junit.jupiter.api.Tag;

/**
 * The filter in Jetty, held to the contract of all containers. In each build the filter is held to
 * it in two other containers, and Jetty with its own session cache.
 */
@Tag("nightly")
class JettyHttpSessionContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new JettyUnderTest();
  }
}
