// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A blocking channel per writer, which sleeps in the read of its acknowledgement. */
final class BlockingContender implements EchoContender {
  private final ChildProcess process = ChildProcess.start(RawEchoProcess.class);
  private final List<SocketChannel> channels = new ArrayList<>();
  private final List<ByteBuffer> buffers = new ArrayList<>();

  BlockingContender(int writerCount) throws IOException {
    for (int i = 0; i < writerCount; i++) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), process.port());
      SocketChannel channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channels.add(channel);
      buffers.add(ByteBuffer.allocateDirect(1024));
    }
  }

  @Override
  public String name() {
    return "raw NIO, a blocking connection per writer";
  }

  @Override
  public void roundTrip(int writer, byte[] update) throws IOException {
    SocketChannel channel = channels.get(writer);
    ByteBuffer buffer = buffers.get(writer).clear();
    buffer.putInt(update.length).put(update).flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear().limit(4 + TransportProcess.ACK_BYTES);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new IOException("the echo closed the connection of writer " + writer);
      }
    }
    if (buffer.getInt(4) != writer) {
      throw new IOException("writer " + writer + " got the acknowledgement of " + buffer.getInt(4));
    }
  }

  @Override
  public long remoteCpuNanos() throws IOException {
    return process.cpuNanos();
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
    process.close();
  }
}
