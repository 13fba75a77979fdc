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
import org.holdfast.replication.session.id.FormerIds;
import org.holdfast.replication.session.id.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * The part of a session that travels besides its attributes.
 *
 * @param application the name of its web application
 * @param secret the changing part of its id
 * @param formerIds the secrets that it had a moment ago
 * @param creationTimeMillis the time of its creation, by the wall clock of the node that created it
 * @param maxInactive the time after which it expires unused; zero or negative if it never expires
 * @param compared the {@linkplain ApplicationSettings#text() settings of the application} on the
 *     node that wrote this; null if that node belongs to a release that writes none
 */
record SessionSettings(
    String application,
    String secret,
    FormerIds formerIds,
    long creationTimeMillis,
    Duration maxInactive,
    @Nullable String compared) {
  private static final int FORMAT = 3;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * The lease of a session that never expires. It ends, for the protocol, so that it tells like any
   * other how long the session has not been used.
   */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final long FOR_EVER_NANOS = LONGEST.toNanos();

  /** Returns the settings of a new session. */
  static SessionSettings first(
      String application, String secret, long creationTimeMillis, Duration maxInactive) {
    return new SessionSettings(
        application, secret, FormerIds.NONE, creationTimeMillis, maxInactive, null);
  }

  /**
   * @param unusedNanos the time since the lease was renewed that they are sent with
   */
  byte[] toBytes(long unusedNanos, long nowNanos) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeUTF(application);
      out.writeUTF(secret);
      out.writeLong(creationTimeMillis);
      out.writeLong(maxInactiveMillis());
      out.writeLong(unusedNanos / NANOS_PER_MILLI);
      formerIds.write(out, nowNanos);
      if (compared != null) {
        out.writeUTF(compared); // earlier releases do not read on
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads the settings of a session that has just come. Its lease tells the time that they were on
   * the way, or in the memory of a secondary: no two nodes have to agree on a time of day.
   *
   * @param leaseNanos the rest of its lease; negative if that tells nothing
   * @throws IllegalArgumentException if they have another format or cannot be read
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
              Duration.ofMillis(in.readLong()),
              null);
      long unused = in.readLong() * NANOS_PER_MILLI;
      long elapsed = Math.max(0, read.idleNanos(leaseNanos) - unused);
      read = read.withFormerIds(FormerIds.read(in, elapsed, nowNanos));
      return in.available() > 0 ? read.withCompared(in.readUTF()) : read;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "settings of a session cannot be read from " + bytes.length + " bytes", e);
    }
  }

  /** Returns whether {@code tried} is the secret of the session's id, or was until a moment ago. */
  boolean isSecretOrFormer(String key, String tried, long nowNanos) {
    boolean known = new SessionId(key, secret).hasSecret(tried);
    known |= formerIds.hasRecent(key, tried, nowNanos);
    return known;
  }

  SessionSettings withSecret(String newSecret, long nowNanos) {
    return new SessionSettings(
        application,
        newSecret,
        formerIds.with(secret, nowNanos),
        creationTimeMillis,
        maxInactive,
        compared);
  }

  SessionSettings withMaxInactive(Duration newMaxInactive) {
    return new SessionSettings(
        application, secret, formerIds, creationTimeMillis, newMaxInactive, compared);
  }

  /**
   * Returns the settings without the former ids that are too old; the same object if there are
   * none.
   *
   * @param clock a clock, not read if there are no former ids at all: each request comes here
   */
  SessionSettings withoutOldIds(LongSupplier clock) {
    if (formerIds.isEmpty()) {
      return this;
    }
    FormerIds recent = formerIds.withoutOld(clock.getAsLong());
    return recent.equals(formerIds) ? this : withFormerIds(recent);
  }

  private SessionSettings withFormerIds(FormerIds ids) {
    return new SessionSettings(application, secret, ids, creationTimeMillis, maxInactive, compared);
  }

  /** Returns the settings as a node writes them; the same object if that changes nothing. */
  SessionSettings withCompared(String text) {
    return text.equals(compared)
        ? this
        : new SessionSettings(
            application, secret, formerIds, creationTimeMillis, maxInactive, text);
  }

  /**
   * Returns the settings as a node of the application writes them, with texts that all of its
   * sessions share.
   *
   * @param own the name of the application as the node has it, which the settings have, too
   * @param text see {@link #withCompared}
   */
  SessionSettings inApplication(String own, String text) {
    return new SessionSettings(own, secret, formerIds, creationTimeMillis, maxInactive, text);
  }

  /** Returns the length of the lease in nanoseconds. */
  long leaseNanos() {
    return maxInactive.isNegative() || maxInactive.isZero()
        ? FOR_EVER_NANOS
        : maxInactive.compareTo(LONGEST) < 0 ? maxInactive.toNanos() : FOR_EVER_NANOS;
  }

  /** Returns the interval in milliseconds; at least 1 for a positive one, since 0 means never. */
  private long maxInactiveMillis() {
    Duration most = maxInactive.compareTo(LONGEST) < 0 ? maxInactive : LONGEST;
    Duration bounded = most.compareTo(LONGEST.negated()) > 0 ? most : LONGEST.negated();
    boolean positive = !bounded.isNegative() && !bounded.isZero();
    return positive ? Math.max(1, bounded.toMillis()) : bounded.toMillis();
  }

  /**
   * Returns the time for which the session has not been used, in nanoseconds.
   *
   * @param remainingNanos the rest of its lease; negative if that tells nothing
   */
  long idleNanos(long remainingNanos) {
    return remainingNanos < 0 ? 0 : Math.max(0, leaseNanos() - remainingNanos);
  }
}
