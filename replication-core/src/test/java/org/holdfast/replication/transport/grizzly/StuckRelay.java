// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A way to a member that can get stuck: bytes on the connections that are open then never arrive,
 * and neither end is notified, as when a cut outlasts the patience of TCP. Connections opened
 * afterwards work.
 */
final class StuckRelay implements AutoCloseable {
  private final ServerSocket server = RawPeer.listen();
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger returned = new AtomicInteger();
  private final ByteArrayOutputStream forwarded = new ByteArrayOutputStream();
  private volatile int stuckBefore;
  private final List<byte[]> pieces = new ArrayList<>();
  private @Nullable Function<List<byte[]>, byte @Nullable []> tampering;

  StuckRelay(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** How many pieces have come back from the member so far, its WELCOME and its heart-beats. */
  int returned() {
    return returned.get();
  }

  /** Nothing gets through any more on any of the connections there are. */
  void getStuck() {
    stuckBefore = sockets.size();
  }

  /** Returns all bytes that went through, in both directions. */
  synchronized byte[] forwarded() {
    return forwarded.toByteArray();
  }

  /**
   * Has {@code change} replace what passes to the member from now on, until it returns null.
   *
   * @param change gets the pieces since then, the one that passes last
   */
  synchronized void tamper(Function<List<byte[]>, byte @Nullable []> change) {
    pieces.clear();
    tampering = change;
  }

  private synchronized byte[] passBack(byte[] piece) {
    forwarded.writeBytes(piece);
    returned.incrementAndGet();
    return piece;
  }

  private synchronized byte[] pass(byte[] piece) {
    forwarded.writeBytes(piece);
    Function<List<byte[]>, byte @Nullable []> change = tampering;
    if (change == null) {
      return piece;
    }
    pieces.add(piece);
    byte[] changed = change.apply(pieces);
    if (changed == null) {
      tampering = null;
      return piece;
    }
    return changed;
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(server.getInetAddress(), target);
      sockets.add(near);
      int number = sockets.size();
      sockets.add(far);
      start(() -> forward(near.getInputStream(), far.getOutputStream(), number, this::pass));
      start(() -> forward(far.getInputStream(), near.getOutputStream(), number, this::passBack));
    }
  }

  private void forward(InputStream from, OutputStream to, int number, UnaryOperator<byte[]> pass)
      throws IOException {
    byte[] bytes = new byte[8_192];
    for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
      if (number > stuckBefore) {
        to.write(pass.apply(Arrays.copyOf(bytes, count)));
      }
    }
    if (number > stuckBefore) {
      to.close();
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void start(Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (IOException e) {
                // The end of a connection, or of the relay.
              }
            },
            "stuck-relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
