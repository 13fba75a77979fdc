// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Eight strangers that connect, each several times a second, and leave it at their first bytes. */
final class SilentStrangers implements AutoCloseable {
  private static final int STRANGERS = 8;
  private static final int PAUSE_MILLIS = 150;
  private static final int SOME = 20;

  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService strangers = Executors.newScheduledThreadPool(STRANGERS);

  private SilentStrangers() {}

  /**
   * Lets them begin, and waits for the first connections.
   *
   * @param said the first bytes, of which each stranger has its own; may be empty
   */
  static SilentStrangers at(int port, byte[]... said) {
    SilentStrangers all = new SilentStrangers();
    for (int i = 0; i < STRANGERS; i++) {
      byte[] own = said[i % said.length];
      Future<?> unused =
          all.strangers.scheduleWithFixedDelay(
              () -> all.connect(port, own), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> all.sockets.size() > SOME);
    return all;
  }

  private void connect(int port, byte[] said) {
    Socket socket = new Socket();
    sockets.add(socket);
    try {
      socket.connect(new InetSocketAddress(MemberUnderTest.HOST, port), 1_000);
      socket.getOutputStream().write(said);
    } catch (IOException full) {
      // as is the backlog of a port at which nobody accepts
    }
  }

  @Override
  public void close() throws IOException {
    strangers.shutdownNow();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
