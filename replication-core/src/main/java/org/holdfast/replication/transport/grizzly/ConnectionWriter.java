// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.asyncqueue.WritableMessage;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Writes to connections, encrypted if their port has TLS. Writes past Grizzly's filter chain, whose
 * contexts would cost more than the write's own work.
 */
final class ConnectionWriter {
  private ConnectionWriter() {}

  /**
   * Writes {@code bytes} at once if nothing waits before them and the socket has room; the rest
   * follows from the selector thread. The {@code handler} is called on either thread, may be called
   * under a lock of the connection, and must not wait for anything.
   */
  static void write(
      Connection<SocketAddress> connection,
      ByteBuffer bytes,
      CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler) {
    TlsConnection tls = TlsConnection.of(connection);
    if (tls == null) {
      writeAsItIs(connection, bytes, handler);
    } else {
      tls.write(bytes, handler);
    }
  }

  /** Writes {@code bytes} without encrypting them; as {@link #write} in all else. */
  static void writeAsItIs(
      Connection<SocketAddress> connection,
      ByteBuffer bytes,
      CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler) {
    TCPNIOTransport transport = (TCPNIOTransport) connection.getTransport();
    Buffer buffer = Buffers.wrap(connection.getMemoryManager(), bytes);
    try {
      transport.getAsyncQueueIO().getWriter().write(connection, buffer, handler);
    } finally {
      ThreadTraces.remove();
    }
  }

  /** Writes an empty frame; {@code then} runs once the operating system has it. */
  static void writeHeartBeat(Connection<SocketAddress> connection, Runnable then) {
    write(
        connection,
        ByteBuffer.allocate(FrameSplitter.LENGTH_BYTES),
        new EmptyCompletionHandler<>() {
          @Override
          public void completed(WriteResult<WritableMessage, SocketAddress> result) {
            then.run();
          }
        });
  }

  /** Writes one message of the handshake as a frame. */
  static void write(Connection<SocketAddress> connection, HandshakeMessage message) {
    byte[] bytes = HandshakeCodec.encode(message);
    ByteBuffer frame = ByteBuffer.allocate(FrameSplitter.LENGTH_BYTES + bytes.length);
    frame.putInt(bytes.length).put(bytes).flip();
    write(connection, frame, new EmptyCompletionHandler<>());
  }
}
