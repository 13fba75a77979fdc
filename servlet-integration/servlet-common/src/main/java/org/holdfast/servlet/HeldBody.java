// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import java.io.IOException;

/**
 * The part of a response's body that waits until the sessions of its request are replicated. The
 * writer or the stream that a page writes to holds it; the container has received nothing of it.
 *
 * <p>{@link CommitGuardedResponse} calls it on the thread that has the response.
 */
interface HeldBody {
  /**
   * The number of bytes or characters that may wait. When there are more, all are passed on once
   * the guard agrees.
   */
  int MOST = 32 * 1024;

  /**
   * Passes the body on to the container. Keeps the last byte if the response has reached its
   * declared length: with that byte the container would finish the response. The guard has agreed.
   */
  void pass() throws IOException;

  /**
   * Passes all of the body on, at the end of the response. The guard has agreed.
   *
   * @param close whether the application has closed the response
   * @param later called once the container has taken the body, if this returns false
   * @return false if the container was not ready to take the body
   */
  boolean finish(boolean close, Runnable later) throws IOException;

  /** Discards the body. */
  void clear();
}
