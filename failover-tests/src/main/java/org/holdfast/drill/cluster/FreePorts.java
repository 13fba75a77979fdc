// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports of 127.0.0.1 on which nobody listens. They lie below the range from which systems
 * draw ports for outgoing connections, so only another server can take one between the search and
 * its use.
 */
public final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int COUNT = 6_000;

  private FreePorts() {}

  /**
   * @throws ClusterStartException if there are fewer than {@code wanted}
   */
  public static List<Integer> find(int wanted) {
    List<Integer> found = new ArrayList<>(wanted);
    int start = ThreadLocalRandom.current().nextInt(COUNT);
    for (int i = 0; i < COUNT && found.size() < wanted; i++) {
      int port = LOWEST + (start + i) % COUNT;
      if (isFree(port)) {
        found.add(port);
      }
    }
    if (found.size() < wanted) {
      throw new ClusterStartException(
          "found "
              + found.size()
              + " of "
              + wanted
              + " free ports on 127.0.0.1 between "
              + LOWEST
              + " and "
              + (LOWEST + COUNT - 1));
    }
    return found;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
