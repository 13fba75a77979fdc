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

import java.util.List;

/**
 * A whole HTTP response.
 *
 * @param status status code
 * @param setCookies values of the Set-Cookie headers, in order
 * @param protectedHeader value of X-Holdfast-Protected, empty if absent
 * @param labelHeader value of X-Holdfast-State, empty if absent
 * @param retryAfterHeader value of Retry-After, empty if absent
 * @param keepAlive whether the connection may be used again
 * @param location value of Location, empty if absent
 */
public record HttpAnswer(
    int status,
    List<String> setCookies,
    String protectedHeader,
    String labelHeader,
    String retryAfterHeader,
    boolean keepAlive,
    String body,
    String location) {
  /** Of a body; engines read no more. */
  static final int MAX_BODY_BYTES = 1 << 20;

  /** What is told of an answer that was {@link FailureKind#ANSWER_TOO_LONG}. */
  public static final String TOO_LONG =
      "more than the " + MAX_BODY_BYTES / (1 << 20) + " MiB that this driver reads";

  /** An answer that names no other place. */
  public HttpAnswer(
      int status,
      List<String> setCookies,
      String protectedHeader,
      String labelHeader,
      String retryAfterHeader,
      boolean keepAlive,
      String body) {
    this(status, setCookies, protectedHeader, labelHeader, retryAfterHeader, keepAlive, body, "");
  }
}
