/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.transport.grizzly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A way to a member that can get stuck: what is on the connections that are open then arrives
 * nowhere any more, and nobody is told, as when a cut outlasts the patience of TCP. Connections
 * opened afterwards work.
 */
final class StuckRelay implements AutoCloseable {
  private final ServerSocket server = RawPeer.listen();
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger returned = new AtomicInteger();
  private final ByteArrayOutputStream forwarded = new ByteArrayOutputStream();
  private volatile int stuckBefore;
  private volatile boolean flipping;

  StuckRelay(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  /** Returns all bytes that went through, in both directions. */
  synchronized byte[] forwarded() {
    return forwarded.toByteArray();
  }

  /** Changes a bit in the middle of the next piece that passes. */
  void flipABit() {
    flipping = true;
  }

  private synchronized void note(byte[] bytes, int count) {
    if (flipping) {
      flipping = false;
      bytes[count / 2] ^= 1;
    }
    forwarded.write(bytes, 0, count);
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

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(server.getInetAddress(), target);
      sockets.add(near);
      int number = sockets.size();
      sockets.add(far);
      start(() -> forward(near.getInputStream(), far.getOutputStream(), number, () -> {}));
      start(
          () ->
              forward(
                  far.getInputStream(), near.getOutputStream(), number, returned::incrementAndGet));
    }
  }

  private void forward(InputStream from, OutputStream to, int number, Runnable onPiece)
      throws IOException {
    byte[] bytes = new byte[8_192];
    for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
      if (number > stuckBefore) {
        note(bytes, count);
        to.write(bytes, 0, count);
        onPiece.run();
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
