// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * An answer without a length, whose body is what comes until the server closes the connection. Used
 * by the connection's selector thread alone.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-6.3">RFC 9112, section 6.3</a>
 */
final class UndelimitedAnswer {
  private final HttpAnswer head;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  /**
   * @param head the answer, without its body
   */
  UndelimitedAnswer(HttpAnswer head) {
    this.head = head;
  }

  /** Takes a part of the body; false once it is longer than {@code mostBytes}. */
  boolean add(byte[] part, int mostBytes) {
    body.writeBytes(part);
    return body.size() <= mostBytes;
  }

  /** The whole answer, now that the connection has ended. */
  HttpAnswer whole() {
    return new HttpAnswer(
        head.status(),
        head.setCookies(),
        head.protectedHeader(),
        head.labelHeader(),
        head.retryAfterHeader(),
        false,
        body.toString(StandardCharsets.UTF_8),
        head.location());
  }
}
