// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.util.List;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * The reader of one connection, attached to it. Called by the selector thread of that connection
 * alone.
 */
interface InboundStream {
  Attribute<InboundStream> ATTRIBUTE =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(InboundStream.class.getName());

  /**
   * Receives all frames that one read completed, at least one, in order; {@code bytes} counts them
   * with their lengths.
   */
  void onFrames(List<byte[]> frames, long bytes);

  /** Takes note that the bytes cannot be split into frames, or that a frame is not allowed now. */
  void onMalformed(MalformedFrameException reason);

  /** Takes note that TLS with the peer failed, which closes the connection. */
  default void onTlsFailure(String reason) {
    onMalformed(new MalformedFrameException("TLS: " + reason));
  }

  /** Leaves the connection to another stream; returns false if it belongs to this one for good. */
  default boolean giveWay() {
    return false;
  }

  static @Nullable InboundStream of(Connection<?> connection) {
    return ATTRIBUTE.get(connection);
  }

  default void attachTo(Connection<?> connection) {
    ATTRIBUTE.set(connection, this);
  }
}
