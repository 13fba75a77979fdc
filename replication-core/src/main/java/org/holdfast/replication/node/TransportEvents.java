// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.wire.MessageCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that brings the transport's events to the replica: messages at once, changes of peers
 * through the protocol thread.
 */
final class TransportEvents implements Transport.Listener {
  private static final Logger log = LoggerFactory.getLogger(TransportEvents.class);

  private final Replica replica;
  private final ProtocolThread protocol;
  private final LongSupplier clock;
  private final RareLines rare = new RareLines();

  TransportEvents(Replica replica, ProtocolThread protocol, LongSupplier clock) {
    this.replica = replica;
    this.protocol = protocol;
    this.clock = clock;
  }

  @Override
  public void onFrame(Member from, byte[] frame) {
    Message message = MessageCodec.decode(frame);
    try {
      replica.onMessage(from, message, clock.getAsLong());
    } catch (RuntimeException e) {
      // The frame was good: a callback that failed on it is no reason to lose the stream.
      rare.add(
          "waiter failed",
          clock.getAsLong(),
          line -> log.error(line, e),
          "a message from "
              + from
              + " was processed, but a callback that waited for it failed; the connection stays"
              + " open");
    }
  }

  @Override
  public void onPeerDown(Member peer) {
    protocol.run(
        () -> {
          replica.noticeStop(clock.getAsLong());
          replica.onPeerDown(peer);
        });
  }

  @Override
  public void onPeerUp(Member peer) {
    protocol.run(() -> replica.onPeerUp(peer));
  }
}
