// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterNode;

/**
 * A cluster that tells what its running nodes say, before each node that is started later and
 * before the end.
 */
final class WatchedCluster {
  private WatchedCluster() {}

  /**
   * @param ask what is asked of each running node
   * @param told hears the answers, in the order of the nodes
   */
  static ClusterLauncher of(
      ClusterLauncher launcher, Function<ClusterNode, String> ask, Consumer<List<String>> told) {
    return (settings, progress) -> {
      Cluster cluster = launcher.launch(settings, progress);
      return (Cluster)
          Proxy.newProxyInstance(
              Cluster.class.getClassLoader(),
              new Class<?>[] {Cluster.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("start") || method.getName().equals("close")) {
                  told.accept(
                      cluster.nodes().stream().filter(ClusterNode::alive).map(ask).toList());
                }
                try {
                  return method.invoke(cluster, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    };
  }
}
