// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Arrays;
import java.util.Set;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.nio.DefaultSelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A connection of Grizzly's with all its queues, flags and listeners, over a socket that has room
 * for everything. No thread of Grizzly's runs: what is written or closed is so when the call
 * returns.
 */
final class SunkConnection extends TCPNIOConnection {
  private static final InetSocketAddress PEER = new InetSocketAddress("127.0.0.1", 7000);
  private static final int WRITE_BUFFER_BYTES = 1 << 16;
  private static final TCPNIOTransport TRANSPORT = transport();

  private final Sink sink;

  SunkConnection() {
    this(new Sink());
  }

  private SunkConnection(Sink sink) {
    super(TRANSPORT, sink);
    this.sink = sink;
    TlsConnection.none(this);
  }

  private static TCPNIOTransport transport() {
    TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
    transport.setSelectorHandler(
        new DefaultSelectorHandler() {
          @Override
          public void execute(
              SelectorRunner runner, Task task, @Nullable CompletionHandler<Task> handler) {
            // At the end only the socket is left to close.
          }
        });
    return transport;
  }

  @Override
  public SocketAddress getPeerAddress() {
    return PEER;
  }

  @Override
  public int getWriteBufferSize() {
    return WRITE_BUFFER_BYTES;
  }

  /** The bytes written so far. */
  byte[] written() {
    return Arrays.copyOf(sink.bytes, sink.length);
  }

  /** Plain fields, so that two writers at once would spoil them. */
  private static final class Sink extends SocketChannel {
    private byte[] bytes = new byte[64];
    private int length;

    Sink() {
      super(SelectorProvider.provider());
    }

    @Override
    public int write(ByteBuffer from) {
      int count = from.remaining();
      if (bytes.length - length < count) {
        bytes = Arrays.copyOf(bytes, 2 * (length + count));
      }
      from.get(bytes, length, count);
      length += count;
      return count;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int count) {
      long written = 0;
      for (int i = offset; i < offset + count; i++) {
        written += write(from[i]);
      }
      return written;
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public boolean isConnectionPending() {
      return false;
    }

    @Override
    public boolean connect(SocketAddress remote) {
      return true;
    }

    @Override
    public boolean finishConnect() {
      return true;
    }

    @Override
    public int read(ByteBuffer to) {
      return 0;
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int count) {
      return 0;
    }

    @Override
    public SocketAddress getRemoteAddress() {
      return PEER;
    }

    @Override
    public SocketAddress getLocalAddress() {
      return PEER;
    }

    @Override
    public SocketChannel bind(SocketAddress local) {
      return this;
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
      return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
      throw new UnsupportedOperationException(name + " of a socket that is none");
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
      return Set.of();
    }

    @Override
    public SocketChannel shutdownInput() {
      return this;
    }

    @Override
    public SocketChannel shutdownOutput() {
      return this;
    }

    @Override
    public Socket socket() {
      throw new UnsupportedOperationException("there is no socket behind this channel");
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    protected void implConfigureBlocking(boolean block) {}
  }
}
