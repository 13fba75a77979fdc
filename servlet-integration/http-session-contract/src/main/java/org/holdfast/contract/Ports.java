// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A source of ports of 127.0.0.1 for servers that a test is going to start. Tests of several
 * modules run at once, and a port that is merely free may be taken before its server starts; so a
 * process takes ports in blocks, and listens at the first port of each for as long as it lives.
 *
 * <p>Used by any thread. The ports lie below the range from which outgoing connections take theirs
 * and above the ports of drills.
 */
public final class Ports {
  private static final int LOWEST = 26_000;
  private static final int BLOCKS = 60;
  private static final int BLOCK = 100;

  /** The sockets at the first ports of blocks, never closed; the class guards all three fields. */
  private static final List<ServerSocket> GUARDS = new ArrayList<>();

  private static int next;
  private static int end;

  private Ports() {}

  /** Returns consecutive ports that are free now and that no other caller receives. */
  public static synchronized List<Integer> take(int count) {
    if (end - next < count) {
      next = reserve() + 1;
      end = next - 1 + BLOCK;
    }
    List<Integer> taken = new ArrayList<>();
    while (taken.size() < count) {
      if (next == end) {
        return take(count);
      }
      if (isFree(next)) {
        taken.add(next);
      } else {
        taken.clear();
      }
      next++;
    }
    return List.copyOf(taken);
  }

  /** Returns the first port of a block that no other process has. */
  private static int reserve() {
    int start = ThreadLocalRandom.current().nextInt(BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      int first = LOWEST + (start + i) % BLOCKS * BLOCK;
      try {
        GUARDS.add(new ServerSocket(first, 1, InetAddress.getByName("127.0.0.1")));
        return first;
      } catch (IOException taken) {
        // The next block may be free.
      }
    }
    throw new IllegalStateException(
        "all " + BLOCKS + " blocks of ports from " + LOWEST + " on are taken");
  }

  private static boolean isFree(int port) {
    try (ServerSocket tried = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return tried.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
