// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.jspecify.annotations.Nullable;

/**
 * A count of the bytes that one commit sent of each attribute, or encoded in vain.
 *
 * <p>Attributes that share objects have their bytes in one unit, of which each counts an equal
 * part. Each counts as changed when the unit does, as nothing tells whose objects have changed. An
 * attribute that was encoded only since it might share objects, and does not, is not counted.
 */
final class SentTraffic {
  private final AttributeTraffic traffic;
  private final boolean whole;

  /**
   * @param whole whether the whole session left, whose bytes are counted elsewhere
   */
  SentTraffic(AttributeTraffic traffic, boolean whole) {
    this.traffic = traffic;
    this.whole = whole;
  }

  /**
   * @param published the published items of the capture, units among them
   * @param captured the attributes of the capture, without units
   */
  void count(List<AttributeCapture.Item> published, Collection<AttributeCapture.Item> captured) {
    for (AttributeCapture.Item item : published) {
      if (item.isUnit) {
        countUnit(item, captured);
      } else if (item.unit == null) {
        countAlone(item);
      } else if (item.differs && !whole) {
        // It says where the value is; what the value costs is counted with its unit.
        traffic.travelled(item.name, length(item.envelope));
      }
    }
  }

  private void countAlone(AttributeCapture.Item item) {
    if (!item.differs) {
      if (item.envelope != null) {
        traffic.foundUnchanged(item.name);
      }
    } else if (item.envelope == null) {
      traffic.removed(item.name);
    } else {
      traffic.changed(item.name, left(item), item.envelope.length, item.patched, false);
    }
  }

  private void countUnit(AttributeCapture.Item unit, Collection<AttributeCapture.Item> captured) {
    List<String> members = new ArrayList<>();
    for (AttributeCapture.Item item : captured) {
      if (unit.name.equals(item.unit)) {
        members.add(item.name);
      }
    }
    if (!unit.differs) {
      members.forEach(traffic::foundUnchanged);
      return;
    }
    int[] left = parts(left(unit), members.size());
    int[] encoded = parts(length(unit.envelope), members.size());
    Collections.sort(members);
    for (int i = 0; i < left.length; i++) {
      traffic.changed(members.get(i), left[i], encoded[i], unit.patched, true);
    }
  }

  /** Gives each attribute its part of the bytes of a unit; the parts make up the whole. */
  static void split(
      SentAttributes.@Nullable SentState unit, List<String> members, ObjIntConsumer<String> each) {
    Collections.sort(members);
    int[] parts = parts(unit == null ? 0 : unit.bytes, members.size());
    for (int i = 0; i < parts.length; i++) {
      each.accept(members.get(i), parts[i]);
    }
  }

  /** Returns equal parts, the first ones larger by one if it does not come out even. */
  private static int[] parts(int bytes, int count) {
    int[] parts = new int[count];
    for (int i = 0; i < count; i++) {
      parts[i] = bytes / count + (i < bytes % count ? 1 : 0);
    }
    return parts;
  }

  private int left(AttributeCapture.Item item) {
    return whole ? 0 : length(item.patched ? item.patch : item.envelope);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
