// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import java.util.List;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.HttpSessionContract;
import org.junit.jupiter.api.Tag;

/** All of the contract that an application of Spring Boot can have. */
@Tag("nightly")
class BootWholeContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new BootUnderTest(List.of());
  }
}
