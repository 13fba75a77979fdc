// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.awaitility.Awaitility.await;

import java.io.DataInput;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.ConnectionListener;
import org.jgroups.blocks.cs.Receiver;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.protocols.TP;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection over which nothing comes any more, as behind a cut: its other end goes on. */
@Timeout(60)
class SilentPeerIT {
  private static final FailureDetection FAST =
      new FailureDetection(Duration.ofMillis(500), Duration.ofMillis(100), Duration.ofMillis(50));

  private final int port = MemberUnderTest.freePorts(Discovery.LOCAL_PORTS);

  @Test
  void opensAnotherConnection_whenThePeerHasFallenSilent() throws Exception {
    InetAddress host = InetAddress.getByName(MemberUnderTest.HOST);
    MembershipSettings settings =
        MembershipSettings.of(
                "shop",
                MemberUnderTest.HOST,
                port,
                Discovery.local(),
                new Member("a", 1, "h", 9_000))
            .withFailureDetection(FAST);
    BlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    AtomicInteger connections = new AtomicInteger();
    try (JChannel member =
            ProtocolStack.open(
                settings, MemberUnderTest.streams(settings), Duration.ofMillis(300));
        TcpServer peer = new TcpServer(host, port + 1, false)) {
      peer.receiver(new Recording(frames))
          .usePeerConnections(true)
          .addConnectionListener(new Counting(connections));
      peer.start();
      member.connect("holdfast/shop"); // asks at the ports beside its own
      TP transport = member.getProtocolStack().getTransport();
      PhysicalAddress address = (PhysicalAddress) peer.localAddress();
      byte[] frame = frames.take();
      peer.send(new IpAddress(host, port), frame, 0, frame.length);
      int before = connections.get();

      await("another connection")
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                transport.sendUnicast(address, frame, 0, frame.length);
                return connections.get() > before;
              });
    }
  }

  private record Recording(BlockingQueue<byte[]> frames) implements Receiver {
    @Override
    public void receive(Address sender, byte[] data, int offset, int length) {
      frames.add(Arrays.copyOfRange(data, offset, offset + length));
    }

    @Override
    public void receive(Address sender, DataInput in, int length) throws IOException {
      byte[] frame = new byte[length];
      in.readFully(frame);
      frames.add(frame);
    }
  }

  private record Counting(AtomicInteger connections) implements ConnectionListener {
    @Override
    public void connectionClosed(Connection connection) {
      // only those that begin are counted
    }

    @Override
    public void connectionEstablished(Connection connection) {
      connections.incrementAndGet();
    }
  }
}
