// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.id;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Secret;
import org.jspecify.annotations.Nullable;

/**
 * The session ids of one application, which are drawn and read here. Thread-safe.
 *
 * <p>With a secret, an id ends in 36 bits of HMAC-SHA-256 over its key. A made-up id passes once in
 * 69 billion times, and all others cost the cluster nothing. Ids of a second secret, or without a
 * check, can be accepted besides: nodes whose secret is changed one by one read each other's ids.
 */
public final class SessionIds {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final int PREFIX_LENGTH = 4;
  private static final int KEY_LENGTH = 16;
  private static final int LENGTH = 38;

  private final String prefix;
  private final IdCheck own;

  /** The check of ids that are accepted besides the own ones; null if there are none. */
  private final @Nullable IdCheck accepted;

  private final SecureRandom random = new SecureRandom();

  /**
   * @param secret the secret that new ids are made with, and whose ids are accepted
   * @param accepted the secret whose ids are accepted, too; {@link NodeConfig#UNCHECKED} accepts
   *     ids without a check
   */
  public SessionIds(String application, Secret secret, Secret accepted) {
    this.prefix = prefixOf(application);
    this.own = new IdCheck(secret);
    boolean unchecked = accepted.text().equals(NodeConfig.UNCHECKED);
    this.accepted = accepted.isSet() ? new IdCheck(unchecked ? Secret.NONE : accepted) : null;
  }

  public SessionId create() {
    String key = prefix + draw(9);
    return new SessionId(key, newSecret(key));
  }

  public SessionId idOf(SessionName name) {
    return name.id(prefix);
  }

  /** Draws another secret for the same session. */
  public String newSecret(String key) {
    return draw(16) + own.of(key);
  }

  /** Returns null for anything that no member ever made for this application. */
  public @Nullable SessionId parse(String id) {
    int length = id.length() - LENGTH;
    boolean hasLength = length == own.length() || (accepted != null && length == accepted.length());
    if (!hasLength || !isOwn(id) || !hasOnlyIdCharacters(id)) {
      return null;
    }
    String key = id.substring(0, KEY_LENGTH);
    String check = id.substring(LENGTH);
    return own.passes(key, check) || (accepted != null && accepted.passes(key, check))
        ? new SessionId(key, id.substring(KEY_LENGTH))
        : null;
  }

  /**
   * Returns whether {@link #parse} reads {@code id} only because ids of a second secret, or without
   * a check, are accepted.
   *
   * @param id an id that {@link #parse} reads
   */
  public boolean isOnlyAccepted(String id) {
    return accepted != null && !own.passes(id.substring(0, KEY_LENGTH), id.substring(LENGTH));
  }

  /**
   * Returns whether an id that is not {@linkplain #parse read} looks like one that a member with
   * another secret, or with none, drew here. An id that was made up after such an id looks the
   * same.
   */
  public boolean mayBeOfAnotherSecret(String id) {
    boolean hasLength = id.length() == LENGTH || id.length() == LENGTH + IdCheck.CHECK_LENGTH;
    return hasLength && isOwn(id) && hasOnlyIdCharacters(id) && parse(id) == null;
  }

  /**
   * Returns whether all characters may be in an id. Each request comes here: a pattern took a sixth
   * of what the core costs one.
   */
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

  /** Returns whether a key is of this application. */
  public boolean isOwn(String key) {
    return key.startsWith(prefix);
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

  /**
   * The check of a session id: its last characters, 36 bits of HMAC-SHA-256 over the key of the
   * session. Without a secret, ids have no check. Thread-safe.
   */
  private static final class IdCheck {
    /** The number of characters of a check. */
    static final int CHECK_LENGTH = 6;

    private static final String ALGORITHM = "HmacSHA256";

    private final @Nullable SecretKeySpec secret;

    IdCheck(Secret secret) {
      this.secret = secret.isSet() ? new SecretKeySpec(secret.bytes(), ALGORITHM) : null;
    }

    /** Returns how many characters a check has: none without a secret. */
    int length() {
      return secret == null ? 0 : CHECK_LENGTH;
    }

    /**
     * Returns whether {@code check} is that of {@code key}. The time tells nothing about where they
     * differ.
     */
    boolean passes(String key, String check) {
      if (check.length() != length()) {
        return false;
      }
      return secret == null
          || MessageDigest.isEqual(
              of(key).getBytes(StandardCharsets.US_ASCII),
              check.getBytes(StandardCharsets.US_ASCII));
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
        return Base64.getUrlEncoder().encodeToString(code).substring(0, CHECK_LENGTH);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
      }
    }
  }
}
