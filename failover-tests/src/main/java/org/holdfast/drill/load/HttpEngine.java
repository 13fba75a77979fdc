// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.net.InetSocketAddress;

/** Port to an HTTP client whose calls never block and whose events say exactly what happened. */
public interface HttpEngine extends AutoCloseable {

  /**
   * Starts to connect. {@code events} hears {@link ChannelEvents#onConnected} or {@link
   * ChannelEvents#onRefused}, perhaps before this method returns.
   *
   * @param generation handed back with every event of this connection, so that a late one is never
   *     taken for an event of the connection that followed
   * @return the connection; closing it before it is connected gives the attempt up
   */
  HttpChannel connect(InetSocketAddress address, long generation, ChannelEvents events);

  /** Drops every connection and ends the engine's threads; no event is delivered afterwards. */
  @Override
  void close();
}
