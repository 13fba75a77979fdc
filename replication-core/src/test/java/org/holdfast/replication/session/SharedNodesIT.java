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

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several web applications of one process on one node. */
@Timeout(60)
class SharedNodesIT {
  private static NodeConfigBuilder alone() {
    int port = TestCluster.freePorts(1).get(0);
    return NodeConfig.builder("shared")
        .cluster("shared-" + Long.toString(System.nanoTime(), 36))
        .membershipPort(port)
        .discovery("static:127.0.0.1:" + port)
        .joinTimeout(Duration.ofMillis(500))
        .drainTimeout(Duration.ZERO);
  }

  private static ReplicationNode use(NodeConfig config) {
    return ReplicationNode.shared(config, InstantSource.system());
  }

  @Test
  void goesOnUntilTheLastApplicationLeaves() {
    NodeConfig config = alone().build();
    ReplicationNode first = use(config);
    ReplicationNode second = use(config);
    assertThat(second).isSameAs(first);

    first.close();
    ReplicationNode third = use(config);
    assertThat(third).as("one was left").isSameAs(first);
    third.close();
    second.close();

    ReplicationNode next = use(config);
    assertThat(next).as("on the same ports").isNotSameAs(first);
    next.close();
  }

  @Test
  void startsOnce_whenTwoApplicationsComeAtOnce() throws Exception {
    NodeConfig config = alone().build();
    ExecutorService applications = Executors.newFixedThreadPool(2);
    try {
      List<Future<ReplicationNode>> nodes =
          applications.invokeAll(List.of(() -> use(config), () -> use(config)));

      assertThat(nodes.get(0).get()).isSameAs(nodes.get(1).get());
      nodes.get(0).get().close();
      nodes.get(1).get().close();
    } finally {
      applications.shutdownNow();
    }
  }

  @Test
  void refusesASecondApplication_whenItAsksForOtherSettings() {
    NodeConfigBuilder builder = alone();
    try (ReplicationNode running = use(builder.build())) {
      NodeConfig other = builder.joinTimeout(Duration.ofMillis(600)).build();

      assertThatThrownBy(() -> use(other))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("runs already, with other settings");
      assertThat(running.view().members()).hasSize(1);
    }
  }
}
