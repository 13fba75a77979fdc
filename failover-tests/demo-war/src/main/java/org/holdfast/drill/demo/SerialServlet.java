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

/**
 * Serves a workload by the rules of ClusterBench: the answer is the number of earlier requests in
 * the session and nothing else, so the first is 0 and each further one higher by 1. With the
 * parameter {@code readonly} the request is not counted, with {@code invalidate} it ends the
 * session; their values do not matter.
 *
 * @see <a href="https://github.com/clusterbench/clusterbench">ClusterBench</a>
 */
final class SerialServlet extends SessionServlet {
  private static final long serialVersionUID = 1L;

  private final transient SessionLocks locks;
  private final transient Workload workload;

  SerialServlet(String nodeName, SessionLocks locks, Workload workload) {
    super(nodeName);
    this.locks = locks;
    this.workload = workload;
  }

  @Override
  SessionAnswer answer(HttpServletRequest request) throws RefusedException {
    Workload asked = workload.askedBy(request);
    boolean isNew = request.getSession(false) == null;
    boolean readOnly = request.getParameter("readonly") != null;
    boolean last = !readOnly && request.getParameter("invalidate") != null;
    return whileValid(
        request.getSession(true),
        session -> {
          int serial = serial(asked, session, readOnly);
          SessionAnswer answer = SessionAnswer.of(serial, session, nodeName, isNew);
          if (last) {
            session.invalidate();
          }
          return answer;
        });
  }

  private int serial(Workload asked, HttpSession session, boolean readOnly)
      throws RefusedException {
    synchronized (locks.of(session)) {
      return readOnly ? asked.count(session) : asked.step(session) - 1;
    }
  }

  @Override
  String text(SessionAnswer answer) {
    return Integer.toString(answer.counter());
  }
}
