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

package org.holdfast.filter;

import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/** What nodes have in common whichever container they run in: the filter in their applications. */
abstract class FilteredNode implements RunningNode {
  final Deployment deployment;

  FilteredNode(NodeSpec spec) {
    deployment = new Deployment(spec);
  }

  @Override
  public final int knownNodes() {
    return deployment.knownNodes();
  }

  @Override
  public final long attributeBytes() {
    return deployment.attributeBytes();
  }

  @Override
  public final void kill() {
    deployment.kill();
    stop();
  }
}
