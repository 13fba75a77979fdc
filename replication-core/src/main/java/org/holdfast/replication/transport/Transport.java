// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

import java.util.Collection;
import org.holdfast.replication.membership.Member;

/**
 * The port to the network: one ordered stream of frames to each listed member. Frames to one peer
 * arrive in the order in which {@link #send} accepted them, each at most once. A frame may be lost
 * with its connection; the protocol asks for what is missing and sends it again.
 *
 * <p>Any thread may call any method. Only {@link #start} and {@link #close} may block.
 */
public interface Transport extends AutoCloseable {

  /**
   * A receiver of frames and of changes of streams. The transport calls it on threads of its own
   * and must not be blocked, as other peers wait for the same thread. It calls {@link #onFrame} in
   * order and by one thread at a time for one peer, but at the same time for different peers. It
   * calls {@link #onPeerDown} and {@link #onPeerUp} in order for each peer, possibly at the same
   * time as {@link #onFrame}.
   */
  interface Listener {
    /**
     * Receives a whole frame from a member that is listed, or was in an earlier list. Frames that
     * the listener sends during this call may leave only after it has received all frames that
     * arrived together with this one.
     *
     * @param from the sender with the address of the list that had it last, whatever address it
     *     claims itself
     * @param frame belongs to the listener, which may keep and change it
     * @throws org.holdfast.replication.transport.MalformedFrameException if the listener cannot
     *     understand the frame; then the transport closes the connection. After any other exception
     *     it does so, too, and logs the stack trace
     */
    void onFrame(Member from, byte[] frame);

    /**
     * Takes note that the stream to {@code peer} broke or could not be opened: frames that the peer
     * has not received yet are lost. Called once until {@link #onPeerUp}, however many attempts to
     * reconnect fail. Not called for a member that {@link #connectTo} left out, nor after {@link
     * #close}.
     */
    void onPeerDown(Member peer);

    /** Takes note that the stream to {@code peer} is open (again), after a handshake. */
    void onPeerUp(Member peer);
  }

  /**
   * Begins to accept connections. Call it once, before any other method.
   *
   * @throws TransportException if it cannot accept connections
   * @throws IllegalStateException if it was started or closed before
   */
  void start(Listener listener);

  /**
   * Replaces the list of members. Opens a stream to each new member. Closes the streams to members
   * that are not listed any more, and drops their queues.
   *
   * <p>The listed members may also connect to this one. A member that no list has had yet waits
   * until one does, or until the handshake times out. If an earlier list had another incarnation of
   * a name, the listed one replaces it: the transport delivers nothing more from the replaced
   * member and lets it not connect, until a list has it again. The own member may be listed and is
   * ignored.
   *
   * @throws IllegalStateException before {@link #start}
   */
  void connectTo(Collection<Member> members);

  /**
   * Queues {@code frame} for {@code peer}. The calling thread writes it if the socket is free;
   * while the socket is busy, frames gather and leave in one write. While the peer is down, frames
   * wait for the next attempt to connect and are lost if that fails.
   *
   * @param frame not empty; the caller must not change it any more
   * @return whether the transport accepted it; {@code false} if the queue is over its bound, the
   *     frame is longer than {@link TransportSettings#maxFrameBytes} (logged) or the peer is not
   *     listed
   * @throws IllegalArgumentException if {@code frame} is empty
   */
  boolean send(Member peer, byte[] frame);

  /**
   * Stops listening, closes every connection and ends every thread that the transport started.
   * Waits for them a bounded time. Does nothing the second time.
   */
  @Override
  void close();
}
