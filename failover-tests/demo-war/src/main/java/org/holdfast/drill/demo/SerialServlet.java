// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
