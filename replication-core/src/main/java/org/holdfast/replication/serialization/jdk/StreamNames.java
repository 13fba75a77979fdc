// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;

/**
 * Replaces class names in the bytes of a stream of JDK serialization, for classes that have another
 * name here than on the wire. It works on the bytes, because {@link java.io.ObjectInputStream}
 * refuses a class whose simple name is not the one in the stream. It replaces the names of the
 * described classes only: {@code ObjectInputStream} ignores the type name of a field that holds an
 * object. Stateless.
 */
final class StreamNames {
  /** A part of an array: a stream within an envelope, or a copy of one. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Part(byte[] array, int offset, int length) {}

  private StreamNames() {}

  /**
   * Returns the stream with each class name replaced by the result of {@code rename}. Returns
   * {@code stream} itself if no name changes, else a copy.
   *
   * @param shape the shape of the same bytes, which knows where the names are
   */
  static Part renamed(Part stream, StreamShape shape, UnaryOperator<String> rename) {
    boolean keepsAllNames =
        shape.classNames().stream().allMatch(name -> rename.apply(name.name()).equals(name.name()));
    if (keepsAllNames) {
      return stream;
    }
    ByteArrayOutputStream copy = new ByteArrayOutputStream(stream.length() + 64);
    DataOutputStream out = new DataOutputStream(copy);
    int copiedTo = stream.offset();
    try {
      for (StreamShape.ClassName name : shape.classNames()) {
        String replacement = rename.apply(name.name());
        if (!replacement.equals(name.name())) {
          out.write(stream.array(), copiedTo, name.start() - copiedTo);
          out.writeUTF(replacement);
          copiedTo = name.start() + Short.BYTES + name.bytes();
        }
      }
      out.write(stream.array(), copiedTo, stream.offset() + stream.length() - copiedTo);
    } catch (IOException e) {
      throw new UncheckedIOException("a class name is too long for a stream", e);
    }
    return new Part(copy.toByteArray(), 0, copy.size());
  }
}
