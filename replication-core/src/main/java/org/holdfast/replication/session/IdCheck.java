// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.holdfast.replication.config.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Makes and verifies the check of a session id: its last characters, 36 bits of HMAC-SHA-256 over
 * the key of the session. Without a secret, ids have no check. Thread-safe.
 */
final class IdCheck {
  /** Characters of a check. */
  static final int LENGTH = 6;

  private static final String ALGORITHM = "HmacSHA256";

  private final @Nullable SecretKeySpec secret;

  IdCheck(Secret secret) {
    this.secret = secret.isSet() ? new SecretKeySpec(secret.bytes(), ALGORITHM) : null;
  }

  /** Returns how many characters a check has: none without a secret. */
  int length() {
    return secret == null ? 0 : LENGTH;
  }

  /**
   * Whether {@code check} is that of {@code key}. The time tells nothing about where they differ.
   */
  boolean passes(String key, String check) {
    if (check.length() != length()) {
      return false;
    }
    return secret == null
        || MessageDigest.isEqual(
            of(key).getBytes(StandardCharsets.US_ASCII), check.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the check of a session's key; empty without a secret. */
  String of(String key) {
    if (secret == null) {
      return "";
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      byte[] code = mac.doFinal(key.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().encodeToString(code).substring(0, LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
