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

package org.holdfast.servlet.session;

/**
 * The session exists, or may exist, but cannot be reached now.
 *
 * <p>Unchecked, because Tomcat takes a checked one for "no such session" and would create a new
 * one. An application that catches it gains nothing: its response is 503 all the same. Without a
 * stack trace, which would only fill the log while a node is away.
 */
public final class SessionUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the log and whoever looks at the response
   */
  public SessionUnavailableException(String reason) {
    super(
        "session cannot be reached, the client is asked to come back: " + reason,
        null,
        false,
        false);
  }
}
