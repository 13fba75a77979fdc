// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.DecodedPart;
import org.holdfast.replication.serialization.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * The units that a session came with: attributes that share objects are decoded together, when the
 * first of them is asked for. Attributes that cannot be read here are left out. Thread-safe.
 */
final class ArrivedUnits {
  /*
   * Nothing is decoded or encoded under a lock. If several threads decode one unit, the values of the first one stay.
   * U1  Under the monitor of the unit, which comes before that of a cell: once any caller has a value of a unit, every
   *     cell whose bytes name the unit has its own, if it can be read. So who mutates a shared object has changed
   *     attributes that can all be encoded.
   * U2  Values are held by their cells and bytes are let go of, so that nothing stays that the application removed. Only if a
   *     cell was taken out, but not read yet, while another one was asked for, the bytes stay: then it may need them.
   */
  private static final class Unit {
    /** The attributes that the session came with and whose bytes name the unit. */
    final Set<String> members = new HashSet<>();

    @GuardedBy("this")
    byte @Nullable [] envelope;

    /** The values by the names of their attributes; null until the unit was decoded. */
    @GuardedBy("this")
    @Nullable Map<String, WeakReference<Object>> values;

    @GuardedBy("this")
    Map<String, CorruptAttributeException> problems = Map.of();

    Unit(byte[] envelope) {
      this.envelope = envelope;
    }
  }

  private record Decoded(
      Map<String, Object> values, Map<String, CorruptAttributeException> problems) {}

  private final AttributeCodec codec;
  private final ConcurrentMap<String, AttributeCell> cells;
  private final SentAttributes sent;
  private final Map<String, Unit> byName = new HashMap<>();

  /**
   * @param envelopes the envelopes that the session came with; those of units are kept
   * @param cells the cells of the session, which receive the values that no caller has asked for
   *     yet
   * @param sent receives the fingerprint of what a unit encodes to here
   */
  ArrivedUnits(
      AttributeCodec codec,
      Map<String, byte[]> envelopes,
      ConcurrentMap<String, AttributeCell> cells,
      SentAttributes sent) {
    this.codec = codec;
    this.cells = cells;
    this.sent = sent;
    envelopes.forEach(
        (name, envelope) -> {
          if (UnitEnvelope.isUnitName(name)) {
            byName.put(name, new Unit(envelope));
          }
        });
    envelopes.forEach(
        (name, envelope) -> {
          String unitName = UnitEnvelope.unitIfIntact(envelope);
          Unit unit = unitName == null ? null : byName.get(unitName);
          if (unit != null) {
            unit.members.add(name);
          }
        });
  }

  /**
   * Returns the value of an attribute that belongs to a unit.
   *
   * @throws CorruptAttributeException if the unit is missing, has no such value, or the value
   *     cannot be read
   */
  Object value(String unitName, String name) {
    Unit unit = byName.get(unitName);
    if (unit == null) {
      throw missing(name);
    }
    byte[] envelope;
    synchronized (unit) {
      Object known = known(unit, name);
      if (known != null) {
        return known;
      }
      envelope = unit.envelope;
    }
    if (envelope == null) {
      throw noSuchValue(name);
    }
    Decoded decoded = decode(envelope);
    Fingerprint encoding = encodingOf(unit, decoded.values);
    synchronized (unit) {
      if (unit.values == null) {
        settle(unitName, unit, decoded, encoding, name);
      }
      Object known = known(unit, name);
      // A caller that comes late for an attribute that was removed meanwhile gets a copy.
      Object value = known == null ? decoded.values.get(name) : known;
      if (value == null) {
        throw noSuchValue(name);
      }
      return value;
    }
  }

  /** Returns the exception for an attribute whose unit did not come. */
  static CorruptAttributeException missing(String name) {
    return new CorruptAttributeException(
        "attribute \"" + name + "\": the bytes that it shares with other attributes are missing");
  }

  private static CorruptAttributeException noSuchValue(String name) {
    return new CorruptAttributeException(
        "attribute \"" + name + "\": the bytes of its unit do not contain its value");
  }

  /**
   * Returns the value of {@code name}; null if the unit was not decoded yet, or nothing holds the
   * value any more.
   *
   * @throws CorruptAttributeException if the value cannot be read
   */
  @GuardedBy("unit")
  private static @Nullable Object known(Unit unit, String name) {
    CorruptAttributeException problem = unit.problems.get(name);
    if (problem != null) {
      throw problem;
    }
    WeakReference<Object> value = unit.values == null ? null : unit.values.get(name);
    return value == null ? null : value.get();
  }

  /**
   * @param asked the attribute whose value the caller receives, even if its cell was taken out just
   *     now
   */
  @GuardedBy("unit")
  private void settle(
      String unitName, Unit unit, Decoded decoded, @Nullable Fingerprint encoding, String asked) {
    sent.unitArrived(unitName, encoding);
    Map<String, WeakReference<Object>> values = new HashMap<>();
    boolean allHaveTheirs = true;
    for (String name : unit.members) {
      Object value = decoded.values.get(name);
      if (value != null) {
        AttributeCell cell = cells.get(name);
        boolean has = cell != null && cell.cameWith(unitName, value);
        allHaveTheirs &= has || name.equals(asked);
        values.put(name, new WeakReference<>(value));
      }
    }
    unit.values = values;
    unit.problems = decoded.problems;
    if (allHaveTheirs) {
      unit.envelope = null;
    }
  }

  private Decoded decode(byte[] envelope) {
    UnitEnvelope unit = UnitEnvelope.of(envelope);
    List<String> names = unit.names();
    List<DecodedPart> parts = codec.decodeParts(String.join("+", names), unit.values());
    if (parts.size() != names.size()) {
      throw new CorruptAttributeException(
          "a unit of " + names.size() + " attributes has another number of values");
    }
    Map<String, Object> values = new HashMap<>();
    Map<String, CorruptAttributeException> problems = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Object value = parts.get(i).value();
      CorruptAttributeException problem = parts.get(i).problem();
      if (problem != null) {
        problems.put(
            name,
            new CorruptAttributeException(
                "attribute \"" + name + "\": " + problem.getMessage(), problem));
      } else if (value != null) {
        values.put(name, value);
      }
    }
    return new Decoded(values, problems);
  }

  /**
   * Returns the fingerprint of the unit's values as encoded here before any caller has them; null
   * if there are none or they cannot be encoded.
   */
  private @Nullable Fingerprint encodingOf(Unit unit, Map<String, Object> values) {
    Map<String, Object> members = new HashMap<>(values);
    members.keySet().retainAll(unit.members);
    if (members.isEmpty()) {
      return null;
    }
    try {
      return Fingerprint.of(SharedValues.of(members).encode(codec, null));
    } catch (RuntimeException | Error e) {
      return null; // the commit holds back each that fails, logs and counts it
    }
  }
}
