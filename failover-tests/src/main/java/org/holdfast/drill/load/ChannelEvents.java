// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

/**
 * What happens to a connection: {@code onRefused} alone, or {@code onConnected}, any number of
 * {@code onAnswer}, and {@code onClosed} at most once. Whether a close was idle or cost a request
 * is for the listener to know: it knows whether it was waiting. Called from the engine's threads
 * and from within {@code connect} and {@code send}; must not block.
 */
public interface ChannelEvents {

  void onConnected(long generation, HttpChannel channel);

  /** The connection never opened. */
  void onRefused(long generation, Throwable cause);

  /** A whole answer came; half ones are never delivered. */
  void onAnswer(long generation, HttpAnswer answer);

  /**
   * The connection ended, from the other side or by an unreadable answer.
   *
   * @param kind what that means for a request that was under way: {@link
   *     FailureKind#LOST_IN_FLIGHT} or {@link FailureKind#ANSWER_TOO_LONG}
   */
  void onClosed(long generation, FailureKind kind);
}
