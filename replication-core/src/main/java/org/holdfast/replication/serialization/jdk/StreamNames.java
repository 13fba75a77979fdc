// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;

/**
 * Puts other names into the class descriptions of a stream. Done to the bytes, since {@link
 * java.io.ObjectInputStream} compares the simple name in the stream with that of the class it is
 * given. The types of fields keep their names: no reader looks at those of objects.
 */
final class StreamNames {
  /** A part of an array. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Part(byte[] array, int offset, int length) {}

  private StreamNames() {}

  /**
   * Returns {@code stream} with each class name replaced by the result of {@code rename}; the
   * stream itself if it changes none. Costs a copy of the bytes otherwise.
   *
   * @param shape the shape of the same bytes
   */
  static Part renamed(Part stream, StreamShape shape, UnaryOperator<String> rename) {
    boolean same =
        shape.classNames().stream().allMatch(name -> rename.apply(name.name()).equals(name.name()));
    if (same) {
      return stream;
    }
    ByteArrayOutputStream copy = new ByteArrayOutputStream(stream.length() + 64);
    DataOutputStream out = new DataOutputStream(copy);
    int done = stream.offset();
    try {
      for (StreamShape.ClassName name : shape.classNames()) {
        String replacement = rename.apply(name.name());
        if (!replacement.equals(name.name())) {
          out.write(stream.array(), done, name.start() - done);
          out.writeUTF(replacement);
          done = name.start() + Short.BYTES + name.bytes();
        }
      }
      out.write(stream.array(), done, stream.offset() + stream.length() - done);
    } catch (IOException e) {
      throw new UncheckedIOException("a class name is too long for a stream", e);
    }
    return new Part(copy.toByteArray(), 0, copy.size());
  }
}
