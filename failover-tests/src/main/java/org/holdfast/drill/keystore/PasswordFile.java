// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.holdfast.servlet.settings.SecretFile;

/**
 * The password of a key store, and the file that has it.
 *
 * @param isNew whether the file is to be created
 */
record PasswordFile(Path file, String password, boolean isNew) {
  private static final int RANDOM_BYTES = 32;

  /** What keytool takes in every locale. */
  private static final Pattern PASSWORD = Pattern.compile("[ -~]{6,1024}");

  /**
   * Reads {@code file}; draws a password for it if it does not exist.
   *
   * @throws IllegalArgumentException if it cannot be read, or its content can be no password
   */
  static PasswordFile of(Path file) {
    if (!Files.exists(file)) {
      byte[] random = new byte[RANDOM_BYTES];
      new SecureRandom().nextBytes(random);
      String drawn = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
      return new PasswordFile(file, drawn, true);
    }
    // As nodes read it.
    String text = SecretFile.read("--password-file", file);
    if (!PASSWORD.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "--password-file must have one line of 6 to 1024 printable ASCII characters, but that is"
              + " not what is in "
              + file);
    }
    return new PasswordFile(file, text, false);
  }

  void createIfNew() throws IOException {
    if (isNew) {
      NewFile.createSecret(file, (password + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  void deleteIfNew() throws IOException {
    if (isNew) {
      Files.deleteIfExists(file);
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return file.toString();
  }
}
