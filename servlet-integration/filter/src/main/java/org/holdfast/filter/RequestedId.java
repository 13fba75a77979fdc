// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.servlet.session.RoutedId;
import org.jspecify.annotations.Nullable;

/**
 * An id that a client asks for.
 *
 * @param id of a session of this application
 * @param all all ids that the client sent: in a cookie that applications share, the ids of others,
 *     too
 * @param fromCookie whether the id came in a cookie, else in the path
 */
record RequestedId(RoutedId id, RoutedId all, boolean fromCookie) {
  /**
   * Returns all ids of a request, in the order in which they are tried: several cookies may have
   * the name.
   */
  static List<RequestedId> of(HttpServletRequest request, FilterSessions sessions) {
    SessionTracking tracking = sessions.tracking();
    List<RequestedId> ids = new ArrayList<>(2);
    Cookie[] cookies = tracking.usesCookies() ? request.getCookies() : null;
    if (cookies != null) {
      for (Cookie cookie : cookies) {
        if (cookie.getName().equals(tracking.cookieName()) && cookie.getValue() != null) {
          add(ids, cookie.getValue(), true, sessions);
        }
      }
    }
    if (tracking.usesUrls()) {
      String inPath = tracking.idIn(request.getRequestURI());
      if (inPath == null && request.isRequestedSessionIdFromURL()) {
        // Some containers take it out of the path.
        inPath = request.getRequestedSessionId();
      }
      if (inPath != null) {
        add(ids, inPath, false, sessions);
      }
    }
    return ids;
  }

  private static void add(
      List<RequestedId> ids, String text, boolean fromCookie, FilterSessions sessions) {
    RoutedId all = RoutedId.parse(text);
    @Nullable RoutedId own = all.of(sessions.cluster()::isOwn);
    // An application that has none yet must keep the ids of the others.
    ids.add(new RequestedId(own == null ? new RoutedId(List.of(""), null) : own, all, fromCookie));
  }

  boolean isOwn() {
    return !id.id().isEmpty();
  }

  /**
   * Returns the id of this application as the client sent it, or all ids if it sent none of this
   * one.
   */
  String text() {
    RoutedId sent = isOwn() ? id : all;
    return RoutedId.join(sent.ids(), sent.route());
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session id from the " + (fromCookie ? "cookie" : "path");
  }
}
