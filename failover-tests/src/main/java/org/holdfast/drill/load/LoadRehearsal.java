// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a few users lose connections to a server on loopback that resets each of them, and find
 * nobody where another was, so that what a driver does with that is loaded and partly compiled
 * before a node dies. All its users turn at once: the first time cost the selector's thread 50 to
 * 100 ms, most of it for what Grizzly loads to put a reset into words, and users that had lost
 * nothing waited with them.
 */
public final class LoadRehearsal {
  /** Enough for the first compiler to take what is done for each. */
  private static final int CONNECTIONS = 400;

  private static final int USERS = 8;
  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final int READ_MILLIS = 200;
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private LoadRehearsal() {}

  /**
   * Takes some 200 ms, 2 s at most.
   *
   * @return connections that were lost
   * @throws IOException if there is no loopback to rehearse on
   */
  public static long run() throws IOException, InterruptedException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    CountDownLatch lost = new CountDownLatch(CONNECTIONS);
    try (ServerSocket rude = new ServerSocket(0, USERS, loopback)) {
      Thread server = new Thread(() -> reset(rude, lost), "holdfast-rehearsal");
      server.setDaemon(true);
      server.start();
      List<Target> targets =
          List.of(
              new Target("rude", new InetSocketAddress(loopback, rude.getLocalPort())),
              new Target("nobody", new InetSocketAddress(loopback, unusedPort(loopback))));
      Duration pause = Duration.ofMillis(1);
      LoadSettings settings =
          new LoadSettings(
              USERS,
              "/",
              new ThinkTime(ThinkTime.Distribution.FIXED, pause),
              Duration.ofSeconds(1),
              pause,
              1,
              1,
              0);
      try (LoadDriver driver =
          new LoadDriver(
              settings, targets, GrizzlyHttpEngine.start(1), new LoadRecorder("rehearsal"))) {
        driver.start(Duration.ZERO);
        boolean unused = lost.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
    return CONNECTIONS - lost.getCount();
  }

  /**
   * Where nobody listens: what was given by the kernel a moment ago is given to nobody else yet.
   */
  private static int unusedPort(InetAddress loopback) throws IOException {
    try (ServerSocket given = new ServerSocket(0, 1, loopback)) {
      return given.getLocalPort();
    }
  }

  /** Resets one connection after the other: every second one with a request unanswered. */
  private static void reset(ServerSocket rude, CountDownLatch lost) {
    boolean answers = false;
    while (lost.getCount() > 0) {
      try (Socket connection = rude.accept()) {
        connection.setSoTimeout(READ_MILLIS);
        connection.setSoLinger(true, 0);
        readRequest(connection.getInputStream());
        answers = !answers;
        if (answers) {
          OutputStream out = connection.getOutputStream();
          out.write(ANSWER);
          out.flush();
        }
      } catch (IOException e) {
        if (rude.isClosed()) {
          return;
        }
      }
      lost.countDown();
    }
  }

  private static void readRequest(InputStream in) throws IOException {
    int matched = 0;
    while (matched < 4) {
      int read = in.read();
      if (read < 0) {
        return;
      }
      boolean isNext = read == (matched % 2 == 0 ? '\r' : '\n');
      matched = isNext ? matched + 1 : 0;
    }
  }
}
