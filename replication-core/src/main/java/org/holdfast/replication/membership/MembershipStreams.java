// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Carries the messages of the membership protocol between addresses, before and after these are
 * addresses of members. Messages may be lost, and may overtake each other; the protocol repairs
 * both.
 *
 * <p>All methods may be called from any thread. Only {@link #open} and {@link #close} block.
 */
public interface MembershipStreams {

  /** A receiver of messages and of the ends of connections. It must not block: other peers wait. */
  interface Listener {
    /**
     * Receives a whole message.
     *
     * @param from the address that the sender has named, which is not proven
     * @param unproven the host of a sender that has not proven to be a member; null if it has
     * @param senders the names of the members for which the sender may speak: all in plaintext,
     *     which {@code migrate} accepts as well
     * @param known the notes of the listener about the connection; empty at first, and used by no
     *     other thread meanwhile
     * @return false if the message is ignored: the connection counts as a silent one
     * @throws IOException if no member sends such a message; its connection is then closed
     */
    boolean onMessage(
        InetSocketAddress from,
        @Nullable InetAddress unproven,
        Predicate<String> senders,
        Set<Object> known,
        byte[] message)
        throws IOException;

    /** Returns whether a member may start at {@code host}. Does not wait for a name service. */
    boolean expects(InetAddress host);

    /** Takes note that a connection was closed since no member sends such bytes. */
    void onMalformed(String reason);

    /**
     * Takes note that a connection was closed since the peer, or this process, could not prove
     * itself to the other.
     */
    void onUnproven(String peer, String reason);

    /** Takes note that no process listens at {@code peer}. */
    void onRefused(InetSocketAddress peer);

    /**
     * Takes note that {@code peer} closed its last connection without a farewell, as a killed
     * process does.
     */
    void onClosed(InetSocketAddress peer);
  }

  /**
   * The rules of the membership protocol.
   *
   * @param version its version, which a connection begins with
   * @param maxMessageBytes longest message that is received
   * @param patience silence of a peer after which its connections are closed, the next time that
   *     something is sent to it
   */
  record Rules(short version, int maxMessageBytes, Duration patience) {}

  /**
   * Begins to receive; must be called once, before anything else.
   *
   * @return the address at which others reach this process
   * @throws IOException if it cannot listen
   */
  InetSocketAddress open(Rules rules, Listener listener) throws IOException;

  /**
   * Sends a copy of {@code length} bytes. Opens a connection if there is none: the message waits
   * for it, or is lost if too many wait already.
   */
  void send(InetSocketAddress peer, byte[] bytes, int offset, int length);

  /** Closes the connections to all peers that are not {@code wanted}. */
  void retain(Predicate<InetSocketAddress> wanted);

  /** Says farewell to all peers and closes their connections. Idempotent; waits a bounded time. */
  void close();
}
