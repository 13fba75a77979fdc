// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * The live attributes of a session on the simulated member that serves it: production code decides
 * which of them a commit sends. A value is bytes that encode to themselves, unless a commit finds
 * that they cannot be encoded. One thread's own.
 */
public final class SimulatedAttributes {
  // Counted in, but never looked at.
  private static final AttributeTraffic TRAFFIC = new AttributeTraffic("simulation", "n", "app");
  private static final ReplicationMetrics METRICS = new ReplicationMetrics();

  /** Bytes that are changed in place, as the content of a collection is. */
  private static final class Mutable {
    private byte[] bytes;

    private Mutable(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  private final Codec codec;
  private final SessionAttributes attributes;

  /**
   * @param changedInPlace name of the attribute whose value is changed, not replaced
   * @param envelopes what the session arrived with
   */
  public SimulatedAttributes(String changedInPlace, Map<String, byte[]> envelopes) {
    codec = new Codec(changedInPlace);
    attributes =
        new SessionAttributes(
            codec,
            ChangeDetection.ON_GET,
            METRICS,
            TRAFFIC,
            AttributePatches.NONE,
            envelopes,
            (name, problem, replaced) -> {
              throw new AssertionError("attribute " + name + " cannot be read", problem);
            });
  }

  /** Returns what the application sees; null if there is no such attribute. */
  public byte @Nullable [] get(String name) {
    Object value = attributes.get(name);
    return value == null ? null : bytes(value);
  }

  /** Changes the value in place if it is one of that kind, or replaces it. */
  public void set(String name, byte[] bytes) {
    if (attributes.get(name) instanceof Mutable value) {
      value.bytes = bytes;
    } else {
      attributes.put(name, codec.value(name, bytes));
    }
  }

  /**
   * Commits what differs from what was sent last.
   *
   * @param settings part of the step, or null if unchanged
   * @param unencodable names of the attributes that cannot be encoded now
   * @param update takes the step, if there is one, and returns its version, -1 if it refuses it
   * @return whether a value was held back
   */
  public boolean commit(
      byte @Nullable [] settings, Set<String> unencodable, ToLongFunction<Changes> update) {
    try (AttributeCapture capture = attributes.capture()) {
      codec.unencodable = unencodable;
      capture.encode();
      Changes step = capture.changes(settings);
      boolean isStep =
          step.settings() != null || !step.changed().isEmpty() || !step.removed().isEmpty();
      long version = isStep ? update.applyAsLong(step) : 0;
      if (version >= 0) {
        capture.sent(version);
      }
      // The request ends with its commit here, and changes nothing after it.
      attributes.forgetTouched();
      return !capture.heldBack().isEmpty();
    } finally {
      codec.unencodable = Set.of();
    }
  }

  private static byte[] bytes(Object value) {
    return value instanceof Mutable mutable ? mutable.bytes : (byte[]) value;
  }

  /** Encodes bytes as themselves. */
  private static final class Codec implements AttributeCodec {
    private final String changedInPlace;
    private Set<String> unencodable = Set.of();

    private Codec(String changedInPlace) {
      this.changedInPlace = changedInPlace;
    }

    Object value(String name, byte[] bytes) {
      return name.equals(changedInPlace) ? new Mutable(bytes) : bytes;
    }

    @Override
    public void check(String name, Object value) {
      // Whether it can be encoded shows at the commit.
    }

    @Override
    public byte[] encode(String name, Object value) {
      if (unencodable.contains(name)) {
        throw new UnserializableAttributeException("attribute \"" + name + "\": not now");
      }
      return bytes(value);
    }

    @Override
    public Object decode(String name, byte[] envelope) {
      return value(name, envelope);
    }

    @Override
    public boolean isImmutable(Object value) {
      return !(value instanceof Mutable);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
