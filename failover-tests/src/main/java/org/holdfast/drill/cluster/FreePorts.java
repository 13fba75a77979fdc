// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/*
 * Lock: the class. Invariant: a process gives out ports of its own blocks only.
 */
/**
 * Finds ports of 127.0.0.1 on which nobody listens. They lie below the range from which systems
 * draw ports for outgoing connections. A process gives out ports of blocks that it has reserved: it
 * listens on the first port of each until it ends. So no other drill takes a port between the
 * search and its use. Thread-safe.
 */
public final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int BLOCK = 100;
  private static final int BLOCKS = 60;

  /** The sockets that reserve the blocks of this process, which keep them open. */
  @GuardedBy("FreePorts.class")
  private static final List<ServerSocket> RESERVED = new ArrayList<>();

  /** The number of ports that were tried so far. */
  @GuardedBy("FreePorts.class")
  private static int tried;

  private FreePorts() {}

  /**
   * Returns ports that it has not returned for as long as possible.
   *
   * @throws ClusterStartException if there are fewer than {@code wanted}
   */
  public static synchronized List<Integer> find(int wanted) {
    List<Integer> found = new ArrayList<>(wanted);
    int looks = 0;
    while (found.size() < wanted) {
      if (looks == RESERVED.size() * (BLOCK - 1)) {
        // Each port of the blocks is taken or was found.
        RESERVED.add(reserve(found.size(), wanted));
        tried = (RESERVED.size() - 1) * (BLOCK - 1);
      }
      int place = tried++ % (RESERVED.size() * (BLOCK - 1));
      int port = RESERVED.get(place / (BLOCK - 1)).getLocalPort() + 1 + place % (BLOCK - 1);
      looks++;
      if (!found.contains(port) && isFree(port)) {
        found.add(port);
      }
    }
    return found;
  }

  private static ServerSocket reserve(int found, int wanted) {
    int start = ThreadLocalRandom.current().nextInt(BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      try {
        return listen(LOWEST + (start + i) % BLOCKS * BLOCK);
      } catch (IOException e) {
        // Another process has the block, or a server listens there.
      }
    }
    throw new ClusterStartException(
        "found "
            + found
            + " of "
            + wanted
            + " free ports on 127.0.0.1 between "
            + LOWEST
            + " and "
            + (LOWEST + BLOCKS * BLOCK - 1));
  }

  private static ServerSocket listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = listen(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
