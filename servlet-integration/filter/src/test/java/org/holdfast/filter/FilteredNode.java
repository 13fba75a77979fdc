// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/** The common part of nodes in any container: the filter in their applications. */
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
