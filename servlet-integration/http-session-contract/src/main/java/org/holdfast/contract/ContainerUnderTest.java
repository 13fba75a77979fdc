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

package org.holdfast.contract;

import java.util.List;

/** A kind of container with its integration: what the contract needs to know of it. */
public interface ContainerUnderTest {
  /**
   * Starts a node, which serves all applications of {@code spec} over HTTP on a free port of
   * 127.0.0.1 and belongs to the cluster when this returns.
   *
   * <p>The container looks for expired sessions at least once a second. Two nodes run in one JVM.
   */
  RunningNode start(NodeSpec spec);

  /** The points of the contract that cannot be held here, each with the reason. */
  default List<Exemption> exemptions() {
    return List.of();
  }
}
