// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * One blocking channel for all writers: who finds nobody writing writes for all; one thread reads.
 * The least the pattern costs.
 */
final class MultiplexedContender implements EchoContender {
  private final ChildProcess process = ChildProcess.start(RawEchoProcess.class);
  private final SocketChannel channel;
  private final ParkedWriters writers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private ByteBuffer filling = ByteBuffer.allocateDirect(64 * 1024);

  @GuardedBy("lock")
  private boolean writing;

  private ByteBuffer leaving = ByteBuffer.allocateDirect(64 * 1024);

  MultiplexedContender(int writerCount) throws IOException {
    writers = new ParkedWriters(writerCount);
    channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), process.port()));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    Thread reader = new Thread(this::readAcknowledgements, "multiplexed-reader");
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public String name() {
    return "raw NIO, one connection, combining writes";
  }

  @Override
  public void roundTrip(int writer, byte[] update) throws IOException {
    writers.expect(writer);
    boolean write;
    synchronized (lock) {
      filling.putInt(update.length).put(update);
      write = !writing;
      writing = true;
    }
    while (write) {
      synchronized (lock) {
        ByteBuffer full = filling;
        filling = leaving.clear();
        leaving = full.flip();
        write = leaving.hasRemaining();
        writing = write;
      }
      // Once writing is false, the buffer belongs to the next writer.
      while (write && leaving.hasRemaining()) {
        channel.write(leaving);
      }
    }
    writers.await(writer);
  }

  private void readAcknowledgements() {
    ByteBuffer in = ByteBuffer.allocateDirect(64 * 1024);
    try {
      while (channel.read(in) >= 0) {
        in.flip();
        while (in.remaining() >= 4 + TransportProcess.ACK_BYTES) {
          int end = in.position() + 4 + in.getInt();
          writers.acknowledged(in.getInt());
          in.position(end);
        }
        in.compact();
      }
    } catch (IOException e) {
      System.err.println("multiplexed reader ended: " + e.getMessage());
    }
  }

  @Override
  public long remoteCpuNanos() throws IOException {
    return process.cpuNanos();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    process.close();
  }
}
