// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members some of whose listed hosts answer nothing at all, as if they were switched off. */
@Timeout(60)
class UnreachableHostsIT {
  private static final int HOSTS = 4;
  private static final int MEMBERS = 3;

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @Test
  void holdsUpNobody_whenHostsDoNotAnswer() throws Exception {
    int base = MemberUnderTest.freePorts(HOSTS + MEMBERS);
    for (int port = base; port < base + HOSTS; port++) {
      open.add(new SilentHost(port));
    }
    Discovery hosts =
        Discovery.parse(
            IntStream.range(base, base + HOSTS + MEMBERS)
                .mapToObj(port -> MemberUnderTest.HOST + ":" + port)
                .collect(Collectors.joining(",", "static:", "")));
    List<MemberUnderTest> members = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      MemberUnderTest member =
          MemberUnderTest.start("shop", base + HOSTS + i, hosts, "node-" + i, 1);
      open.add(0, member);
      members.add(member);
    }

    Member[] all = members.stream().map(member -> member.self).toArray(Member[]::new);
    for (MemberUnderTest member : members) {
      member.awaitMembers(Duration.ofSeconds(5), all);
    }
    for (int i = 0; i < MEMBERS; i++) {
      // Nobody founds a cluster of its own beside the first, and nobody is ever suspected.
      assertThat(members.get(i).views.stream().map(view -> view.members().size()))
          .containsExactlyElementsOf(IntStream.rangeClosed(i + 1, MEMBERS).boxed().toList());
    }
  }

  /** A port whose queue of connections is full: any further connection gets no answer. */
  private static final class SilentHost implements AutoCloseable {
    private static final int MAX_QUEUED = 10;

    private final ServerSocket server;
    private final List<Socket> queued = new ArrayList<>();

    SilentHost(int port) throws IOException {
      server = new ServerSocket(port, 1, InetAddress.getByName(MemberUnderTest.HOST));
      for (int i = 0; i < MAX_QUEUED; i++) {
        Socket socket = new Socket();
        queued.add(socket);
        try {
          socket.connect(new InetSocketAddress(MemberUnderTest.HOST, port), 200);
        } catch (SocketTimeoutException full) {
          return;
        }
      }
      throw new IllegalStateException("port " + port + " still answers");
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : queued) {
        socket.close();
      }
      server.close();
    }
  }
}
