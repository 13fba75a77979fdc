/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.spring.boot.it;

import java.util.stream.Stream;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.HttpSessionContract;

/**
 * What the starter could spoil of the contract that the web server's integration is held to: the
 * topics that look at attributes, listeners and ids. {@link BootWholeContractIT} runs all.
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
