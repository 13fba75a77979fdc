// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport;

import java.util.Collection;
import org.holdfast.replication.membership.Member;

/**
 * The port to the network. Frames to one peer arrive in the order in which they were accepted, each
 * at most once, or not at all after a connection was lost; the protocol repairs what is missing.
 *
 * <p>All methods may be called from any thread and never block, except {@link #start} and {@link
 * #close}.
 */
public interface Transport extends AutoCloseable {

  /**
   * A receiver of frames and of changes of streams. Frames of one peer come in order, from one
   * thread at a time; frames of different peers may come at once, and so may {@link #onPeerDown}
   * and {@link #onPeerUp}, which come in order for each peer. Must not block: other peers wait.
   */
  interface Listener {
    /**
     * Receives a whole frame from a member that is listed, or was in an earlier list. {@code from}
     * is that member as it was listed last, not as it describes itself. The array belongs to the
     * listener. Frames that it sends from within this call may leave only after it has received the
     * other frames that arrived together with this one.
     *
     * @throws org.holdfast.replication.transport.MalformedFrameException if it cannot be
     *     understood; the transport then closes the connection it came from, and so it does, with
     *     the stack trace in the log, if anything else is thrown
     */
    void onFrame(Member from, byte[] frame);

    /**
     * Takes note that the stream to {@code peer} broke or could not be opened: frames not yet
     * delivered are lost. Called once per change, and again for each failed attempt to reconnect
     * only if {@link #onPeerUp} came between. Not called for a member that {@link #connectTo} left
     * out, nor after {@link #close}.
     */
    void onPeerDown(Member peer);

    /** Takes note that the stream to {@code peer} is open (again), after a handshake. */
    void onPeerUp(Member peer);
  }

  /**
   * Begins to accept connections, and to allow {@link #connectTo}; must be called once, before
   * anything else.
   *
   * @throws TransportException if it cannot accept connections
   * @throws IllegalStateException if it was started or closed before
   */
  void start(Listener listener);

  /**
   * Opens streams to new members, closes the streams to members that are not listed any more, and
   * forgets their queues. From now on listed members may connect, too; a member that was never
   * listed waits for that until the handshake times out. The own member may be listed and is
   * ignored. A member of a name that another incarnation had in earlier lists replaces that one:
   * nothing more is delivered from the replaced member, and it cannot connect, until it is listed
   * again.
   *
   * @throws IllegalStateException before {@link #start}
   */
  void connectTo(Collection<Member> members);

  /**
   * Queues {@code frame} for {@code peer}. Frames queued while the socket is busy leave in one
   * write; otherwise the calling thread writes. While the peer is down, frames wait for the next
   * attempt to connect and are lost if it fails.
   *
   * @param frame not to be changed any more
   * @return whether it was accepted; {@code false} if the queue is over its bound, the frame is
   *     longer than {@link TransportSettings#maxFrameBytes} (logged) or the peer is not listed
   * @throws IllegalArgumentException if {@code frame} is empty
   */
  boolean send(Member peer, byte[] frame);

  /**
   * Stops listening, closes every connection, ends every thread it started. Idempotent; waits a
   * bounded time.
   */
  @Override
  void close();
}
