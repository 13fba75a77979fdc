// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.Fingerprint;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * An encoder of the values that a capture took, which finds out which of them to encode together
 * because they share objects. Belongs to the thread of the capture; runs without locks, as it runs
 * code of the application.
 *
 * <p>A unit that has not changed is encoded once. Each value of a unit that has changed is encoded
 * by itself, too, or nothing would show that they share no objects any more.
 */
final class CaptureEncoder {
  private final AttributeCapture capture;
  private final SentAttributes origin;
  private final AttributeCodec codec;
  private final ReplicationMetrics metrics;
  private final MetObjects met = new MetObjects();

  /** The bytes of units that were encoded in this capture, by their names. */
  private final Map<List<String>, byte[]> encodedUnits = new HashMap<>();

  /** The units that have not changed but hold more than can be read here, by readable names. */
  private final Map<List<String>, String> keptUnits = new HashMap<>();

  CaptureEncoder(
      AttributeCapture capture,
      SentAttributes origin,
      AttributeCodec codec,
      ReplicationMetrics metrics) {
    this.capture = capture;
    this.origin = origin;
    this.codec = codec;
    this.metrics = metrics;
  }

  /** See {@link AttributeCapture#encode}. */
  void encode() {
    List<AttributeCapture.SentUnit> units = capture.sentUnits();
    List<AttributeCapture.Item> fresh = new ArrayList<>(capture.items());
    Set<String> seen = new HashSet<>();
    do {
      for (AttributeCapture.SentUnit unit : units) {
        if (seen.add(unit.name())) {
          encodeIfUnchanged(unit);
        }
      }
      fresh.forEach(this::encodeAlone);
      // An attribute that was not touched may share objects with one that was: then it is encoded
      // here, too.
      fresh = origin.pullRelated(capture, fresh);
      units = fresh.isEmpty() ? List.of() : origin.unitsOf(capture);
    } while (!fresh.isEmpty());
    List<AttributeCapture.Item> sharing = new ArrayList<>();
    for (AttributeCapture.Item item : capture.items()) {
      if (item.isMutable()) {
        sharing.add(item);
      }
    }
    SharedGroups.of(sharing, CaptureEncoder::met).forEach(this::encodeGroup);
  }

  private static int[] met(AttributeCapture.Item item) {
    int[] known = item.met;
    return known == null ? new int[0] : known;
  }

  /**
   * Encodes the members of a unit together. If it is as the secondaries have it, all of them count
   * as sharing with each other.
   */
  private void encodeIfUnchanged(AttributeCapture.SentUnit unit) {
    TreeMap<String, Object> values = new TreeMap<>();
    for (String name : unit.members()) {
      AttributeCapture.Item item = capture.item(name);
      if (item == null || !item.isMutable() || item.snapshot == null) {
        return;
      }
      values.put(name, item.snapshot.value());
    }
    byte[] bytes;
    try {
      bytes = SharedValues.of(values).encode(codec, met);
    } catch (RuntimeException | Error e) {
      return; // each is encoded alone, which tells what the matter is
    }
    List<String> names = List.copyOf(values.keySet());
    boolean isWhole = UnitEnvelope.nameOf(names).equals(unit.name());
    encodedUnits.put(names, bytes);
    int[] all = met.sorted();
    if (all.length > 0 && unit.same().isSame(Fingerprint.of(bytes))) {
      if (!isWhole) {
        keptUnits.put(names, unit.name());
      }
      // One of them stands for all, tied to the others by one object: else a unit of many members
      // would be compared with itself member by member. It holds as long as they are one unit.
      int[] known = all;
      for (String name : names) {
        AttributeCapture.Item item = capture.item(name);
        if (item != null) {
          item.met = known;
          known = new int[] {all[0]};
        }
      }
    }
  }

  private void encodeAlone(AttributeCapture.Item item) {
    AttributeCell.Snapshot snapshot = item.snapshot;
    if (snapshot == null || item.met != null || item.heldBack != null) {
      return;
    }
    try {
      if (snapshot.mutable()) {
        item.put(codec.encode(item.name, snapshot.value(), met));
        item.met = met.sorted();
      } else {
        item.put(codec.encode(item.name, snapshot.value()));
      }
    } catch (RuntimeException | Error e) {
      item.holdBack(e);
    }
  }

  /**
   * Encodes attributes that share objects: as the unit that the secondaries have already, as one
   * new unit, or each alone if together they are too large.
   */
  private void encodeGroup(List<AttributeCapture.Item> group) {
    TreeMap<String, Object> values = new TreeMap<>();
    for (AttributeCapture.Item item : group) {
      if (item.snapshot != null) {
        values.put(item.name, item.snapshot.value());
      }
    }
    List<String> names = List.copyOf(values.keySet());
    String kept = keptUnits.get(names);
    if (kept != null) {
      for (AttributeCapture.Item item : group) {
        stayIn(kept, item, item.snapshot);
      }
      return;
    }
    if (group.size() > 1) {
      byte[] known = encodedUnits.get(names);
      byte[] bytes = known == null ? encodeTogether(group, values) : known;
      if (group.get(0).heldBack != null) {
        return;
      }
      if (bytes != null) {
        String unit = UnitEnvelope.nameOf(names);
        capture.addUnit(unit, bytes);
        for (AttributeCapture.Item item : group) {
          item.unit = unit;
          item.put(UnitEnvelope.member(unit));
        }
        return;
      }
      metrics.count(Counter.SHARED_OBJECTS_SPLIT);
    }
    for (AttributeCapture.Item item : group) {
      item.isSplit = group.size() > 1;
      if (item.envelope == null) {
        item.met = null; // of the unit that it was in
        encodeAlone(item);
      }
    }
  }

  private void stayIn(
      String unit, AttributeCapture.Item item, AttributeCell.@Nullable Snapshot snapshot) {
    if (snapshot == null) {
      return;
    }
    try {
      item.stayIn(unit, codec.encode(item.name, snapshot.value()));
    } catch (RuntimeException | Error e) {
      item.holdBack(e);
    }
  }

  /**
   * Returns the bytes of the unit; null if together the values are too large, or too many objects.
   * Values that are just changing are held back, all of them: by themselves they would share
   * nothing.
   */
  private byte @Nullable [] encodeTogether(
      List<AttributeCapture.Item> group, Map<String, Object> values) {
    try {
      return SharedValues.of(values).encode(codec, null);
    } catch (RuntimeException | Error e) {
      if (!(e instanceof UnserializableAttributeException problem)
          || problem.reason() != Reason.REFUSED) {
        group.forEach(item -> item.holdBack(e));
      }
      return null;
    }
  }
}
