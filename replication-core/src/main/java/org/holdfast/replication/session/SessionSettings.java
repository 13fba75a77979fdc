// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What travels of a session besides its attributes.
 *
 * @param application name of its web application
 * @param secret the changing part of its id
 * @param formerIds those that it had a moment ago
 * @param creationTimeMillis wall-clock time of the node that created it
 * @param maxInactive zero or negative if it never expires
 */
record SessionSettings(
    String application,
    String secret,
    FormerIds formerIds,
    long creationTimeMillis,
    Duration maxInactive) {
  private static final int FORMAT = 3;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * The lease of a session that never expires. It ends, for the protocol, so that it tells like any
   * other how long the session has not been used.
   */
  private static final long FOR_EVER_NANOS = Duration.ofDays(36_500).toNanos();

  /** Those of a new session. */
  static SessionSettings first(
      String application, String secret, long creationTimeMillis, Duration maxInactive) {
    return new SessionSettings(
        application, secret, FormerIds.NONE, creationTimeMillis, maxInactive);
  }

  /**
   * @param unusedNanos how long ago the lease was renewed that they are sent with
   */
  byte[] toBytes(long unusedNanos, long nowNanos) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeUTF(application);
      out.writeUTF(secret);
      out.writeLong(creationTimeMillis);
      out.writeLong(maxInactive.toMillis());
      out.writeLong(unusedNanos / NANOS_PER_MILLI);
      formerIds.write(out, nowNanos);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Those of a session that has just come. How long they were on the way, in the memory of a
   * secondary for instance, its lease tells: nobody has to agree on a time of day.
   *
   * @param leaseNanos what is left of its lease; negative if that tells nothing
   * @throws IllegalArgumentException if another format was written here
   */
  static SessionSettings of(byte[] bytes, long leaseNanos, long nowNanos) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int format = in.readByte();
      if (format != FORMAT) {
        throw new IllegalArgumentException(
            "settings of a session have format " + format + ", this version reads " + FORMAT);
      }
      SessionSettings read =
          new SessionSettings(
              in.readUTF(),
              in.readUTF(),
              FormerIds.NONE,
              in.readLong(),
              Duration.ofMillis(in.readLong()));
      long unused = in.readLong() * NANOS_PER_MILLI;
      long elapsed = Math.max(0, read.idleNanos(leaseNanos) - unused);
      return read.withFormerIds(FormerIds.read(in, elapsed, nowNanos));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "settings of a session cannot be read from " + bytes.length + " bytes", e);
    }
  }

  /** Whether {@code tried} is the secret of the session's id, or was until a moment ago. */
  boolean isSecretOrFormer(String key, String tried, long nowNanos) {
    boolean known = new SessionId(key, secret).hasSecret(tried);
    known |= formerIds.hasRecent(key, tried, nowNanos);
    return known;
  }

  SessionSettings withSecret(String newSecret, long nowNanos) {
    return new SessionSettings(
        application, newSecret, formerIds.with(secret, nowNanos), creationTimeMillis, maxInactive);
  }

  SessionSettings withMaxInactive(Duration newMaxInactive) {
    return new SessionSettings(application, secret, formerIds, creationTimeMillis, newMaxInactive);
  }

  /**
   * Without the former ids that nobody needs to know any more; the same object if there are none.
   *
   * @param clock not read if there are no former ids at all: each request comes here
   */
  SessionSettings withoutOldIds(LongSupplier clock) {
    if (formerIds.isEmpty()) {
      return this;
    }
    FormerIds recent = formerIds.withoutOld(clock.getAsLong());
    return recent.equals(formerIds) ? this : withFormerIds(recent);
  }

  private SessionSettings withFormerIds(FormerIds ids) {
    return new SessionSettings(application, secret, ids, creationTimeMillis, maxInactive);
  }

  /** Length of the lease in nanoseconds. */
  long leaseNanos() {
    return maxInactive.isNegative() || maxInactive.isZero()
        ? FOR_EVER_NANOS
        : Math.min(maxInactive.toNanos(), FOR_EVER_NANOS);
  }

  /**
   * How long the session has not been used.
   *
   * @param remainingNanos of its lease; negative if that tells nothing
   */
  long idleNanos(long remainingNanos) {
    return remainingNanos < 0 ? 0 : Math.max(0, leaseNanos() - remainingNanos);
  }
}
