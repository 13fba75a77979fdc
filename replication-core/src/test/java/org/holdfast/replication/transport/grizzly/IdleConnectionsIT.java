// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers connect to the nodes from many addresses and say nothing, while users are served. */
class IdleConnectionsIT {
  private static final int STRANGERS = 10_000;

  /** Both ends of a connection are in this process: each takes two files. */
  private static final int MOST_OPEN = 2_000;

  /** A kind of trouble has one line a minute on each node. */
  private static final int MOST_LINES = 6;

  @TempDir Path keys;

  @Test
  void usersNoticeNothing_whileTenThousandStrangersConnect() throws Exception {
    TlsConfig tls = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    try (TestCluster cluster = new TestCluster(2, node -> node.tls(tls), shop -> shop)) {
      List<View> views = cluster.nodes.stream().map(ReplicationNode::view).toList();
      String log =
          CapturedLog.of(
              () -> CountingUsers.noticeNothing(cluster.shops, () -> connect(cluster.nodes)));

      assertThat(log)
          .as("the first that each node closes, before its time is over")
          .contains("too many connections from callers that are not known to be members");
      assertThat(log.lines()).hasSizeLessThan(MOST_LINES);
      assertThat(cluster.nodes).extracting(ReplicationNode::view).isEqualTo(views);
    }
  }

  private static void connect(List<ReplicationNode> nodes) throws IOException {
    Queue<Socket> open = new ArrayDeque<>();
    try {
      for (int i = 0; i < STRANGERS; i++) {
        Member to = nodes.get(i % 2).self();
        InetAddress from =
            InetAddress.getByAddress(new byte[] {127, 1, (byte) (i / 200), (byte) (2 + i % 200)});
        Socket socket = new Socket(InetAddress.getByName(to.host()), to.port(), from, 0);
        socket.setSoLinger(true, 0); // leaves no port behind
        open.add(socket);
        if (open.size() > MOST_OPEN) {
          open.remove().close();
        }
      }
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }
}
