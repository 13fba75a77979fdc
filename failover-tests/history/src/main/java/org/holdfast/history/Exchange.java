// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

/**
 * A request about a session and its outcome.
 *
 * @param request the kind of the request
 * @param sentNanos the time at which the client began to send, on any one monotonic clock
 * @param doneNanos the time at which it was answered or given up, on the same clock; not before
 *     {@code sentNanos}
 * @param node name of the node asked
 * @param sentId fingerprint of the session id that the request carried, never the id itself; empty
 *     if it carried none, so that a session that is begun for it replaces nothing. A log that does
 *     not know leaves it empty throughout and has one session only
 * @param mixed the further data of an exchange of the mixed workload; {@link Mixed#NONE} for others
 */
public record Exchange(
    Request request,
    long sentNanos,
    long doneNanos,
    String node,
    String sentId,
    Reply reply,
    Mixed mixed) {

  public Exchange {
    if (doneNanos - sentNanos < 0) {
      throw new IllegalArgumentException(
          request
              + " to "
              + node
              + " must not be done before it was sent, was sent at "
              + sentNanos
              + " ns and done at "
              + doneNanos
              + " ns");
    }
  }

  /** Makes an exchange about the counter of a session. */
  public Exchange(
      Request request, long sentNanos, long doneNanos, String node, String sentId, Reply reply) {
    this(request, sentNanos, doneNanos, node, sentId, reply, Mixed.NONE);
  }

  /** Returns this exchange with another reply. */
  public Exchange withReply(Reply other) {
    return new Exchange(request, sentNanos, doneNanos, node, sentId, other, mixed);
  }

  /** Tells whether the request ran, or may yet. */
  boolean mayHaveRun() {
    return reply instanceof Reply.Served
        || (reply instanceof Reply.Unanswered unanswered && unanswered.mayHaveBeenApplied());
  }

  /** Tells whether the request added one to the counter, or may yet. */
  boolean mayAdd() {
    return request.adds() && mayHaveRun();
  }
}
