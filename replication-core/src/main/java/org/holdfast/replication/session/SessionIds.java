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

package org.holdfast.replication.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.holdfast.replication.config.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Draws and reads the session ids of one application. Thread-safe.
 *
 * <p>With a secret, an id ends in 36 bits of HMAC-SHA-256 over its key: whoever makes ids up gets
 * past that once in 69 billion times, and all others cost the cluster nothing.
 */
final class SessionIds {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final int PREFIX_LENGTH = 4;
  private static final int KEY_LENGTH = 16;
  private static final int LENGTH = 38;
  private static final int CHECK_LENGTH = 6;
  private static final String ALGORITHM = "HmacSHA256";

  private final String prefix;
  private final int length;
  private final @Nullable SecretKeySpec checkKey;
  private final SecureRandom random = new SecureRandom();

  SessionIds(String application, Secret secret) {
    this.prefix = prefixOf(application);
    this.checkKey = secret.isSet() ? new SecretKeySpec(secret.bytes(), ALGORITHM) : null;
    this.length = checkKey == null ? LENGTH : LENGTH + CHECK_LENGTH;
  }

  SessionId create() {
    String key = prefix + draw(9);
    return new SessionId(key, newSecret(key));
  }

  SessionId idOf(SessionName name) {
    return name.id(prefix);
  }

  /** Another secret for the same session. */
  String newSecret(String key) {
    return draw(16) + check(key);
  }

  /** Returns null for anything that no member ever made for this application. */
  @Nullable SessionId parse(String id) {
    if (id.length() != length || !isOwn(id) || !hasOnlyIdCharacters(id)) {
      return null;
    }
    String key = id.substring(0, KEY_LENGTH);
    return isChecked(key, id.substring(LENGTH))
        ? new SessionId(key, id.substring(KEY_LENGTH))
        : null;
  }

  /**
   * Whether an id that is not {@linkplain #parse read} looks like one that a member with another
   * secret, or with none, drew for this application. One that was made up after such an id looks
   * the same.
   */
  boolean mayBeOfAnotherSecret(String id) {
    boolean hasLength = id.length() == LENGTH || id.length() == LENGTH + CHECK_LENGTH;
    return hasLength && isOwn(id) && hasOnlyIdCharacters(id) && parse(id) == null;
  }

  /** By hand, as each request comes here: a pattern took a sixth of what the core costs one. */
  private static boolean hasOnlyIdCharacters(String id) {
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean known =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '_'
              || c == '-';
      if (!known) {
        return false;
      }
    }
    return true;
  }

  /** Whether a key is of this application. */
  boolean isOwn(String key) {
    return key.startsWith(prefix);
  }

  private boolean isChecked(String key, String check) {
    return MessageDigest.isEqual(
        check(key).getBytes(StandardCharsets.US_ASCII), check.getBytes(StandardCharsets.US_ASCII));
  }

  private String check(String key) {
    if (checkKey == null) {
      return "";
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(checkKey);
      byte[] code = mac.doFinal(key.getBytes(StandardCharsets.US_ASCII));
      return BASE64.encodeToString(code).substring(0, CHECK_LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  private String draw(int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return BASE64.encodeToString(drawn);
  }

  private static String prefixOf(String application) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(application.getBytes(StandardCharsets.UTF_8));
      return BASE64.encodeToString(digest).substring(0, PREFIX_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
