// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Answers updates with acknowledgements over bare blocking channels, one thread per connection. It
 * answers all updates of one read in one write, so the same process serves one writer per
 * connection and all of them on one.
 */
final class RawEchoProcess {
  private RawEchoProcess() {}

  public static void main(String[] args) throws IOException {
    ServerSocketChannel server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    daemon(() -> acceptFrom(server));
    ChildProcess.serve(((InetSocketAddress) server.getLocalAddress()).getPort());
  }

  private static void acceptFrom(ServerSocketChannel server) throws IOException {
    while (true) {
      SocketChannel channel = server.accept();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      daemon(() -> answer(channel));
    }
  }

  private static void answer(SocketChannel channel) throws IOException {
    ByteBuffer in = ByteBuffer.allocateDirect(64 * 1024);
    ByteBuffer out = ByteBuffer.allocateDirect(64 * 1024);
    byte[] ack = new byte[TransportProcess.ACK_BYTES];
    while (channel.read(in) >= 0) {
      in.flip();
      while (in.remaining() >= 4 + RoundTripBenchmark.UPDATE_BYTES) {
        int end = in.position() + 4 + in.getInt();
        in.get(ack).position(end);
        out.putInt(ack.length).put(ack);
      }
      in.compact();
      out.flip();
      while (out.hasRemaining()) {
        channel.write(out);
      }
      out.clear();
    }
  }

  private interface Body {
    void run() throws IOException;
  }

  private static void daemon(Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (IOException e) {
                System.err.println("raw echo ended: " + e.getMessage());
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
