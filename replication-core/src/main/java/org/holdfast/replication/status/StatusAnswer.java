// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * An answer of the server, after which it closes the connection.
 *
 * @param status code and reason, such as {@code 404 Not Found}
 * @param header a line for this answer alone, without its end; empty if it has none
 * @param body text of the answer
 */
record StatusAnswer(String status, String header, String body) {
  static final StatusAnswer MALFORMED = new StatusAnswer("400 Bad Request", "", "");
  static final StatusAnswer NO_TOKEN =
      new StatusAnswer("401 Unauthorized", "WWW-Authenticate: Bearer", "");
  static final StatusAnswer NOT_FOUND = new StatusAnswer("404 Not Found", "", "");
  static final StatusAnswer READ_ONLY =
      new StatusAnswer("405 Method Not Allowed", "Allow: GET", "");
  static final StatusAnswer TOO_LONG =
      new StatusAnswer("431 Request Header Fields Too Large", "", "");
  static final StatusAnswer FAILED = new StatusAnswer("500 Internal Server Error", "", "");

  static StatusAnswer json(String json) {
    return new StatusAnswer("200 OK", "Content-Type: application/json", json);
  }

  byte[] toBytes() {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 "
            + status
            + "\r\n"
            + (header.isEmpty() ? "" : header + "\r\n")
            + "Content-Length: "
            + content.length
            + "\r\nConnection: close\r\n\r\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + content.length);
    bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }
}
