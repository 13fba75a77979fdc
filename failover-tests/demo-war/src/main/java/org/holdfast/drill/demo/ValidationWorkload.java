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

import jakarta.servlet.http.HttpSession;

/** A session that knows whose it is: a name and a count, of which each request replaces one. */
final class ValidationWorkload {
  static final String OWNER = "validation.owner";
  static final String COUNT = "validation.count";

  /**
   * Counts one request of a client; called with the lock of the session held.
   *
   * @param client name of the client, empty for one that gives none
   * @return the session's count, 1 for its first request
   * @throws ForeignSessionException if the session's first request was another client's
   * @throws TornSessionException if there is a count but no owner, or the reverse
   */
  int step(HttpSession session, String client)
      throws ForeignSessionException, TornSessionException {
    int count = count(session);
    Object owner = session.getAttribute(OWNER);
    if ((count == 0) != (owner == null)) {
      throw new TornSessionException(
          "the session " + (owner == null ? "has no" : "has an") + " owner but counts " + count);
    }
    if (owner == null) {
      session.setAttribute(OWNER, client);
    } else if (!owner.equals(client)) {
      throw new ForeignSessionException("the session belongs to another client");
    }
    session.setAttribute(COUNT, count + 1);
    return count + 1;
  }

  /** Returns the count without changing it, 0 if there is none yet. */
  static int count(HttpSession session) {
    return session.getAttribute(COUNT) instanceof Integer count ? count : 0;
  }
}
