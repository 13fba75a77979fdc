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
import java.util.regex.Pattern;

/**
 * Counts only in a session that is still there and is the client's own, so that a load tool which
 * looks at status codes alone notices a lost session too.
 *
 * <p>A client that names a session which is not here gets 404, once: that answer begins a new
 * session. {@code ?client=NAME} says who asks; whoever begins a session owns it, and any other,
 * unnamed ones too, gets 403.
 */
final class ValidationServlet extends SessionServlet {
  private static final long serialVersionUID = 1L;
  private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9._-]{1,32}");

  private final transient SessionLocks locks;
  private final transient ValidationWorkload workload = new ValidationWorkload();

  ValidationServlet(String nodeName, SessionLocks locks) {
    super(nodeName);
    this.locks = locks;
  }

  @Override
  SessionAnswer answer(HttpServletRequest request) throws RefusedException {
    String client = client(request);
    boolean isNew = request.getSession(false) == null;
    HttpSession session = request.getSession(true);
    if (isNew && request.getRequestedSessionId() != null) {
      throw new NoSessionException(
          "the session that the client asked for is not here, so a new one begins");
    }
    return whileValid(session, s -> count(s, client, isNew));
  }

  private SessionAnswer count(HttpSession session, String client, boolean isNew)
      throws RefusedException {
    int count;
    synchronized (locks.of(session)) {
      count = workload.step(session, client);
    }
    return SessionAnswer.of(count, session, nodeName, isNew);
  }

  private static String client(HttpServletRequest request) throws BadParameterException {
    String client = request.getParameter("client");
    if (client == null) {
      return "";
    }
    if (!CLIENT.matcher(client).matches()) {
      throw new BadParameterException(
          "client must be 1 to 32 letters, digits, \".\", \"_\" or \"-\"", client);
    }
    return client;
  }
}
