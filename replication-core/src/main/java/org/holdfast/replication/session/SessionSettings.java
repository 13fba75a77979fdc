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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What travels of a session besides its attributes.
 *
 * @param application name of its web application
 * @param secret the changing part of its id
 * @param previousSecrets those of its ids before the last changes, the newest first, at most
 *     {@value FormerIds#MOST}
 * @param creationTimeMillis wall-clock time of the node that created it
 * @param maxInactive zero or negative if it never expires
 */
record SessionSettings(
    String application,
    String secret,
    List<String> previousSecrets,
    long creationTimeMillis,
    Duration maxInactive) {
  private static final int FORMAT = 2;

  SessionSettings {
    previousSecrets = List.copyOf(previousSecrets);
    if (previousSecrets.size() > FormerIds.MOST) {
      throw new IllegalArgumentException(
          "settings of a session must have at most "
              + FormerIds.MOST
              + " previous secrets, had "
              + previousSecrets.size());
    }
  }

  /** Those of a new session. */
  static SessionSettings first(
      String application, String secret, long creationTimeMillis, Duration maxInactive) {
    return new SessionSettings(application, secret, List.of(), creationTimeMillis, maxInactive);
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeUTF(application);
      out.writeUTF(secret);
      out.writeByte(previousSecrets.size());
      for (String previous : previousSecrets) {
        out.writeUTF(previous);
      }
      out.writeLong(creationTimeMillis);
      out.writeLong(maxInactive.toMillis());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws IllegalArgumentException if another format was written here
   */
  static SessionSettings of(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int format = in.readByte();
      if (format != FORMAT) {
        throw new IllegalArgumentException(
            "settings of a session have format " + format + ", this version reads " + FORMAT);
      }
      return new SessionSettings(
          in.readUTF(),
          in.readUTF(),
          readPrevious(in),
          in.readLong(),
          Duration.ofMillis(in.readLong()));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "settings of a session cannot be read from " + bytes.length + " bytes", e);
    }
  }

  private static List<String> readPrevious(DataInputStream in) throws IOException {
    int count = in.readUnsignedByte();
    List<String> previous = new ArrayList<>(Math.min(count, FormerIds.MOST));
    for (int i = 0; i < count; i++) {
      previous.add(in.readUTF());
    }
    return previous;
  }

  /** Whether {@code tried} is the secret of the session's id, or was before the last changes. */
  boolean isSecretOrPrevious(String key, String tried) {
    boolean known = new SessionId(key, secret).hasSecret(tried);
    for (String previous : previousSecrets) {
      known |= new SessionId(key, previous).hasSecret(tried);
    }
    return known;
  }

  /**
   * @param previous the secrets that are still to be known as former ones
   */
  SessionSettings withSecret(String newSecret, List<String> previous) {
    return new SessionSettings(application, newSecret, previous, creationTimeMillis, maxInactive);
  }

  SessionSettings withMaxInactive(Duration newMaxInactive) {
    return new SessionSettings(
        application, secret, previousSecrets, creationTimeMillis, newMaxInactive);
  }

  /** Length of the lease in nanoseconds, negative if it never ends. */
  long leaseNanos() {
    return maxInactive.isNegative() || maxInactive.isZero() ? -1 : maxInactive.toNanos();
  }
}
