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

package org.holdfast.filter;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * An id that a client asks for.
 *
 * @param text as the client sent it, with a route perhaps
 * @param fromCookie else from the path
 */
record RequestedId(String text, boolean fromCookie) {
  /** All of a request, in the order in which they are tried: several cookies may have the name. */
  static List<RequestedId> of(HttpServletRequest request, SessionTracking tracking) {
    List<RequestedId> ids = new ArrayList<>(2);
    Cookie[] cookies = tracking.usesCookies() ? request.getCookies() : null;
    if (cookies != null) {
      for (Cookie cookie : cookies) {
        if (cookie.getName().equals(tracking.cookieName()) && cookie.getValue() != null) {
          ids.add(new RequestedId(cookie.getValue(), true));
        }
      }
    }
    if (tracking.usesUrls()) {
      String inPath = SessionTracking.idIn(request.getRequestURI());
      if (inPath == null && request.isRequestedSessionIdFromURL()) {
        // Some containers take it out of the path.
        inPath = request.getRequestedSessionId();
      }
      if (inPath != null) {
        ids.add(new RequestedId(inPath, false));
      }
    }
    return ids;
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session id from the " + (fromCookie ? "cookie" : "path");
  }
}
