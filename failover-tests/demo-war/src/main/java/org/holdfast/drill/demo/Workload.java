/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
