/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
