// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import java.io.IOException;

/**
 * The part of a body that waits until the sessions of its request are replicated: the writer or the
 * stream that a page writes to. Nothing of it has reached the container.
 */
interface HeldBody {
  /** The most bytes or characters that wait; more are passed on, once the guard agrees. */
  int MOST = 32 * 1024;

  /** Passes the body on, but for the last byte of a whole response. The guard has agreed. */
  void pass() throws IOException;

  /**
   * Passes all of the body on, at the end of the response. The guard has agreed.
   *
   * @param close whether the application has closed the response
   * @param later called when the container has taken the body, if it was not ready for that
   * @return whether the container has taken it
   */
  boolean finish(boolean close, Runnable later) throws IOException;

  /** Discards the body. */
  void clear();
}
