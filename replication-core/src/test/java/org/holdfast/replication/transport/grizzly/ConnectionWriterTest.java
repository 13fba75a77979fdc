// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.junit.jupiter.api.Test;

class ConnectionWriterTest {
  @Test
  void writesNothing_whileNoPortHasSaidWhetherTheConnectionIsEncrypted() throws IOException {
    TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
    try (SocketChannel channel = SocketChannel.open()) {
      Connection<SocketAddress> connection = new TCPNIOConnection(transport, channel) {};

      assertThatThrownBy(() -> ConnectionWriter.writeHeartBeat(connection, () -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("does not know whether a connection is encrypted");
      assertThatThrownBy(() -> TlsConnection.refusal(connection, "node-1"))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
