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

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.holdfast.replication.transport.MalformedFrameException;

/** Hands the frames of a connection to the {@link InboundStream} attached to it. */
final class StreamFilter extends BaseFilter {
  private final Consumer<Connection<?>> onAccept;

  /**
   * Creates the filter.
   *
   * @param onAccept attaches a stream to an accepted connection, before anything is read from it
   */
  StreamFilter(Consumer<Connection<?>> onAccept) {
    this.onAccept = onAccept;
  }

  @Override
  public NextAction handleAccept(FilterChainContext context) throws IOException {
    onAccept.accept(context.getConnection());
    return context.getInvokeAction();
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    Connection<?> connection = context.getConnection();
    List<byte[]> frames = context.getMessage();
    InboundStream stream = InboundStream.of(connection);
    if (stream == null) {
      malformed(connection, new MalformedFrameException("frame before the handshake"));
      return context.getStopAction();
    }
    long bytes = 0;
    for (byte[] frame : frames) {
      bytes += frame.length + FrameSplitter.LENGTH_BYTES;
    }
    try {
      stream.onFrames(frames, bytes);
    } catch (MalformedFrameException e) {
      malformed(connection, e);
    }
    return context.getStopAction();
  }

  /** Closes {@code connection} at once and tells its stream why. */
  static void malformed(Connection<?> connection, MalformedFrameException reason) {
    InboundStream stream = InboundStream.of(connection);
    if (stream != null) {
      stream.onMalformed(reason);
    }
    connection.terminateSilently();
  }
}
