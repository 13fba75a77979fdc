// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.util.List;
import org.holdfast.replication.config.Secret;
import org.jspecify.annotations.Nullable;

/**
 * A file with keys or certificates, as a setting names it. Each fault of it is an {@link
 * IllegalArgumentException} that names both.
 *
 * @param setting {@code keyStore} or {@code trustStore}
 */
record KeyFile(String setting, String name, Secret password) {
  /** The most bytes of a file: far more than a thousand certificates need. */
  static final int MAX_BYTES = 1 << 20;

  private static final int DER_SEQUENCE = 0x30;
  private static final int JKS = 0xfeedfeed;
  private static final int JCEKS = 0xcececece;

  /** The content of a file. */
  interface Content {
    /** Returns all certificates, also the ones of keys; an empty list if there are none. */
    List<X509Certificate> certificates();

    /** Returns the one private key. */
    OwnKey ownKey();
  }

  /** A state of the file, which another state hardly equals. */
  record Stamp(long bytes, @Nullable FileTime modified, @Nullable Object fileKey) {
    static final Stamp UNREADABLE = new Stamp(-1, null, null);
  }

  /** Returns the state of the file, without reading it. */
  Stamp stamp() {
    try {
      BasicFileAttributes found = Files.readAttributes(path(), BasicFileAttributes.class);
      return new Stamp(found.size(), found.lastModifiedTime(), found.fileKey());
    } catch (IOException e) {
      return Stamp.UNREADABLE;
    }
  }

  /** Reads the file, whose form its content tells. */
  Content read() {
    byte[] bytes = bytes();
    if (PemFile.isPem(bytes)) {
      return PemFile.parse(this, bytes);
    }
    int magic = bytes.length < 4 ? 0 : firstFourBytes(bytes);
    if (magic == JKS || magic == JCEKS) {
      throw refused(
          "is a "
              + (magic == JKS ? "JKS" : "JCEKS")
              + " key store, an old form that only Java reads. Convert it: keytool -importkeystore"
              + " -srckeystore "
              + name
              + " -destkeystore "
              + name
              + ".p12 -deststoretype PKCS12",
          null);
    }
    if (bytes.length > 0 && bytes[0] == DER_SEQUENCE) {
      return Pkcs12File.parse(this, bytes);
    }
    throw refused(
        "is neither PKCS12 nor PEM: a PEM file contains a line -----BEGIN CERTIFICATE-----", null);
  }

  private byte[] bytes() {
    try {
      if (Files.exists(path()) && !Files.isRegularFile(path())) {
        throw refused("is a directory or a device, not a file", null);
      }
      try (InputStream in = Files.newInputStream(path())) {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
          throw refused("has more than " + MAX_BYTES + " bytes: it cannot be a file of keys", null);
        }
        return bytes;
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  IllegalArgumentException unreadable(IOException e) {
    if (e instanceof NoSuchFileException) {
      return refused("does not exist. Correct the setting, or put the file there", e);
    }
    if (e instanceof AccessDeniedException) {
      return refused(
          "may not be read by user "
              + System.getProperty("user.name")
              + ", as whom this process runs. Grant that user, and no other, read access",
          e);
    }
    return refused("cannot be read: " + e, e);
  }

  private Path path() {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(setting + " is no path of a file: " + e.getMessage(), e);
    }
  }

  private static int firstFourBytes(byte[] bytes) {
    return bytes[0] << 24 | (bytes[1] & 255) << 16 | (bytes[2] & 255) << 8 | bytes[3] & 255;
  }

  char[] passwordCharacters() {
    return password.text().toCharArray();
  }

  /** Returns the name of the setting of the password. */
  String passwordSetting() {
    return setting + "Password";
  }

  /**
   * Returns the error of this file.
   *
   * @param reason rest of the sentence that begins with the file, and what to do
   */
  IllegalArgumentException refused(String reason, @Nullable Throwable cause) {
    return new IllegalArgumentException(this + " " + reason, cause);
  }

  @Override
  public String toString() {
    Path path = path();
    String place = path.isAbsolute() ? "" : " (" + path.toAbsolutePath() + ")";
    return setting + " \"" + name + "\"" + place;
  }
}
