// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.function.Consumer;
import org.holdfast.drill.fault.FaultException;

/** Starts clusters, as processes of this machine or as containers. */
public interface ClusterLauncher {

  /**
   * Starts a cluster and returns when every node serves and, with replication on, all hold one
   * settled view.
   *
   * @param progress hears one line per step, for people
   * @throws ClusterStartException if a node does not come up in time; nothing is left running
   */
  Cluster launch(ClusterSettings settings, Consumer<String> progress);

  /**
   * What can be done to the nodes that {@link #launch} would start, as far as that is known without
   * starting anything.
   *
   * @throws ClusterStartException if it is known by then that they could not be started
   * @throws FaultException if nodes would need what this machine does not have
   */
  default Means means(ClusterSettings settings) {
    return Means.unknown(settings.places());
  }
}
