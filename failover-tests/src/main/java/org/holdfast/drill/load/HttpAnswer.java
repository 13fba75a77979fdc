// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
