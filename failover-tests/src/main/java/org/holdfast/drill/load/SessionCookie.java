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

package org.holdfast.drill.load;

import java.net.HttpCookie;
import java.util.List;
import java.util.Optional;

/**
 * The cookie that names a user's session and its sticky node.
 *
 * @param value what is sent back, a credential: never logged
 * @param route name of the node after the last dot, empty if there is none
 */
record SessionCookie(String value, String route) {
  private static final String NAME = "JSESSIONID";

  /**
   * Finds the last session cookie that {@code setCookies} sets; deleted and foreign ones count not.
   */
  static Optional<SessionCookie> find(List<String> setCookies) {
    SessionCookie found = null;
    for (String header : setCookies) {
      for (HttpCookie cookie : parse(header)) {
        if (cookie.getName().equals(NAME)
            && !cookie.getValue().isEmpty()
            && cookie.getMaxAge() != 0) {
          found = of(cookie.getValue());
        }
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns the Cookie header to send. */
  String header() {
    return NAME + "=" + value;
  }

  private static SessionCookie of(String value) {
    int dot = value.lastIndexOf('.');
    return new SessionCookie(value, dot < 0 ? "" : value.substring(dot + 1));
  }

  private static List<HttpCookie> parse(String header) {
    try {
      return HttpCookie.parse(header);
    } catch (IllegalArgumentException e) {
      return List.of(); // as a browser does with a cookie it cannot read
    }
  }
}
