// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.bytes.VarInt;
import org.jspecify.annotations.Nullable;

/**
 * A new, changed or removed attribute of a session, and the form in which images keep attributes:
 * name and envelope, each with its length before it.
 *
 * @param name in UTF-8
 * @param envelope null if the attribute is removed
 */
// Nobody compares these but by name.
@SuppressWarnings("ArrayRecordComponent")
record AttributeChange(byte[] name, byte @Nullable [] envelope) {
  /** Returns the changes in the order of names in which images keep their attributes. */
  static AttributeChange[] inOrder(Map<String, byte[]> changed, Set<String> removed) {
    AttributeChange[] changes = new AttributeChange[removed.size() + changed.size()];
    int i = 0;
    for (String name : removed) {
      changes[i++] = new AttributeChange(name.getBytes(StandardCharsets.UTF_8), null);
    }
    for (Map.Entry<String, byte[]> each : changed.entrySet()) {
      byte[] name = each.getKey().getBytes(StandardCharsets.UTF_8);
      changes[i++] = new AttributeChange(name, each.getValue());
    }
    sort(changes);
    return changes;
  }

  /** Returns the next {@code count} attributes of {@code reader} as new ones, in that order. */
  static AttributeChange[] inOrder(PackedReader reader, int count) {
    AttributeChange[] all = new AttributeChange[count];
    for (int i = 0; i < count && reader.nextAttribute(); i++) {
      all[i] = new AttributeChange(reader.nameBytes(), reader.envelope());
    }
    sort(all);
    return all;
  }

  private static void sort(AttributeChange[] changes) {
    if (changes.length > 1) {
      Arrays.sort(changes, (one, other) -> Arrays.compareUnsigned(one.name, other.name));
    }
  }

  /** Returns the number of bytes that the attribute takes in an image. */
  long packedBytes() {
    return envelope == null ? 0 : packedBytes(name) + packedBytes(envelope);
  }

  /** Writes the attribute, if it is there, to {@code to} from {@code at} on; returns its end. */
  int write(byte[] to, int at) {
    return envelope == null ? at : write(envelope, to, write(name, to, at));
  }

  /** Returns the number of bytes that {@code value} takes with its length. */
  static long packedBytes(byte[] value) {
    return (long) VarInt.length(value.length) + value.length;
  }

  /** Writes {@code value} with its length; returns its end. */
  static int write(byte[] value, byte[] to, int at) {
    int start = VarInt.write(value.length, to, at);
    System.arraycopy(value, 0, to, start, value.length);
    return start + value.length;
  }
}
