// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** One shape of session and what a request does to it. Has no state of its own. */
interface Workload {

  /**
   * Returns what works on the session of one request: this, unless the request says more than its
   * session. Called before the request has begun one.
   *
   * @throws RefusedException if the request is not to be answered
   */
  default Workload askedBy(HttpServletRequest request) throws RefusedException {
    return this;
  }

  /**
   * Counts one request in the session; called with the lock of the session held.
   *
   * @return the session's count, 1 for its first request
   * @throws RefusedException if the parts of the session contradict each other, or contradict the
   *     request
   */
  int step(HttpSession session) throws RefusedException;

  /**
   * Returns the session's count without changing it, 0 if this workload never counted there.
   *
   * @throws RefusedException as from {@link #step}, where that is seen by reading alone
   */
  int count(HttpSession session) throws RefusedException;
}
