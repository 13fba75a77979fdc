// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads secrets from files, such as those of Docker and Kubernetes. */
public final class SecretFile {
  /** The most bytes that a secret may have, in UTF-8; so a wrong file is not read to its end. */
  private static final int MOST_BYTES = 8 << 10;

  private SecretFile() {}

  /**
   * Returns the text of {@code file} without a line break at its end.
   *
   * @param setting that names the file, for the message
   * @throws IllegalArgumentException naming the setting, the file and the reason, never its content
   */
  public static String read(String setting, Path file) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (IOException e) {
      throw refused(setting, file, reason(e), e);
    }
    if (bytes.length > MOST_BYTES) {
      throw refused(setting, file, "it has more than " + MOST_BYTES + " bytes", null);
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      // Without its cause, which knows where in the content the trouble is.
      throw refused(setting, file, "its content is not text in UTF-8", null);
    }
    String secret = text.replaceFirst("\\r?\\n\\z", "");
    if (secret.isEmpty()) {
      throw refused(setting, file, "it is empty", null);
    }
    return secret;
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "this process may not read it";
    }
    return "it cannot be read: " + e.getMessage();
  }

  private static IllegalArgumentException refused(
      String setting, Path file, String reason, @Nullable IOException cause) {
    return new IllegalArgumentException(
        setting + " must name a file with a secret in it, was \"" + file + "\": " + reason, cause);
  }
}
