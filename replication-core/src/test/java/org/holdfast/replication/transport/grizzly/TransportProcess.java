// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;

/** A member in a process of its own that answers each frame with its first 40 bytes. */
final class TransportProcess implements AutoCloseable {
  static final int ACK_BYTES = 40;

  private final ChildProcess process;
  private final Member member;

  private TransportProcess(ChildProcess process, String name) {
    this.process = process;
    member = new Member(name, 1, "127.0.0.1", process.port());
  }

  static TransportProcess start(String name, Member peer) throws IOException {
    String incarnation = Long.toString(peer.incarnation());
    String port = Integer.toString(peer.port());
    return new TransportProcess(
        ChildProcess.start(TransportProcess.class, name, peer.name(), incarnation, port), name);
  }

  Member member() {
    return member;
  }

  long cpuNanos() throws IOException {
    return process.cpuNanos();
  }

  /** Ends the process as {@code kill -9} does. */
  void kill() {
    process.close();
  }

  @Override
  public void close() {
    kill();
  }

  public static void main(String[] args) {
    Member peer =
        new Member(args[1], Long.parseLong(args[2]), "127.0.0.1", Integer.parseInt(args[3]));
    ReplicationPort port = ReplicationPort.bind(TransportSettings.of("test"));
    Member self = new Member(args[0], 1, "127.0.0.1", port.port());
    try (GrizzlyTransport transport = new GrizzlyTransport(port, self, new Random())) {
      transport.start(new Answering(transport));
      transport.connectTo(List.of(peer));
      ChildProcess.serve(port.port());
    }
  }

  private record Answering(Transport transport) implements Transport.Listener {
    @Override
    public void onFrame(Member from, byte[] frame) {
      byte[] answer = new byte[ACK_BYTES];
      System.arraycopy(frame, 0, answer, 0, Math.min(frame.length, ACK_BYTES));
      transport.send(from, answer);
    }

    @Override
    public void onPeerDown(Member peer) {}

    @Override
    public void onPeerUp(Member peer) {}
  }
}
