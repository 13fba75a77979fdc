// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
