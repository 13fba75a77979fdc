// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.id;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A session id in its two parts: a key that never changes, by which the session is placed and
 * found, and a secret that changes at a login. So a change of id is one atomic step of one session
 * and moves nothing.
 *
 * @param key 16 characters: 4 that follow from the application, so that another application's id is
 *     known as foreign without asking other nodes, and 72 random bits
 * @param secret 22 characters, 128 random bits; and 6 more that prove the key to be made here, if
 *     the cluster has a secret for that
 */
public record SessionId(String key, String secret) {
  /** Returns whether {@code other} is the secret, in constant time: the secret is a credential. */
  public boolean hasSecret(String other) {
    // Without the arrays that MessageDigest.isEqual wants: each request comes here.
    int differs = secret.length() ^ other.length();
    for (int i = Math.min(secret.length(), other.length()) - 1; i >= 0; i--) {
      differs |= secret.charAt(i) ^ other.charAt(i);
    }
    return differs == 0;
  }

  public String full() {
    return key + secret;
  }

  /** Returns a text for logs, which tells sessions apart and opens none. */
  public String fingerprint() {
    return "#" + HexFormat.of().formatHex(sha256(key), 0, 4);
  }

  @Override
  public String toString() {
    return fingerprint();
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
