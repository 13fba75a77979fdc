// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.TransportStatistics;

/** The transport itself. */
final class HoldfastContender implements EchoContender, Transport.Listener {
  private final ParkedWriters writers;
  private final GrizzlyTransport transport;
  private final TransportProcess process;
  private final CountDownLatch up = new CountDownLatch(1);
  private TransportStatistics before;

  HoldfastContender(int writerCount) throws IOException, InterruptedException {
    writers = new ParkedWriters(writerCount);
    ReplicationPort port = ReplicationPort.bind(TransportSettings.of("test"));
    Member self = new Member("driver", 1, "127.0.0.1", port.port());
    transport = new GrizzlyTransport(port, self, new Random());
    transport.start(this);
    process = TransportProcess.start("echo", self);
    transport.connectTo(List.of(process.member()));
    up.await();
    before = transport.statistics();
  }

  @Override
  public String name() {
    return "Holdfast transport";
  }

  @Override
  public void roundTrip(int writer, byte[] update) throws IOException {
    writers.expect(writer);
    if (!transport.send(process.member(), update)) {
      throw new IOException("update was not accepted: " + transport.statistics());
    }
    writers.await(writer);
  }

  @Override
  public long remoteCpuNanos() throws IOException {
    return process.cpuNanos();
  }

  @Override
  public String details() {
    TransportStatistics now = transport.statistics();
    long sent = now.framesSent() - before.framesSent();
    String text =
        String.format(
            "%.1f updates per write, %.1f acks per read, %.0f + %.0f bytes per update",
            (double) sent / (now.writes() - before.writes()),
            (double) (now.framesReceived() - before.framesReceived())
                / (now.reads() - before.reads()),
            (double) (now.bytesSent() - before.bytesSent()) / sent,
            (double) (now.bytesReceived() - before.bytesReceived()) / sent);
    before = now;
    return text;
  }

  @Override
  public void onFrame(Member from, byte[] frame) {
    writers.acknowledged(ByteBuffer.wrap(frame).getInt());
  }

  @Override
  public void onPeerDown(Member peer) {}

  @Override
  public void onPeerUp(Member peer) {
    up.countDown();
  }

  @Override
  public void close() {
    transport.close();
    process.close();
  }
}
