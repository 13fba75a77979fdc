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
