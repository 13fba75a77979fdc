// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A request for the status, as far as the server looks at it. The body of a request is never read.
 *
 * @param method such as {@code GET}
 * @param path decoded, without the query; empty if the target has none
 * @param authorization the first header of that name, or empty
 */
record StatusRequest(String method, String path, String authorization) {
  private static final String AUTHORIZATION = "Authorization";

  /**
   * Reads the head of a request, without the empty line at its end.
   *
   * @param head one character for each byte
   * @return null if it is not the head of a request of HTTP/1.0 or HTTP/1.1
   */
  static @Nullable StatusRequest of(String head) {
    String[] lines = head.split("\r\n", -1);
    String[] words = lines[0].split(" ", -1);
    if (words.length != 3 || words[0].isEmpty() || !words[2].matches("HTTP/1\\.[01]")) {
      return null;
    }
    String authorization = "";
    for (int i = lines.length - 1; i > 0; i--) {
      int colon = lines[i].indexOf(':');
      if (colon <= 0) {
        return null;
      }
      if (lines[i].substring(0, colon).equalsIgnoreCase(AUTHORIZATION)) {
        authorization = lines[i].substring(colon + 1).strip();
      }
    }
    try {
      String path = new URI(words[1]).getPath();
      return new StatusRequest(words[0], path == null ? "" : path, authorization);
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
