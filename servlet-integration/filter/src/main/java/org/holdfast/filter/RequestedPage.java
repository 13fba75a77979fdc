// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The page that the client asked for. Browsers resolve relative links of the response against it,
 * so {@link SessionTracking} needs it for links without a path. Immutable.
 *
 * <p>The client chose this text, and pages print links unescaped. So the methods percent-encode
 * characters that could end an HTML attribute or begin an element. The links lead to the same page.
 *
 * @param path from the root of the host, as it was sent
 * @param query without its question mark; null if there was none
 */
record RequestedPage(String path, @Nullable String query) {
  /** The attribute with the query of a failed request, known to containers of Servlet 6.1. */
  private static final String ERROR_QUERY_STRING = "jakarta.servlet.error.query_string";

  /**
   * Returns the page of {@code request}.
   *
   * @param request as it came to the filter: containers may change it when they dispatch it
   */
  static RequestedPage of(HttpServletRequest request) {
    DispatcherType type = request.getDispatcherType();
    if (type == DispatcherType.FORWARD
        && request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) instanceof String path) {
      // Another application forwarded the request: the client still sees that application's path.
      return new RequestedPage(path, text(request, RequestDispatcher.FORWARD_QUERY_STRING));
    }
    if (type == DispatcherType.ERROR
        && request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
      return new RequestedPage(path, text(request, ERROR_QUERY_STRING));
    }
    return new RequestedPage(request.getRequestURI(), request.getQueryString());
  }

  private static @Nullable String text(HttpServletRequest request, String attribute) {
    return request.getAttribute(attribute) instanceof String text ? text : null;
  }

  /**
   * Returns a reference to the page itself, without its query, that a path parameter may follow.
   */
  String reference() {
    String segment = quoted(path.substring(path.lastIndexOf('/') + 1));
    // A colon would end the name of a scheme (RFC 3986, 4.2).
    return segment.indexOf(':') < 0 ? segment : "./" + segment;
  }

  /** Returns the query with its question mark; empty if there was none. */
  String queryReference() {
    return query == null ? "" : "?" + quoted(query);
  }

  private static String quoted(String text) {
    return text.replace("'", "%27").replace("\"", "%22").replace("<", "%3C").replace(">", "%3E");
  }
}
