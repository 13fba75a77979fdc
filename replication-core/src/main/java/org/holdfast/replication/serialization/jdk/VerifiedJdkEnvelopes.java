// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.IOException;
import java.io.InvalidClassException;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.Fingerprint;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.GraphHash;
import org.holdfast.replication.serialization.codec.HashPlaces;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Writes envelopes through JDK serialization and verifies them. It reads each value back and
 * compares, because the effects of a hook, and the limits of the reader, depend on the value. That
 * costs several times as much as writing, so payloads that passed lately are known by their
 * fingerprint: an unchanged attribute is not read again. Thread-safe.
 */
public final class VerifiedJdkEnvelopes {
  /** The number of payloads known to have passed, 56 KB at most. */
  private static final int KNOWN_PAYLOADS = 1 << 10;

  private static final String WELD_BEAN =
      "org.jboss.weld.contexts.SerializableContextualInstanceImpl";

  private final JdkSerialization jdk;
  private final Verification mode;
  private final ReplicationMetrics metrics;
  // By the last bits of the hash; two of one place take turns.
  private final AtomicReferenceArray<@Nullable Fingerprint> passed =
      new AtomicReferenceArray<>(KNOWN_PAYLOADS);

  public VerifiedJdkEnvelopes(JdkSerialization jdk, Verification mode, ReplicationMetrics metrics) {
    this.jdk = jdk;
    this.mode = mode;
    this.metrics = metrics;
  }

  /**
   * @param met takes note of the objects in {@code value}; may be null
   * @throws Refusal if an object of the graph may not be written, or the copy differs
   * @throws ConcurrentModificationException if another thread changed the value meanwhile
   * @throws IOException if a class of the graph cannot be written or read
   */
  public byte[] encode(Object value, @Nullable MetObjects met)
      throws IOException, ClassNotFoundException {
    JdkSerialization.Written written = jdk.write(value, met);
    Fingerprint hash = Fingerprint.of(written.bytes(), 0, written.length());
    int place = (int) hash.low() & (KNOWN_PAYLOADS - 1);
    if (mode == Verification.EVERY_WRITE || !hash.equals(passed.get(place))) {
      verify(value, written);
      passed.set(place, hash);
      metrics.count(Counter.TRIPS_VERIFIED);
    }
    return Envelope.seal(Envelope.JDK, written.bytes(), written.length());
  }

  private void verify(Object value, JdkSerialization.Written written)
      throws IOException, ClassNotFoundException {
    try {
      requireAlike(value, written, jdk.read(written.bytes(), 0, written.length()));
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      // Maps of the JDK do not notice all changes while they are written: half of one was, perhaps.
      if (isHalfChanged(value) || !isWrittenSo(value, written)) {
        throw new ConcurrentModificationException("the value changed while it was written", e);
      }
      throw e;
    }
  }

  private boolean isWrittenSo(Object value, JdkSerialization.Written before) {
    try {
      JdkSerialization.Written now = jdk.write(value, null);
      return Arrays.equals(before.bytes(), 0, before.length(), now.bytes(), 0, now.length());
    } catch (IOException | RuntimeException e) {
      return false; // it could be written a moment ago
    }
  }

  /** Tells whether a thread stands still in the middle of a change of {@code value}. */
  private static boolean isHalfChanged(Object value) {
    try {
      long unused = GraphHash.of(value);
      return false;
    } catch (ConcurrentModificationException e) {
      return true;
    } catch (RuntimeException e) {
      return false; // a class of the application fails, whoever changes the value
    }
  }

  /**
   * Tells whether {@code value} is a bean of Weld that another trip does not change any more. Weld
   * writes references to itself by name, and lists that were one come back as two: such a bean is
   * never like its copy.
   */
  private boolean isBeanOfWeld(Object value, JdkSerialization.Written copied)
      throws IOException, ClassNotFoundException {
    if (!value.getClass().getName().equals(WELD_BEAN)) {
      return false;
    }
    Object second = jdk.read(copied.bytes(), 0, copied.length());
    if (second == null) {
      return false;
    }
    JdkSerialization.Written stable = jdk.write(second, null);
    return Arrays.equals(copied.bytes(), 0, copied.length(), stable.bytes(), 0, stable.length());
  }

  private void requireAlike(Object value, JdkSerialization.Written written, @Nullable Object copy)
      throws IOException, ClassNotFoundException {
    if (copy == null) {
      throw new Refusal(value, "comes back as null");
    }
    JdkSerialization.Written again = jdk.write(copy, null);
    boolean same =
        Arrays.equals(written.bytes(), 0, written.length(), again.bytes(), 0, again.length());
    if (!same && !isBeanOfWeld(value, again) && GraphHash.of(value) != GraphHash.of(copy)) {
      throw new Refusal(value, "comes back different from JDK serialization");
    }
    String misplaced = jdk.isCyclic(written) ? HashPlaces.misplaced(copy) : null;
    if (misplaced != null) {
      throw new Refusal(
          value,
          "comes back from JDK serialization with a container that does not find its own elements,"
              + " as they lead back to it and were hashed before they were whole: "
              + misplaced);
    }
  }

  public Object decode(byte[] envelope) throws IOException, ClassNotFoundException {
    Object value;
    try {
      value = jdk.read(envelope, Envelope.HEADER_BYTES, envelope.length - Envelope.HEADER_BYTES);
    } catch (InvalidClassException e) {
      if (e.classname == null) {
        throw e;
      }
      throw new CorruptAttributeException(otherVersion(e), e);
    }
    if (value == null) {
      throw new LimitExceeded("null in place of a value");
    }
    return value;
  }

  private static UnreadableClass otherVersion(InvalidClassException e) {
    String message = String.valueOf(e.getMessage());
    String prefix = e.classname + "; ";
    String reason = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    return new UnreadableClass(e.classname, "", "cannot be read by JDK serialization: " + reason);
  }

  /** Forgets the payloads that passed. */
  public void clear() {
    for (int i = 0; i < KNOWN_PAYLOADS; i++) {
      passed.set(i, null);
    }
  }
}
