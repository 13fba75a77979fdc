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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * The units that a session came with: attributes that share objects are decoded together, when the
 * first of them is asked for. Thread-safe.
 */
final class ArrivedUnits {
  /*
   * Nothing is decoded or encoded under a lock. Of several threads that decode one unit the first one's values stay.
   * U1  Under the monitor of the unit, which comes before that of a cell: once anybody has a value of a unit, every cell whose
   *     bytes name the unit has its own. So who mutates a shared object has changed attributes that can all be encoded.
   */
  private static final class Unit {
    private final byte[] envelope;

    @GuardedBy("this")
    private @Nullable Map<String, Object> values;

    Unit(byte[] envelope) {
      this.envelope = envelope;
    }
  }

  private final AttributeCodec codec;
  private final ConcurrentMap<String, AttributeCell> cells;
  private final SentAttributes sent;
  private final Map<String, Unit> byName = new HashMap<>();

  /**
   * @param envelopes what the session came with; those of units are kept
   * @param cells of the session; of those not asked for yet the values are put there
   * @param sent is told what a unit encodes to here
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
  }

  /**
   * Returns the value of an attribute that belongs to a unit.
   *
   * @throws CorruptAttributeException if the unit is missing, has no such value, or cannot be read
   */
  Object value(String unitName, String name) {
    Unit unit = byName.get(unitName);
    if (unit == null) {
      throw new CorruptAttributeException(
          "attribute \"" + name + "\": the bytes that it shares with others are missing");
    }
    Map<String, Object> values = valuesOf(unit);
    if (values == null) {
      Map<String, Object> decoded = decode(unit.envelope);
      values = settle(unitName, unit, decoded, encodingOf(decoded));
    }
    Object value = values.get(name);
    if (value == null) {
      throw new CorruptAttributeException(
          "attribute \"" + name + "\": not among the values that it is said to be with");
    }
    return value;
  }

  private static @Nullable Map<String, Object> valuesOf(Unit unit) {
    synchronized (unit) {
      return unit.values;
    }
  }

  private Map<String, Object> settle(
      String unitName, Unit unit, Map<String, Object> decoded, @Nullable Fingerprint encoding) {
    synchronized (unit) {
      Map<String, Object> values = unit.values;
      if (values == null) {
        values = decoded;
        sent.unitArrived(unitName, encoding);
        decoded.forEach(
            (name, value) -> {
              AttributeCell cell = cells.get(name);
              if (cell != null) {
                cell.cameWith(unitName, value);
              }
            });
        unit.values = decoded;
      }
      return values;
    }
  }

  private Map<String, Object> decode(byte[] envelope) {
    UnitEnvelope unit = UnitEnvelope.of(envelope);
    List<String> names = unit.names();
    Object decoded = codec.decode(String.join("+", names), unit.values());
    if (!(decoded instanceof List<?> list) || list.size() != names.size()) {
      throw new CorruptAttributeException(
          "a unit of " + names.size() + " attributes has not as many values");
    }
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      Object value = list.get(i);
      if (value != null) {
        values.put(names.get(i), value);
      }
    }
    return values;
  }

  /** What the values encode to before anybody has them; null if they cannot be encoded here. */
  private @Nullable Fingerprint encodingOf(Map<String, Object> values) {
    try {
      return Fingerprint.of(SharedValues.of(values).encode(codec, null));
    } catch (UnserializableAttributeException e) {
      return null;
    }
  }
}
