// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose key files change while it has no connection. */
@Timeout(60)
class ChangedKeysIT {
  @TempDir private Path directory;

  @Test
  void areLookedAt_whileTheNodeRuns() throws Exception {
    int port = TestCluster.freePorts(1).get(0);
    Path key = TestKeys.self(directory, "node-1");
    Path next = TestKeys.selfIn(directory, "soon.p12", "node-1", "-validity", "10");
    NodeConfig config =
        NodeConfig.builder("node-1")
            .cluster("keys-" + port)
            .membershipPort(port)
            .discovery("static:127.0.0.1:" + port)
            .joinTimeout(Duration.ofMillis(300))
            .drainTimeout(Duration.ZERO)
            .tls(TestKeys.tls(key))
            .build();
    try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system())) {
      String log =
          CapturedLog.awaiting(
              "expires in", () -> Files.move(next, key, ATOMIC_MOVE, REPLACE_EXISTING));

      assertThat(log).contains("keyStore \"" + key + "\" has a certificate that expires in");
      assertThat(node.config().tls().keyStore()).isEqualTo(key.toString());
    }

    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("holdfast-keys-node-1");
  }
}
