// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The line that a request about a session answers: {@code counter=N session=FINGERPRINT node=NAME
 * new=true|false}.
 *
 * @param counter counter of the session after the request, 0 without a session
 * @param session fingerprint of the session id; never the id, which is a credential
 * @param node name of the node that answered
 * @param isNew whether this request began the session
 */
record SessionAnswer(int counter, String session, String node, boolean isNew) {
  private static final int FINGERPRINT_BYTES = 4;

  static SessionAnswer of(int counter, HttpSession session, String node, boolean isNew) {
    return new SessionAnswer(counter, fingerprint(session.getId()), node, isNew);
  }

  static SessionAnswer withoutSession(String node) {
    return new SessionAnswer(0, "none", node, false);
  }

  String line() {
    return "counter=" + counter + " session=" + session + " node=" + node + " new=" + isNew;
  }

  /** Hashes the id without its route, so that a takeover does not change the fingerprint. */
  static String fingerprint(String sessionId) {
    int route = sessionId.indexOf('.');
    String id = route < 0 ? sessionId : sessionId.substring(0, route);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
