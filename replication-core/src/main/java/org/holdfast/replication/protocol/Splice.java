// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * Packed attributes with changes put in their places. Costs a look at each name up to the last
 * change. Not thread-safe.
 */
final class Splice {
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final byte[] attributes;
  private final int from;
  private final AttributeChange[] changes;
  private final int first;

  /** The bounds of the bytes that each change takes the place of; equal if its name is new. */
  private final int[] starts;

  private final int[] ends;

  private int added;
  private long length;

  /**
   * @param attributes in the order of their names, from {@code from} on
   * @param changes in the same order; those from {@code first} on and before {@code last} apply
   */
  Splice(byte[] attributes, int from, AttributeChange[] changes, int first, int last) {
    this.attributes = attributes;
    this.from = from;
    this.changes = changes;
    this.first = first;
    starts = new int[last - first];
    ends = new int[last - first];
    length = (long) attributes.length - from;
    find();
  }

  private void find() {
    PackedReader reader = new PackedReader(attributes, from);
    boolean more = reader.nextAttribute();
    for (int i = 0; i < starts.length; i++) {
      AttributeChange change = changes[first + i];
      int order = more ? reader.compareName(change.name()) : 1;
      while (order < 0) {
        more = reader.nextAttribute();
        order = more ? reader.compareName(change.name()) : 1;
      }
      starts[i] = more ? reader.start() : attributes.length;
      ends[i] = starts[i];
      if (order == 0) {
        ends[i] = reader.position();
        added--;
        more = reader.nextAttribute();
      }
      if (change.envelope() != null) {
        added++;
      }
      length += change.packedBytes() - (ends[i] - starts[i]);
    }
    if (length > LONGEST_ARRAY) {
      throw new SessionTooLargeException(length, LONGEST_ARRAY);
    }
  }

  /** Returns by how many attributes there are more than before; negative if fewer. */
  int added() {
    return added;
  }

  /** Returns the number of bytes that {@link #write} writes. */
  int length() {
    return (int) length;
  }

  byte[] toBytes() {
    byte[] bytes = new byte[length()];
    write(bytes, 0);
    return bytes;
  }

  /** Writes the attributes with the changes to {@code to} from {@code at} on. */
  void write(byte[] to, int at) {
    int position = at;
    int done = from;
    for (int i = 0; i < starts.length; i++) {
      System.arraycopy(attributes, done, to, position, starts[i] - done);
      position = changes[first + i].write(to, position + starts[i] - done);
      done = ends[i];
    }
    System.arraycopy(attributes, done, to, position, attributes.length - done);
  }
}
