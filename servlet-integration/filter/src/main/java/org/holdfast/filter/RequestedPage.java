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

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the client asked for: relative links of the response lead on from there.
 *
 * @param path from the root of the host, as it was sent
 * @param query without its question mark; null if there was none
 */
record RequestedPage(String path, @Nullable String query) {
  /**
   * @param request as it came to the application: containers may change it when they dispatch it
   */
  static RequestedPage of(HttpServletRequest request) {
    if (request.getDispatcherType() == DispatcherType.FORWARD
        && request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) instanceof String path) {
      // Another application sent it here, and the client knows nothing of that.
      Object query = request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING);
      return new RequestedPage(path, query instanceof String text ? text : null);
    }
    return new RequestedPage(request.getRequestURI(), request.getQueryString());
  }

  /** A reference to the page itself, without its query, that a path parameter may follow. */
  String reference() {
    String segment = path.substring(path.lastIndexOf('/') + 1);
    // A colon would end the name of a scheme (RFC 3986, 4.2).
    return segment.indexOf(':') < 0 ? segment : "./" + segment;
  }
}
