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
