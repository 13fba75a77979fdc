// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.id;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import org.holdfast.replication.placement.Placement;
import org.jspecify.annotations.Nullable;

/**
 * The name of a session that has no drawn id.
 *
 * @param name any text
 * @param beside the id of a session, of any application of the cluster, whose nodes shall hold this
 *     one too; null to place it by its name. Both belong to the name: with another session, or
 *     none, it is another name
 */
public record SessionName(String name, @Nullable String beside) {
  private static final int KEY_LENGTH = 16;
  private static final Pattern OWN_ID = Pattern.compile("[A-Za-z0-9_-]{" + KEY_LENGTH + "}.*");
  private static final int DRAWN_BYTES = 9;
  private static final int SECRET_BYTES = 16;

  public SessionName {
    if (beside != null && !OWN_ID.matcher(beside).matches()) {
      throw new IllegalArgumentException(
          "an entry beside a session needs a session id that Holdfast made; this id has "
              + beside.length()
              + " characters or another beginning");
    }
  }

  /** Returns the part of the other session's id that never changes: the rest does at a login. */
  private @Nullable String tag() {
    return beside == null ? null : beside.substring(0, KEY_LENGTH);
  }

  /**
   * Returns the id, which follows from the name alone. The secret is there to tell two names apart
   * whose keys are equal by chance: the second is never given what belongs to the first.
   */
  SessionId id(String prefix) {
    byte[] digest = sha256(name);
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    byte[] drawn = new byte[DRAWN_BYTES];
    byte[] secret = new byte[SECRET_BYTES];
    System.arraycopy(digest, 0, drawn, 0, DRAWN_BYTES);
    System.arraycopy(digest, DRAWN_BYTES, secret, 0, SECRET_BYTES);
    String key = prefix + base64.encodeToString(drawn);
    String tag = tag();
    return new SessionId(
        tag == null ? key : key + Placement.BESIDE + tag, base64.encodeToString(secret));
  }

  /**
   * Returns the digest of the characters as they are: in UTF-8 all halves of surrogate pairs would
   * become one and the same.
   */
  private static byte[] sha256(String name) {
    ByteBuffer characters = ByteBuffer.allocate(Character.BYTES * name.length());
    characters.asCharBuffer().put(name);
    try {
      return MessageDigest.getInstance("SHA-256").digest(characters.array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the name for logs, without the other session's id, which is half of a credential. */
  @Override
  public String toString() {
    return "\"" + name + (beside == null ? "\"" : "\" beside a session");
  }
}
