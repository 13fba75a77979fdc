// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import java.util.stream.Stream;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.HttpSessionContract;

/**
 * The part of the contract of the web server's integration that the starter could break: the topics
 * that look at attributes, listeners and ids. {@link BootWholeContractIT} runs all.
 */
class BootHttpSessionContractIT extends HttpSessionContract {
  @Override
  protected ContainerUnderTest container() {
    return new BootUnderTest(
        Stream.of("Lifetime", "Dispatch", "Responses", "ViewState")
            .map(topic -> new Exemption(topic, "run by BootWholeContractIT, each night"))
            .toList());
  }
}
