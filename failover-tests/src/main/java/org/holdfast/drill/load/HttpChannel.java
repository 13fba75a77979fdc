// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

/** One connection. At most one request is in flight on it at any time. */
public interface HttpChannel {

  /** Sends a GET: {@link #send(String, String, RequestBody)} without a body. */
  default void send(String target, String cookie) {
    send(target, cookie, RequestBody.NONE);
  }

  /**
   * Sends a request; {@link ChannelEvents#onAnswer} or {@link ChannelEvents#onClosed} follows. Call
   * only when connected.
   *
   * @param target path and query
   * @param cookie value of the Cookie header, empty for none
   * @param body what a POST carries; {@link RequestBody#NONE} for a GET
   */
  void send(String target, String cookie, RequestBody body);

  /** Drops the connection; no event of it is delivered afterwards. Idempotent. */
  void close();
}
