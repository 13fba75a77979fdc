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

/** Counts each request in its session, which it begins where there is none. */
final class CountingServlet extends SessionServlet {
  private static final long serialVersionUID = 1L;

  private final transient SessionLocks locks;
  private final transient Workload workload;

  CountingServlet(String nodeName, SessionLocks locks, Workload workload) {
    super(nodeName);
    this.locks = locks;
    this.workload = workload;
  }

  @Override
  SessionAnswer answer(HttpServletRequest request) throws RefusedException {
    Workload asked = workload.askedBy(request);
    boolean isNew = request.getSession(false) == null;
    return whileValid(request.getSession(true), session -> count(asked, session, isNew));
  }

  private SessionAnswer count(Workload asked, HttpSession session, boolean isNew)
      throws RefusedException {
    int count;
    synchronized (locks.of(session)) {
      count = asked.step(session);
    }
    return SessionAnswer.of(count, session, nodeName, isNew);
  }
}
