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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.holdfast.replication.transport.MalformedFrameException;

/**
 * Turns what was read into the list of frames it completed, for whichever filter comes next, and
 * keeps the partial one with the connection. The next filter gets {@code List<byte[]>}, never
 * empty, rather than one call per frame: it sees where a read ends and can answer all of it at
 * once.
 */
final class FramingFilter extends BaseFilter {
  private static final Attribute<FrameSplitter> SPLITTER =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(FramingFilter.class.getName());

  private final GrizzlyMembershipStreams membership;

  /**
   * Creates the filter.
   *
   * @param membership takes over the connections that begin as those of membership do
   */
  FramingFilter(GrizzlyMembershipStreams membership) {
    this.membership = membership;
  }

  /** Admits long frames on {@code connection}; until then it takes none longer than a handshake. */
  static void allowFramesUpTo(Connection<?> connection, int bytes) {
    splitterOf(connection).allowFramesUpTo(bytes);
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    Buffer buffer = context.getMessage();
    List<byte[]> frames = new ArrayList<>();
    try {
      read(context.getConnection(), buffer.toByteBuffer(), frames);
    } catch (MalformedFrameException e) {
      StreamFilter.malformed(context.getConnection(), e);
      return context.getStopAction();
    } finally {
      buffer.tryDispose();
    }
    if (frames.isEmpty()) {
      return context.getStopAction();
    }
    context.setMessage(frames);
    return context.getInvokeAction();
  }

  private void read(Connection<?> connection, ByteBuffer bytes, List<byte[]> frames) {
    InboundStream stream = InboundStream.of(connection);
    if (stream instanceof MembershipConnection members) {
      members.read(bytes);
      return;
    }
    FrameSplitter splitter = splitterOf(connection);
    splitter.split(bytes, frames::add);
    if (splitter.isEnded()) {
      if (!frames.isEmpty() || stream == null || !stream.giveWay()) {
        throw new MalformedFrameException("a connection of membership must begin as such");
      }
      MembershipConnection accepted = membership.accept(connection);
      if (accepted == null) {
        connection.terminateSilently(); // not joined yet, or left already: the peer asks again
      } else {
        accepted.afterCookie().read(bytes);
      }
    }
  }

  private static FrameSplitter splitterOf(Connection<?> connection) {
    FrameSplitter splitter = SPLITTER.get(connection);
    if (splitter == null) {
      splitter = new FrameSplitter(HandshakeCodec.MAX_MESSAGE_BYTES, MembershipConnection.COOKIE);
      SPLITTER.set(connection, splitter);
    }
    return splitter;
  }
}
