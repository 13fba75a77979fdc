// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers connect to the nodes from many addresses and say nothing, while users are served. */
class IdleConnectionsIT {
  private static final int STRANGERS = 10_000;
  private static final int USERS = 4;

  /** Both ends of a connection are in this process: each takes two files. */
  private static final int MOST_OPEN = 2_000;

  private static final Duration MOST_FOR_A_REQUEST = Duration.ofSeconds(2);

  /** A kind of trouble has one line a minute on each node. */
  private static final int MOST_LINES = 6;

  @TempDir Path keys;

  @Test
  void usersNoticeNothing_whileTenThousandStrangersConnect() throws Exception {
    TlsConfig tls = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    try (TestCluster cluster = new TestCluster(2, node -> node.tls(tls), shop -> shop)) {
      List<View> views = cluster.nodes.stream().map(ReplicationNode::view).toList();
      AtomicBoolean over = new AtomicBoolean();
      List<CompletableFuture<Integer>> users = new ArrayList<>();
      String log =
          CapturedLog.of(
              () -> {
                for (int i = 0; i < USERS; i++) {
                  String id = begun(cluster.shops.get(0));
                  users.add(CompletableFuture.supplyAsync(() -> count(cluster.shops, id, over)));
                }
                try {
                  connect(cluster.nodes);
                } finally {
                  over.set(true);
                }
                assertThat(users).allSatisfy(user -> assertThat(user.join()).isPositive());
              });

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

  private static String begun(SessionReplicator shop) {
    ReplicatedSession session = shop.create(Duration.ofMinutes(30), 0);
    session.attributes().put("count", 0);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return session.id();
  }

  /** Counts in the session, on one node and the other in turn; returns how far. */
  private static int count(List<SessionReplicator> shops, String id, AtomicBoolean over) {
    int count = 0;
    while (!over.get() || count == 0) {
      long start = System.nanoTime();
      Lookup lookup = shops.get(++count % 2).acquire(id, null);
      assertThat(lookup).isInstanceOf(Lookup.Found.class);
      ReplicatedSession session = ((Lookup.Found) lookup).session();
      assertThat(session.attributes().put("count", count)).isEqualTo(count - 1);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(MOST_FOR_A_REQUEST);
    }
    return count;
  }
}
